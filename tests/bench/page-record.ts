/** The record that the measured page makes of itself, in milliseconds. */
export type PageRecord = {
  /**
   * The times when the frames with the first pet's row, and with all rows, were painted. They are
   * NaN until then.
   */
  firstRow: number
  allRows: number
  /**
   * The time when the app marked for the first time that it responds to presses on the rows,
   * whether they are painted or not. It is NaN until then.
   */
  interactive: number
  /** The durations of interactions of at least 16 ms (Event Timing). */
  readonly interactions: number[]
  /**
   * Clicks the radio button of a status ('' for all).
   *
   * @returns how long it takes until its pets are painted
   */
  readonly switchTo: (list: ExpectedList) => Promise<number>
}

/** The response of the service for a status. */
export type ExpectedList = { readonly status: string; readonly firstId: string; readonly rows: number }

declare global {
  interface Window {
    benchRecord?: PageRecord
  }
}

/**
 * Records the page. It runs before the page's own scripts, so it must be self-contained. A row
 * counts when the first pet's ID is in a visible cell of the first table row. Skeletons and
 * templates do not count, and prerendered rows do.
 */
export function recordPage(all: ExpectedList): void {
  const isShown = ({ firstId, rows }: ExpectedList, isWhole: boolean): boolean => {
    const cells = [...document.querySelectorAll('tbody > tr:first-child > :first-child')]
    const cell = cells.find(({ textContent }) => textContent.includes(firstId))
    if (cell?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) !== true) return false
    return !isWhole || cell.closest('tbody')?.rows.length === rows
  }
  const painted = async (list: ExpectedList, isWhole: boolean): Promise<number> => {
    do await new Promise(requestAnimationFrame)
    while (!isShown(list, isWhole))
    // A task posted in a frame runs after the frame is painted.
    await window.scheduler.postTask(() => undefined, { priority: 'user-blocking' })
    return performance.now()
  }
  const record: PageRecord = {
    firstRow: Number.NaN,
    allRows: Number.NaN,
    interactive: Number.NaN,
    interactions: [],
    switchTo: async (list) => {
      const started = performance.now()
      const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
      radios.find(({ value }) => value === list.status || (list.status === '' && value === 'all'))?.click()
      return (await painted(list, true)) - started
    },
  }
  window.benchRecord = record
  // Event Timing needs the threshold, which is 104 ms by default.
  const options = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) record.interactions.push(entry.duration)
  }).observe(options)
  new PerformanceObserver((entries) => {
    for (const { name, startTime } of entries.getEntries())
      if (name === 'interactive' && Number.isNaN(record.interactive)) record.interactive = startTime
  }).observe({ type: 'mark', buffered: true })
  void painted(all, false).then((at) => (record.firstRow = at))
  void painted(all, true).then((at) => (record.allRows = at))
}

/** Returns the upper median, or NaN for an empty array. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
