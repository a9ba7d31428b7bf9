import type { RunState } from './run-state.ts'

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
  const isMeasurable = run.phase === 'running' && run.waitingUntil === undefined
  if (!isMeasurable || sent < MIN_ROWS) return undefined
  return Math.round(((elapsed / sent) * waiting) / 60_000)
}
