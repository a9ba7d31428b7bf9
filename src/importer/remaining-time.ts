/** Rows that have to be measured before anything is said, and at most: the service may become slower or faster. */
const MIN_ROWS = 5
const MAX_ROWS = 100

/** A request is given up after 30 s. A row that took longer was held up by something else, like a device that slept. */
const MAX_ROW_MS = 35_000

/** Estimates how long the rest of a run takes, from its own rows. */
export function createRemainingTime() {
  const durations: number[] = []
  let rows = 0
  let waitedMs = 0
  let shown: number | undefined

  return {
    /** One row, without pauses and without waiting because the service said so. */
    measured(milliseconds: number): void {
      rows += 1
      durations.push(Math.min(Math.max(milliseconds, 0), MAX_ROW_MS))
      if (durations.length > MAX_ROWS) durations.shift()
    },

    /**
     * Because the service said so, or for a request that it did not process. It will do so again: all waits of the run
     * count, however long ago they were.
     */
    waited(milliseconds: number, atMost = MAX_ROW_MS): void {
      waitedMs += Math.min(Math.max(milliseconds, 0), atMost)
    },

    /**
     * Minutes: whole ones, from 10 on in steps of 5, from 60 on in steps of 30; 0 is less than one. The last result is
     * kept while it is not far off, so that the words do not change back and forth.
     */
    minutes(rowsLeft: number): number | undefined {
      if (durations.length < MIN_ROWS || rowsLeft === 0) return (shown = undefined)
      const mean = durations.reduce((sum, one) => sum + one, 0) / durations.length
      const minutes = ((mean + waitedMs / rows) * rowsLeft) / 60_000
      const step = minutes < 10 ? 1 : minutes < 60 ? 5 : 30
      if (shown === undefined || Math.abs(minutes - shown) > 0.75 * step) {
        shown = Math.round(minutes / step) * step
      }
      return shown
    },
  }
}
