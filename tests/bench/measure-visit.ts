import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { type ExpectedList, type PageRecord, recordPage } from './page-record.ts'
import { chainLength, type Traffic, recordTraffic } from './traffic.ts'

/** A simulated network and CPU. */
export type Profile = {
  readonly name: string
  /** Milliseconds; the browser adds them to each request, the service to each preflight. */
  readonly latency: number
  /** Mbit/s in each direction; 0 is unlimited. */
  readonly megabits: number
  /** CPU slowdown factor. */
  readonly slowdown: number
  /** Whether to measure the heap, which takes long and does not depend on the profile. */
  readonly hasHeap: boolean
}

type Target = {
  readonly origin: string
  readonly lists: readonly ExpectedList[]
}

/** A visit that only looks. Milliseconds unless stated otherwise; NaN for what the page does not have. */
export type LoadMetrics = {
  readonly firstPaint: number
  readonly firstRow: number
  readonly allRows: number
  /** Total blocking time (the part of each task beyond 50 ms) until all rows. */
  readonly blocked: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** Sent to the network before the first row: bytes with headers, script bytes, number, and longest sequential chain. */
  readonly bytes: number
  readonly scriptBytes: number
  readonly requests: number
  readonly chain: number
}

/** A visit in which filters are clicked from the first row on, and then everything else is used. */
export type UseMetrics = {
  readonly usable: number
  readonly switchUncached: number
  readonly switchCached: number
  /** Number of frames from the click until the rows are painted. */
  readonly framesCached: number
  /** Event Timing: from the input until the next frame; 0 where none takes 16 ms. */
  readonly slowestFilter: number
  readonly slowestInteraction: number
  /** From going back until the frame with the first row, and with all rows. */
  readonly backFirstRow: number
  readonly backAllRows: number
  /** Heap growth in bytes after 200 filter switches. */
  readonly heap: number
}

const SWITCHES = 200

/** Longer than the slowest visit takes. */
const TIMEOUT_MS = 60_000

/** Opens the list and waits for all rows. */
export function measureLoad(context: BrowserContext, target: Target, profile: Profile): Promise<LoadMetrics> {
  return visit(context, target, profile, false, async ({ page, session, traffic, idle }) => {
    await page.waitForFunction(() => !Number.isNaN(window.benchRecord?.allRows))
    await idle()
    const { firstRow, allRows, paints, longTasks, shifts } = await readRecord(page)
    const firstRowOnClock = (await navigationStart(session)) + firstRow / 1000
    const sent = traffic.exchanges.filter(({ isCached }) => !isCached)
    const before = sent.filter(({ started }) => started < firstRowOnClock)
    return {
      firstPaint: paints.find(({ name }) => name === 'first-contentful-paint')?.at ?? Number.NaN,
      firstRow,
      allRows,
      blocked: sum(longTasks.filter(({ at }) => at < allRows).map(({ duration }) => duration - 50)),
      shift: sum(shifts.map(({ value }) => value)),
      bytes: sum(before.map(({ bytes }) => bytes)),
      scriptBytes: sum(before.filter(({ type }) => type === 'Script').map(({ bytes }) => bytes)),
      requests: before.length,
      chain: chainLength(before.filter(({ responded }) => responded < firstRowOnClock)),
    }
  })
}

/** Opens the list, clicks filters until one answers, and uses the page. */
export function measureUse(context: BrowserContext, target: Target, profile: Profile): Promise<UseMetrics> {
  const { lists } = target
  return visit(context, target, profile, true, async ({ page, session, idle }) => {
    await page.waitForFunction(() => window.benchRecord?.isUsed)
    await idle()
    const { usable, requested } = await readRecord(page)
    const switches = await measureSwitches(page, requested, lists, idle)
    return {
      usable,
      ...switches,
      ...(await slowestInteractions(page, idle)),
      ...(await measureBack(page, lists, idle)),
      heap: profile.hasHeap ? await measureHeap(page, session, lists, idle) : Number.NaN,
    }
  })
}

type Visit = {
  readonly page: Page
  readonly session: CDPSession
  readonly traffic: Traffic
  /** Resolves when no request is pending. */
  readonly idle: () => Promise<void>
}

async function visit<T>(
  context: BrowserContext,
  { origin, lists }: Target,
  profile: Profile,
  clicksFilters: boolean,
  measure: (visit: Visit) => Promise<T>,
): Promise<T> {
  const page = await context.newPage()
  try {
    page.setDefaultTimeout(TIMEOUT_MS)
    await page.addInitScript(recordPage, { lists, clicksFilters })
    const session = await context.newCDPSession(page)
    const traffic = await recordTraffic(session)
    const idle = () => within(traffic.idle(), `${origin} did not become idle (${profile.name})`)
    await throttle(session, profile)
    await page.goto(`${origin}/staging/pets?limit=100`, { waitUntil: 'commit' })
    return await measure({ page, session, traffic, idle })
  } finally {
    await page.close()
  }
}

