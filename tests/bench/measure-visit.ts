import type { Browser, CDPSession, Page } from '@playwright/test'
import { type ExpectedList, type PageWatch, watchPage } from './page-watch.ts'
import { chainLength, type Traffic, watchTraffic } from './traffic.ts'

/** The network and processor that are played. */
export type Profile = {
  readonly name: string
  /** Added to each request by the browser, to its preflight by the service. Milliseconds. */
  readonly latency: number
  /** In each direction; 0 is unlimited. */
  readonly megabits: number
  /** How many times slower the processor is. */
  readonly slowdown: number
  /** Whether the heap is measured, which takes its time and depends on none of these. */
  readonly hasHeap: boolean
}

export type Target = {
  readonly origin: string
  /** What the page's storage holds when it is opened. */
  readonly localStorage: { name: string; value: string }[]
  /** What the service answers by status, all pets first. */
  readonly lists: readonly ExpectedList[]
}

/** Milliseconds, bytes and counts by what was measured; NaN where the page does not have it. */
export type Figures = {
  readonly firstPaint: number
  readonly firstRow: number
  readonly usable: number
  /** Of each task what is over 50 ms, until the first row and until it is usable. */
  readonly blockedBeforeRow: number
  readonly blockedBeforeUsable: number
  /** Layout shift until it is usable. */
  readonly shift: number
  /** Of all requests that began before the first row: with headers, scripts alone, how many, and how deep. */
  readonly bytes: number
  readonly scriptBytes: number
  readonly requests: number
  readonly chain: number
  readonly switchUncached: number
  readonly switchCached: number
  /** Which frame after the press had the rows. */
  readonly framesCached: number
  /** The longest task of 50 ms and more of sorting, searching and typing; 0 when there is none. */
  readonly longestTask: number
  /** Bytes that 200 filter switches left behind. */
  readonly heap: number
}

const SWITCHES = 200

/** Milliseconds; more than the slowest visit takes. */
const DEADLINE = 60_000

/** Opens the list in a profile of its own, so with an empty HTTP cache, and measures until all is seen. */
export async function visit(browser: Browser, target: Target, profile: Profile): Promise<Figures> {
  const { origin, localStorage, lists } = target
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(DEADLINE)
    const usable = Promise.withResolvers<void>()
    await page.exposeFunction('benchIsUsable', usable.resolve)
    await page.addInitScript(watchPage, lists)
    const session = await context.newCDPSession(page)
    const traffic = await watchTraffic(session)
    const quiet = () => within(traffic.quiet(), `${origin} did not become quiet (${profile.name})`)
    await slowDown(session, profile)

    await page.goto(`${origin}/staging/pets?limit=100`, { waitUntil: 'commit' })
    await within(usable.promise, `${origin} did not become usable (${profile.name})`)
    await quiet()
    const watch = await readWatch(page)
    const loading = await loadingFigures(session, watch, traffic)
    const switches = await measureSwitches(page, watch, lists, quiet)
    return {
      ...loading,
      ...switches,
      longestTask: await longestTaskAtWork(page),
      heap: profile.hasHeap ? await measureHeap(page, session, lists, quiet) : Number.NaN,
    }
  } finally {
    await context.close()
  }
}

async function slowDown(session: CDPSession, { latency, megabits, slowdown }: Profile): Promise<void> {
  const throughput = megabits === 0 ? -1 : (megabits * 1e6) / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function loadingFigures(session: CDPSession, watch: PageWatch, traffic: Traffic) {
  const { firstRow, usable, paints, longTasks, shifts } = watch
  const blockedUntil = (end: number) =>
    sum(longTasks.filter(({ at }) => at < end).map(({ duration }) => duration - 50))
  const firstRowOnClock = (await navigationStart(session)) + firstRow / 1000
  const before = traffic.exchanges.filter(({ began }) => began < firstRowOnClock)
  return {
    firstPaint: paints.find(({ name }) => name === 'first-contentful-paint')?.at ?? Number.NaN,
    firstRow,
    usable,
    blockedBeforeRow: blockedUntil(firstRow),
    blockedBeforeUsable: blockedUntil(usable),
    // Rows that a press exchanges are no shift; all other is until somebody presses.
    shift: sum(shifts.filter(({ at }) => at <= usable).map(({ value }) => value)),
    bytes: sum(before.map(({ bytes }) => bytes)),
    scriptBytes: sum(before.filter(({ type }) => type === 'Script').map(({ bytes }) => bytes)),
    requests: before.length,
    chain: chainLength(before.filter(({ answered }) => answered < firstRowOnClock)),
  }
}

/** On the clock of the requests, in seconds. */
async function navigationStart(session: CDPSession): Promise<number> {
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'NavigationStart')?.value ?? Number.NaN
}

/** A status that was never asked for, and then all pets, which were seen first. */
async function measureSwitches(
  page: Page,
  { asked }: PageWatch,
  lists: readonly ExpectedList[],
  quiet: () => Promise<void>,
) {
  const unseen = lists.find(({ status }) => status !== '' && !asked.includes(status))
  const uncached = unseen && (await switchTo(page, unseen))
  await quiet()
  const [all] = lists
  const cached = all && (await switchTo(page, all))
  await quiet()
  return {
    switchUncached: uncached?.milliseconds ?? Number.NaN,
    switchCached: cached?.milliseconds ?? Number.NaN,
    framesCached: cached?.frames ?? Number.NaN,
  }
}

function switchTo(page: Page, list: ExpectedList) {
  const work = page.evaluate((wanted) => window.benchWatch?.switchTo(wanted), list)
  return within(work, `the list of status “${list.status}” did not come`)
}

/**
 * Sorts by each column, up and down, then types into the search box. By real input events at places that were looked up
 * before, so that no task is the bench's own.
 */
async function longestTaskAtWork(page: Page): Promise<number> {
  const places = await page.evaluate(() => {
    window.benchWatch?.longTasks.splice(0)
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
  const { longTasks } = await readWatch(page)
  return Math.max(0, ...longTasks.map(({ duration }) => duration))
}

async function measureHeap(
  page: Page,
  session: CDPSession,
  lists: readonly ExpectedList[],
  quiet: () => Promise<void>,
): Promise<number> {
  const run = (times: number) =>
    page.evaluate(
      async ({ wanted, count }) => {
        for (let turn = 0; turn < count; turn++) {
          const list = wanted[turn % wanted.length]
          if (list !== undefined) await window.benchWatch?.switchTo(list)
        }
      },
      { wanted: [...lists].toReversed(), count: times },
    )
  const used = async () => {
    await quiet()
    await nextFrames(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize
  }
  // Once through all of them first: what is loaded and compiled for the first time is not left behind.
  await run(lists.length * 2)
  const before = await used()
  await within(run(SWITCHES), 'the filter switches did not end')
  return (await used()) - before
}

async function readWatch(page: Page): Promise<PageWatch> {
  const watch = await page.evaluate(() => ({ ...window.benchWatch, switchTo: undefined }))
  return watch as unknown as PageWatch
}

/** Two, so that observers have told what they saw in the first. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
}

async function within<T>(work: Promise<T>, complaint: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${complaint} within ${DEADLINE / 1000} s.`)),
    DEADLINE,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
