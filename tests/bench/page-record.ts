/** What the measured page records about itself. Times are milliseconds since navigation start, NaN until then. */
export type PageRecord = {
  /** When the frame with the first pet's row, and with all rows, was painted. */
  firstRow: number
  allRows: number
  /** The first click on a status that had an effect: a request was sent, or its pets were shown. */
  usable: number
  /** Whether the pets of the last click are shown. */
  isUsed: boolean
  readonly paints: { readonly name: string; readonly at: number }[]
  /** Tasks of at least 50 ms. */
  readonly longTasks: { readonly at: number; readonly duration: number }[]
  readonly shifts: { readonly at: number; readonly value: number }[]
  /** The durations of interactions of at least 16 ms (Event Timing). */
  readonly interactions: number[]
  /** The requested statuses. */
  readonly requested: string[]
  /** Clicks the radio button of a status ('' for all), and waits for its pets. */
  readonly switchTo: (list: ExpectedList) => Promise<FilterSwitch>
  /** Whether the first of its pets is shown, with any number of others. */
  readonly isShown: (list: ExpectedList) => boolean
  /** Goes back to a list. @returns milliseconds until its first row and all its rows are painted. */
  readonly goBack: (list: ExpectedList) => Promise<{ firstRow: number; allRows: number }>
}

export type ExpectedList = { readonly status: string; readonly firstId: string; readonly rows: number }

/** `rows` is undefined for any number of rows. */
type Rows = { readonly firstId: string; readonly rows: number | undefined }

type FilterSwitch = {
  /** From the click until the frame with the rows is painted. */
  readonly milliseconds: number
  /** The number of the frame after the click that had the rows, from 1. */
  readonly frames: number
}

declare global {
  interface Window {
    benchRecord?: PageRecord
  }
}

type RecordOptions = {
  /** The responses of the service by status; all pets first. */
  readonly lists: readonly ExpectedList[]
  /** Whether to click another status every 50 ms from the first row on, until one has an effect. */
  readonly clicksFilters: boolean
}

/**
 * Runs in the page before its own scripts, so it must be self-contained. The first row counts when the first pet's ID is in
 * a visible cell of the first table row: skeletons and templates do not count, prerendered rows do. Clicks count where a
 * pointer would hit (so not while inert).
 */
