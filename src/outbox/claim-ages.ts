import type { Clock } from './ports.ts'

/** Milliseconds after which a request has ended, whatever became of its tab. */
export const REQUEST_MAX_MS = 60_000

/**
 * Knows how long this tab has seen each claim. The time at which another tab claimed an entry is no help: clocks can be set.
 */
export function createClaimAges(clock: Pick<Clock, 'elapsed'>) {
  /** On `Clock.elapsed`. */
  const firstSeen = new Map<string, number>()

  function hasEnded(claim: string): boolean {
    const seenAt = firstSeen.get(claim) ?? clock.elapsed()
    firstSeen.set(claim, seenAt)
    return clock.elapsed() - seenAt > REQUEST_MAX_MS
  }

  return {
    /** Returns whether the request of this claim has ended. The first call begins its minute. */
    hasEnded,
  }
}
