import type { Clock } from './ports.ts'
import { isReadingLists, type RunState } from './run-state.ts'

/** The number of rows that must have been sent before the time that is left is estimated. */
const MIN_ROWS = 5

type Progress = {
  readonly run: RunState
  /** The rows that got an outcome since the run began. */
  readonly sent: number
  readonly waiting: number
  /** Milliseconds since the run began. */
  readonly elapsed: number
}

/**
 * Returns about how many minutes the waiting rows take; `undefined` while that cannot be measured.
 */
export function estimateMinutes({ run, sent, waiting, elapsed }: Progress): number | undefined {
  const isMeasurable = run.phase === 'running' && run.waitingUntil === undefined && !isReadingLists(run)
  if (!isMeasurable || sent < MIN_ROWS) return undefined
  return Math.round(((elapsed / sent) * waiting) / 60_000)
}

/** Estimates the rest of a run from what has become of its rows. */
export function createRunEstimate(clock: Pick<Clock, 'elapsed'>) {
  let doneAtStart = 0
  let startedAtElapsed = 0

  return {
    /** @param done how many rows of the import have an outcome already */
    beginRun(done: number): void {
      doneAtStart = done
      startedAtElapsed = clock.elapsed()
    },

    /** Returns about how many minutes are left (`estimateMinutes`). */
    minutesLeft(run: RunState, { done, waiting }: { done: number; waiting: number }): number | undefined {
      return estimateMinutes({
        run,
        sent: done - doneAtStart,
        waiting,
        elapsed: clock.elapsed() - startedAtElapsed,
      })
    },
  }
}
