import type { Browser, CDPSession, Page } from '@playwright/test'
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
  /** The initial content of localStorage. */
  readonly localStorage: { name: string; value: string }[]
  /** The responses of the service by status; all pets first. */
  readonly lists: readonly ExpectedList[]
}

/** Milliseconds unless stated otherwise; NaN for what the page does not have. */
export type Metrics = {
  readonly firstPaint: number
  readonly firstRow: number
  readonly usable: number
  /** Total blocking time (the part of each task beyond 50 ms) until the first row, and until usable. */
  readonly blockedBeforeRow: number
  readonly blockedBeforeUsable: number
  /** Cumulative layout shift until usable. */
  readonly shift: number
  /** Requests sent before the first row: bytes with headers, script bytes, number, and longest sequential chain. */
  readonly bytes: number
  readonly scriptBytes: number
  readonly requests: number
  readonly chain: number
  readonly switchUncached: number
  readonly switchCached: number
  /** Number of frames from the click until the rows are painted. */
  readonly framesCached: number
  /** The longest task of at least 50 ms while sorting, searching and typing; 0 if there is none. */
  readonly longestTask: number
  /** Heap growth in bytes after 200 filter switches. */
  readonly heap: number
}

const SWITCHES = 200

/** Longer than the slowest visit takes. */
const TIMEOUT_MS = 60_000

/** Opens the list in a new browser context, so with an empty HTTP cache, and measures the visit. */
export async function measureVisit(browser: Browser, target: Target, profile: Profile): Promise<Metrics> {
  const { origin, localStorage, lists } = target
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    const usable = Promise.withResolvers<void>()
    await page.exposeFunction('benchIsUsable', usable.resolve)
    await page.addInitScript(recordPage, lists)
    const session = await context.newCDPSession(page)
    const traffic = await recordTraffic(session)
    const idle = () => within(traffic.idle(), `${origin} did not become idle (${profile.name})`)
    await throttle(session, profile)

    await page.goto(`${origin}/staging/pets?limit=100`, { waitUntil: 'commit' })
    await within(usable.promise, `${origin} did not become usable (${profile.name})`)
    await idle()
    const record = await readRecord(page)
    const loading = await loadingMetrics(session, record, traffic)
    const switches = await measureSwitches(page, record, lists, idle)
    return {
      ...loading,
      ...switches,
      longestTask: await longestInteractionTask(page),
      heap: profile.hasHeap ? await measureHeap(page, session, lists, idle) : Number.NaN,
    }
  } finally {
    await context.close()
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

async function loadingMetrics(session: CDPSession, record: PageRecord, traffic: Traffic) {
  const { firstRow, usable, paints, longTasks, shifts } = record
  const blockedUntil = (end: number) =>
    sum(longTasks.filter(({ at }) => at < end).map(({ duration }) => duration - 50))
  const firstRowOnClock = (await navigationStart(session)) + firstRow / 1000
  const before = traffic.exchanges.filter(({ started }) => started < firstRowOnClock)
  return {
    firstPaint: paints.find(({ name }) => name === 'first-contentful-paint')?.at ?? Number.NaN,
    firstRow,
    usable,
    blockedBeforeRow: blockedUntil(firstRow),
    blockedBeforeUsable: blockedUntil(usable),
    // Rows that change after a click are no layout shift.
    shift: sum(shifts.filter(({ at }) => at <= usable).map(({ value }) => value)),
    bytes: sum(before.map(({ bytes }) => bytes)),
    scriptBytes: sum(before.filter(({ type }) => type === 'Script').map(({ bytes }) => bytes)),
    requests: before.length,
    chain: chainLength(before.filter(({ responded }) => responded < firstRowOnClock)),
  }
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
  { requested }: PageRecord,
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

/**
 * Sorts by each column, then types into the search box. Uses input events at positions that were looked up before, so that
 * the benchmark itself runs no task in the page.
 */
async function longestInteractionTask(page: Page): Promise<number> {
  const places = await page.evaluate(() => {
    window.benchRecord?.longTasks.splice(0)
    const targets = document.querySelectorAll('thead button, input[type=search]')
    return Array.from(targets, (target) => {
      const { x, y, width, height } = target.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2, isSearch: target instanceof HTMLInputElement }
    })
  })
  if (places.length === 0) return Number.NaN
  for (const { x, y } of places.filter(({ isSearch }) => !isSearch)) {
    for (let press = 0; press < 3; press++) {
      await page.mouse.click(x, y)
      await nextFrames(page)
    }
  }
  for (const { x, y } of places.filter(({ isSearch }) => isSearch)) {
    await page.mouse.click(x, y)
    for (const key of ['r', 'e', 'x', 'Backspace', 'Backspace', 'Backspace']) {
      await page.keyboard.press(key)
      await nextFrames(page)
    }
  }
  const { longTasks } = await readRecord(page)
  return Math.max(0, ...longTasks.map(({ duration }) => duration))
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
  const record = await page.evaluate(() => ({ ...window.benchRecord, switchTo: undefined }))
  return record as unknown as PageRecord
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
