/**
 * `npm run bench:outbox [-- rows]`: what 10,000 rows cost, in Chromium with the production build in `dist/`. Whether adding one
 * pet by hand takes longer beside so many waiting rows (a ratio, of medians that alternate), and the longest task of reading
 * and of starting them at a quarter of the CPU speed. Takes about two minutes.
 */
import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { startStaticSite } from '#tests/browser/static-site.ts'
import { ensureChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'
import { close, listen } from '#tests/support/listen.ts'
import { median } from './median.ts'

const ROUNDS = 40
const CPU_SLOWDOWN = 4

const rows = Number(process.argv[2] ?? 10_000)
const executablePath = await ensureChromium()
const service = await startService()
const site = await startStaticSite()
site.configure({
  environments: [{ id: 'staging', name: 'Staging', baseUrl: service.baseUrl, kind: 'staging' }],
})

const { reading, starting, waiting } = await withBrowser(async (full) => {
  const page = await open(full, '/staging/pets/import')
  await observeTasks(page)
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await chooseFile(page)
  await page.getByRole('button', { name: /^Add [\d,]+ pets$/ }).waitFor()
  const longestReading = await longestTask(page)
  await longestTask(page)
  const sent = service.sent(3)
  await press(page, 'Add ')
  await sent
  await press(page, 'Pause')
  const longestStarting = await longestTask(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.close()
  return withBrowser(async (empty) => {
    const pages = [await open(full, '/staging/pets/new'), await open(empty, '/staging/pets/new')] as const
    const took: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++)
      for (const index of [0, 1] as const)
        took[index].push(await addByHand(pages[index], `Pet by hand ${round}`))
    return {
      reading: longestReading,
      starting: longestStarting,
      waiting: took.map((durations) => median(durations.slice(5))),
    }
  })
})
const [withRows = NaN, without = NaN] = waiting
console.log(`longest task of reading ${rows} rows at CPU ÷ ${CPU_SLOWDOWN}: ${reading.toFixed(0)} ms`)
console.log(`longest task of starting them: ${starting.toFixed(0)} ms`)
console.log(
  `adding one pet by hand: ${without.toFixed(1)} ms with an empty outbox, ${withRows.toFixed(1)} ms beside the waiting rows, ratio ${(withRows / without).toFixed(2)}`,
)
await site.close()
await service.close()

/** Uses a profile on disk, because a private window stores IndexedDB in memory. */
async function withBrowser<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'petstore-admin-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...SANDBOX_ARGS, '--disable-dev-shm-usage', '--disable-background-networking', '--disable-sync'],
  })
  try {
    return await work(context)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(site.origin + path)
  await page.getByLabel('API key').fill('any')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  return page
}

/** Chooses a file on disk: Playwright unpacks an in-memory file in a long task of the page. */
async function chooseFile(page: Page): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `Pet ${row},${row % 7},available,"note, ${row}"`)
  const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-bench-'))
  const file = join(folder, 'pets.csv')
  await writeFile(file, `name,categoryId,status,note\r\n${lines.join('\r\n')}\r\n`)
  await page.getByLabel('Spreadsheet file').setInputFiles(file)
  await page.getByRole('table', { name: 'Rows' }).waitFor()
  await rm(folder, { recursive: true })
}

async function observeTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks = { longest: 0 }
    Object.assign(globalThis, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest, duration)
    }).observe({ type: 'longtask' })
  })
}

/** Without a locator: to find a role, Playwright would look at the whole page, in a long task of its own. */
function press(page: Page, name: string): Promise<void> {
  return page.evaluate((start) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
    buttons.find(({ textContent }) => textContent.startsWith(start))?.click()
  }, name)
}

/** Milliseconds, since it was asked for last; tasks under 50 ms are not observed. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { tasks } = globalThis as unknown as { tasks: { longest: number } }
    const { longest } = tasks
    tasks.longest = 0
    return longest
  })
}

/** Milliseconds from Enter until the item says that the pet was added. */
async function addByHand(page: Page, name: string): Promise<number> {
  await page.getByRole('textbox', { name: 'Category ID' }).fill('1')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  return page.evaluate(async (added) => {
    const started = performance.now()
    document.querySelector<HTMLFormElement>('main form')?.requestSubmit()
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const text = document.querySelector('main li')?.textContent ?? ''
        if (!text.includes(added) || !text.includes('Added (ID')) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    return performance.now() - started
  }, name)
}

/** Accepts every POST at once; its lists are empty. */
async function startService() {
  let count = 0
  const awaited: { count: number; resolve: () => void }[] = []
  const server = createServer((incoming, outgoing) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
      'content-type': 'application/json',
    }
    if (incoming.method === 'OPTIONS') {
      outgoing.writeHead(204, headers).end()
      return
    }
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      if (incoming.method !== 'POST') return void outgoing.writeHead(200, headers).end('[]')
      count += 1
      for (const one of awaited) if (count >= one.count) one.resolve()
      const pet = JSON.parse(Buffer.concat(parts).toString()) as object
      outgoing.writeHead(201, headers).end(JSON.stringify({ ...pet, id: count }))
    })
  })
  const port = await listen(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Resolves once so many pets were added. */
    sent: (wanted: number) => new Promise<void>((resolve) => awaited.push({ count: wanted, resolve })),
    close: () => close(server),
  }
}