async function throttle(session: CDPSession, { latency, megabits, slowdown }: Profile): Promise<void> {
  const throughput = megabits === 0 ? -1 : (megabits * 1e6) / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** In seconds on the clock of the requests. */
async function navigationStart(session: CDPSession): Promise<number> {
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'NavigationStart')?.value ?? Number.NaN
}

/** Switches to a status that was not requested yet, then back to all pets, which are cached. */
async function measureSwitches(
  page: Page,
  requested: readonly string[],
  lists: readonly ExpectedList[],
  idle: () => Promise<void>,
) {
  const unseen = lists.find(({ status }) => status !== '' && !requested.includes(status))
  const uncached = unseen && (await switchTo(page, unseen))
  await idle()
  const [all] = lists
  const cached = all && (await switchTo(page, all))
  await idle()
  return {
    switchUncached: uncached?.milliseconds ?? Number.NaN,
    switchCached: cached?.milliseconds ?? Number.NaN,
    framesCached: cached?.frames ?? Number.NaN,
  }
}

function switchTo(page: Page, list: ExpectedList) {
  const work = page.evaluate((wanted) => window.benchRecord?.switchTo(wanted), list)
  return within(work, `the list of status “${list.status}” did not load`)
}

/** Input events at positions that were looked up before, so that the benchmark itself runs no task in the page. */
async function slowestInteractions(page: Page, idle: () => Promise<void>) {
  const places = (selector: string) =>
    page.locator(selector).evaluateAll((targets) =>
      targets.map((target) => {
        const { x, y, width, height } = target.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      }),
    )
  const slowest = async (use: () => Promise<void>) => {
    await page.evaluate(() => window.benchRecord?.interactions.splice(0))
    await use()
    await idle()
    await nextFrames(page)
    return Math.max(0, ...(await readRecord(page)).interactions)
  }
  const [filters, columns, searches] = await Promise.all([
    places('label:has(input[type=radio])'),
    places('thead button'),
    places('input[type=search]'),
  ])
  const slowestFilter = await slowest(async () => {
    for (const { x, y } of [...filters, ...filters.slice(0, 1)]) {
      await page.mouse.click(x, y)
      await idle()
      await nextFrames(page)
    }
  })
  const slowestInteraction = await slowest(async () => {
    for (const { x, y } of columns) {
      for (let press = 0; press < 3; press++) {
        await page.mouse.click(x, y)
        await nextFrames(page)
      }
    }
    for (const { x, y } of searches) {
      await page.mouse.click(x, y)
      for (const key of ['r', 'e', 'x', 'Backspace', 'Backspace', 'Backspace']) {
        await page.keyboard.press(key)
        await nextFrames(page)
      }
    }
  })
  return { slowestFilter, slowestInteraction: columns.length === 0 ? Number.NaN : slowestInteraction }
}

/** Opens the first pet, and goes back. */
async function measureBack(page: Page, [all]: readonly ExpectedList[], idle: () => Promise<void>) {
  if (all === undefined) throw new RangeError('There is no list.')
  await page.locator(`tbody a[href$="/${all.firstId}"]`).click()
  await page.waitForFunction((list) => window.benchRecord?.isShown(list) === false, all)
  await idle()
  await nextFrames(page)
  const back = page.evaluate((list) => window.benchRecord?.goBack(list), all)
  const times = await within(back, 'the list did not come back')
  await idle()
  return { backFirstRow: times?.firstRow ?? Number.NaN, backAllRows: times?.allRows ?? Number.NaN }
}

async function measureHeap(
  page: Page,
  session: CDPSession,
  lists: readonly ExpectedList[],
  idle: () => Promise<void>,
): Promise<number> {
  const run = (times: number) =>
    page.evaluate(
      async ({ wanted, count }) => {
        for (let turn = 0; turn < count; turn++) {
          const list = wanted[turn % wanted.length]
          if (list !== undefined) await window.benchRecord?.switchTo(list)
        }
      },
      { wanted: [...lists].toReversed(), count: times },
    )
  const usedHeap = async () => {
    await idle()
    await nextFrames(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize
  }
  // Warm up, so that code and data that are loaded for the first time do not count.
  await run(lists.length * 2)
  const before = await usedHeap()
  await within(run(SWITCHES), 'the filter switches did not end')
  return (await usedHeap()) - before
}

async function readRecord(page: Page): Promise<PageRecord> {
  const record = await page.evaluate(() => JSON.stringify(window.benchRecord))
  return JSON.parse(record, (_key, value: unknown) => value ?? Number.NaN) as PageRecord
}

/** Waits two frames, so that observers have reported the first one. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
}

async function within<T>(work: Promise<T>, complaint: string): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new Error(`${complaint} within ${TIMEOUT_MS / 1000} s.`)),
    TIMEOUT_MS,
  )
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