export function recordPage({ lists, clicksFilters }: RecordOptions): void {
  const CLICK_INTERVAL_MS = 50
  const dom = {
    observe: (type: string, onEntry: (entry: PerformanceEntry) => void): void => {
      const handle = (entries: PerformanceObserverEntryList) => entries.getEntries().forEach(onEntry)
      // The threshold is for Event Timing: its default is 104 ms.
      const init = { type, buffered: true, durationThreshold: 16 }
      new PerformanceObserver(handle).observe(init)
    },
    firstCell: (id: string): Element | undefined => {
      const cells = document.querySelectorAll('tbody > tr:first-child > :first-child')
      return [...cells].find((cell) => cell.textContent.includes(id))
    },
    radioOf: (status: string): HTMLInputElement | undefined => {
      const radios = document.querySelectorAll<HTMLInputElement>('input[type=radio]')
      return [...radios].find(({ value }) => value === status || (status === '' && value === 'all'))
    },
    /** A task posted in a frame runs after the frame is painted, and this one before what the page has to do then. */
    afterPaint: (): Promise<void> =>
      new Promise((resolve) => {
        void window.scheduler.postTask(() => resolve(), { priority: 'user-blocking' })
      }),
  }
  const presses: { readonly status: string; readonly at: number }[] = []
  const record: PageRecord = {
    firstRow: Number.NaN,
    allRows: Number.NaN,
    usable: Number.NaN,
    isUsed: false,
    paints: [],
    longTasks: [],
    shifts: [],
    interactions: [],
    requested: [],
    switchTo,
    isShown: ({ firstId }) => isShown({ firstId, rows: undefined }),
    goBack,
  }
  window.benchRecord = record

  dom.observe('paint', ({ name, startTime }) => record.paints.push({ name, at: startTime }))
  dom.observe('longtask', ({ startTime, duration }) => record.longTasks.push({ at: startTime, duration }))
  dom.observe('layout-shift', (entry) => {
    const { value } = entry as PerformanceEntry & { readonly value: number }
    record.shifts.push({ at: entry.startTime, value })
  })

  dom.observe('event', (entry) => {
    // Other events are no interactions.
    if ((entry as PerformanceEventTiming).interactionId > 0) record.interactions.push(entry.duration)
  })

  // Nothing else tells the page when a request is sent.
  const fetch = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
    const status = searchParams.get('status')
    if (status !== null) {
      record.requested.push(status)
      recordEffect(status)
    }
    return fetch(input, init)
  }

  const all = lists.find(({ status }) => status === '')
  const observer = new MutationObserver(() => {
    if (all === undefined || dom.firstCell(all.firstId) === undefined) return
    observer.disconnect()
    void recordFirstRow(all)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })

  async function recordFirstRow(list: ExpectedList): Promise<void> {
    // With any number of rows.
    await rowsPainted({ firstId: list.firstId, rows: undefined })
    record.firstRow = performance.now()
    if (clicksFilters) {
      press()
    } else {
      await rowsPainted(list)
      record.allRows = performance.now()
    }
  }

  function isShown({ firstId, rows }: Rows): boolean {
    const cell = dom.firstCell(firstId)
    if (cell?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) !== true) return false
    return rows === undefined || cell.closest('tbody')?.rows.length === rows
  }

  /** @returns the number of the frame that had the rows, from 1. */
  async function rowsPainted(list: Rows): Promise<number> {
    for (let frame = 1; ; frame++) {
      await new Promise(requestAnimationFrame)
      if (isShown(list)) {
        await dom.afterPaint()
        return frame
      }
    }
  }

  function press(): void {
    const shown = presses.find(({ status }) => lists.some((list) => list.status === status && isShown(list)))
    if (shown !== undefined) recordEffect(shown.status)
    if (!Number.isNaN(record.usable)) return
    setTimeout(press, CLICK_INTERVAL_MS)
    const statuses = lists.map(({ status }) => status).filter((status) => status !== '')
    const status = statuses[presses.length % statuses.length] ?? ''
    const radio = dom.radioOf(status)
    const label = radio?.closest('label') ?? radio
    if (radio === undefined || label === undefined) return
    const { x, y, width, height } = label.getBoundingClientRect()
    const reached = document.elementFromPoint(x + width / 2, y + height / 2)
    if (reached === null || !label.contains(reached)) return
    presses.push({ status, at: performance.now() })
    radio.click()
  }

  function recordEffect(status: string): void {
    const pressed = presses.findLast((candidate) => candidate.status === status)
    if (pressed === undefined || !Number.isNaN(record.usable)) return
    record.usable = pressed.at
    void finishOnceShown(presses.at(-1)?.status)
  }

  /** If the page was slow, another status was clicked in the meantime, and the page finally shows that one. */
  async function finishOnceShown(status: string | undefined): Promise<void> {
    const list = lists.find((candidate) => candidate.status === status)
    if (list !== undefined) await rowsPainted(list)
    record.isUsed = true
  }

  async function switchTo(list: ExpectedList): Promise<FilterSwitch> {
    const started = performance.now()
    dom.radioOf(list.status)?.click()
    const frames = await rowsPainted(list)
    return { milliseconds: performance.now() - started, frames }
  }

  async function goBack({ firstId, rows }: ExpectedList): Promise<{ firstRow: number; allRows: number }> {
    const started = performance.now()
    history.back()
    await rowsPainted({ firstId, rows: undefined })
    const firstRow = performance.now() - started
    await rowsPainted({ firstId, rows })
    return { firstRow, allRows: performance.now() - started }
  }
}
