import type { Clock } from './ports.ts'

/** Milliseconds after which a request has ended, whatever became of its tab. */
export const REQUEST_MAX_MS = 60_000

/**
 * Knows how long this tab has seen each claim. The time at which another tab claimed an entry is no
 * help: clocks can be set.
 */
export function createClaimAges(clock: Pick<Clock, 'elapsed'>) {
  /** On `Clock.elapsed`. */
  const firstSeen = new Map<string, number>()

  return {
    /** Begins the minute of a claim that this tab has not seen before. */
    observe(claim: string): void {
      if (!firstSeen.has(claim)) firstSeen.set(claim, clock.elapsed())
    },

    /** Returns whether the request of a claim has ended, as far as this tab has observed it. */
    hasEnded(claim: string): boolean {
      const seenAt = firstSeen.get(claim)
      return seenAt !== undefined && clock.elapsed() - seenAt > REQUEST_MAX_MS
    },
  }
}

export type ClaimAges = ReturnType<typeof createClaimAges>
