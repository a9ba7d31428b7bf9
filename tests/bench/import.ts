/**
 * `npm run bench:import [-- rows …]`: the cost of an import in Chromium with the production build in `dist/`. Measures
 * reading and validation, the longest task, the heap, rows per second with a service latency of 20 ms, and the overhead of
 * saving the record. The default sizes of 100, 1,000 and 10,000 rows take about ten minutes.
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

/** Latency of the service. */
const LATENCY_MS = 20

/** Runs with and without the record alternate this many times; the medians count. */
const ROUNDS = (rows: number) => (rows > 1000 ? 1 : 5)

const sizes = process.argv.slice(2).map(Number)
const executablePath = await ensureChromium()
const service = await startSlowService()
const site = await startStaticSite()
site.configure({
  environments: [{ id: 'staging', name: 'Staging', baseUrl: service.baseUrl, kind: 'staging' }],
})

console.log(
  `| rows | read and validated (ms) | longest task (ms) | heap (MB) | rows/s | overhead of the record |`,
)
console.log('|---:|---:|---:|---:|---:|---:|')
for (const rows of sizes.length > 0 ? sizes : [100, 1000, 10_000]) {
  const reading = await measureReading(rows)
  const withRecord: number[] = []
  const withoutRecord: number[] = []
  for (let round = 0; round < ROUNDS(rows); round++) {
    withRecord.push(await measureSending(rows, true))
    withoutRecord.push(await measureSending(rows, false))
  }
  const [durationWith, durationWithout] = [median(withRecord), median(withoutRecord)]
  const cells = [
    rows.toLocaleString('en'),
    reading.milliseconds.toFixed(0),
    reading.longestTask.toFixed(0),
    reading.heap.toFixed(1),
    (rows / (durationWith / 1000)).toFixed(1),
    `${((durationWith / durationWithout - 1) * 100).toFixed(1)} %`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
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

async function openImport(context: BrowserContext, isPersistent: boolean): Promise<Page> {
  const page = await context.newPage()
  if (!isPersistent) {
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('blocked for the comparison', 'UnknownError')
      }
    })
  }
  await page.goto(`${site.origin}/staging/pets/import`)
  await page.getByLabel('API key').fill('any')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Spreadsheet file').waitFor()
  return page
}

/** Chooses a file on disk: Playwright unpacks an in-memory file in a long task of the page. */
async function chooseFile(page: Page, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `Pet ${row},${row % 7},available,"note, ${row}"`)
  const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-bench-'))
  const file = join(folder, 'pets.csv')
  await writeFile(file, `name,categoryId,status,note\r\n${lines.join('\r\n')}\r\n`)
  await page.getByLabel('Spreadsheet file').setInputFiles(file)
  await page.getByRole('table', { name: 'Rows' }).waitFor()
  await rm(folder, { recursive: true })
}

function measureReading(rows: number) {
  return withBrowser(async (context) => {
    const page = await openImport(context, true)
    await page.evaluate(() => {
      const timing = { longest: 0, started: 0, finished: 0 }
      Object.assign(globalThis, { timing })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) timing.longest = Math.max(timing.longest, duration)
      }).observe({ type: 'longtask' })
      document.querySelector('input[type=file]')?.addEventListener('change', () => {
        timing.started = performance.now()
      })
      new MutationObserver(() => {
        if (timing.finished === 0 && document.querySelector('table[aria-label="Rows"]') !== null) {
          timing.finished = performance.now()
        }
      }).observe(document.body, { childList: true, subtree: true })
    })
    await chooseFile(page, rows)
    const timing = await page.evaluate(
      () =>
        (globalThis as unknown as { timing: { longest: number; started: number; finished: number } }).timing,
    )
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
    return {
      milliseconds: timing.finished - timing.started,
      longestTask: timing.longest,
      heap: usedSize / 2 ** 20,
    }
  })
}

/** Milliseconds from the click on the button until the last row arrives. */
function measureSending(rows: number, isPersistent: boolean): Promise<number> {
  return withBrowser(async (context) => {
    const page = await openImport(context, isPersistent)
    await chooseFile(page, rows)
    if (!isPersistent) await page.getByLabel('Import without a saved record').check()
    service.count = 0
    const started = performance.now()
    await page.getByRole('button', { name: /^Add [\d,]+ pets$/ }).click()
    await service.reached(rows)
    return performance.now() - started
  })
}

/** Accepts every POST after the latency; its lists are empty. */
async function startSlowService() {
  const state: { count: number; onPost?: () => void } = { count: 0 }
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
    incoming.resume()
    setTimeout(() => {
      if (incoming.method === 'POST') {
        state.count += 1
        outgoing.writeHead(201, headers).end(JSON.stringify({ id: state.count, name: 'Pet', categoryId: 1 }))
        state.onPost?.()
      } else outgoing.writeHead(200, headers).end('[]')
    }, LATENCY_MS)
  })
  const port = await listen(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    get count() {
      return state.count
    },
    set count(value: number) {
      state.count = value
    },
    reached: (rows: number) =>
      new Promise<void>((resolve) => {
        state.onPost = () => {
          if (state.count >= rows) resolve()
        }
        state.onPost()
      }),
    close: () => close(server),
  }
}
