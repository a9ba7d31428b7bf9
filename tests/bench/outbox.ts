/**
 * `npm run bench:outbox [-- rows]`: what 10,000 rows cost, in Chromium with the production build in `dist/`. Whether adding one
 * pet by hand takes longer beside so many waiting rows (a ratio, of medians that alternate), and the longest task of reading
 * and of starting them at a quarter of the CPU speed. Takes about two minutes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createPetstoreDb } from '#src/mocks/db.ts'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { startMockApi } from '#src/mocks/http-server.ts'
import { startStaticSite } from '#tests/browser/static-site.ts'
import { ensureChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'
import { median } from './page-record.ts'

const ROUNDS = 40
const CPU_SLOWDOWN = 4
const FOLDER = 'test-results/bench'

const rows = Number(process.argv[2] ?? 10_000)
const service = await startMockApi({ db: createPetstoreDb({ pets: [] }) })
const site = await startStaticSite()
const environments = [{ id: 'staging', name: 'Staging', baseUrl: service.baseUrl, kind: 'staging' }]
site.configure({ environments })
const options = {
  executablePath: await ensureChromium(),
  args: [...SANDBOX_ARGS, '--disable-dev-shm-usage', '--disable-background-networking', '--disable-sync'],
}
// A profile on disk, which goes with the browser: a private window stores IndexedDB in memory.
const full = await chromium.launchPersistentContext('', options)
const empty = await chromium.launchPersistentContext('', options)

const page = await open(full, '/staging/pets/import')
const slow = await page.context().newCDPSession(page)
await slow.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
await longestTask(page)
await chooseFile(page)
await page.getByRole('button', { name: /^Add [\d,]+ pets$/ }).waitFor()
const reading = await longestTask(page)
await longestTask(page)
await press(page, 'Add ')
while (service.db.all().length < 3) await delay(5)
await press(page, 'Pause')
const starting = await longestTask(page)
await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
await page.getByRole('button', { name: 'Resume' }).waitFor()
await page.close()
console.log(`longest task of reading ${rows} rows at CPU ÷ ${CPU_SLOWDOWN}: ${reading.toFixed(0)} ms`)
console.log(`longest task of starting them: ${starting.toFixed(0)} ms`)

const pages = [await open(full, '/staging/pets/new'), await open(empty, '/staging/pets/new')] as const
const took: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++)
  for (const index of [0, 1] as const) took[index].push(await addByHand(pages[index], `Pet by hand ${round}`))
const [withRows = NaN, without = NaN] = took.map((durations) => median(durations.slice(5)))
console.log('adding one by hand in ms, alone, beside the rows, ratio:', without, withRows, withRows / without)
await Promise.all([full.close(), empty.close(), site.close(), service.close()])

async function open(context: BrowserContext, path: string): Promise<Page> {
  const opened = await context.newPage()
  await opened.goto(site.origin + path)
  await opened.getByLabel('API key').fill(DEMO_KEY)
  await opened.getByRole('button', { name: 'Sign in', exact: true }).click()
  await opened.getByRole('button', { name: 'Sign out' }).waitFor()
  return opened
}

/** Chooses a file on disk: Playwright unpacks an in-memory file in a long task of the page. */
async function chooseFile(where: Page): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `Pet ${row},${row % 7},available,"note, ${row}"`)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/pets.csv`, `name,categoryId,status,note\r\n${lines.join('\r\n')}\r\n`)
  await where.getByLabel('Spreadsheet file').setInputFiles(`${FOLDER}/pets.csv`)
  await where.getByRole('table', { name: 'Rows' }).waitFor()
}

/** Without a locator: to find a role, Playwright would look at the whole page, in a long task of its own. */
function press(where: Page, name: string): Promise<void> {
  return where.evaluate((start) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
    buttons.find(({ textContent }) => textContent.startsWith(start))?.click()
  }, name)
}

/** Milliseconds, since it was asked for last; tasks under 50 ms are not observed. */
function longestTask(where: Page): Promise<number> {
  return where.evaluate(() => {
    const shared = globalThis as unknown as { longest?: number }
    const { longest } = shared
    shared.longest = 0
    if (longest === undefined)
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) shared.longest = Math.max(shared.longest ?? 0, duration)
      }).observe({ type: 'longtask' })
    return longest ?? 0
  })
}

/** Milliseconds from Enter until the item says that the pet was added. */
async function addByHand(where: Page, name: string): Promise<number> {
  await where.getByRole('textbox', { name: 'Category ID' }).fill('1')
  await where.getByRole('textbox', { name: 'Name' }).fill(name)
  return where.evaluate(async (added) => {
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
