import { createEmitter } from '#src/lib/create-store.ts'
import type { Clock } from './ports.ts'

/** Milliseconds after which a request has ended, whatever became of its tab. */
export const REQUEST_MAX_MS = 60_000

/**
 * Knows how long this tab has seen each claim. The time at which another tab claimed an entry is no
 * help: clocks can be set.
 */
export function createClaimAges(clock: Pick<Clock, 'elapsed' | 'sleep'>) {
  /** On `Clock.elapsed`. */
  const firstSeen = new Map<string, number>()
  const awaitedClaims = new Set<string>()
  const ends = createEmitter()

  /** Begins the minute of a claim that this tab has not seen before. */
  function observe(claim: string): void {
    if (!firstSeen.has(claim)) firstSeen.set(claim, clock.elapsed())
  }

  /** Returns whether the request of a claim has ended, as far as this tab has observed it. */
  function hasEnded(claim: string): boolean {
    const seenAt = firstSeen.get(claim)
    return seenAt !== undefined && clock.elapsed() - seenAt > REQUEST_MAX_MS
  }

  async function notifyAtEnd(claim: string): Promise<void> {
    while (!hasEnded(claim)) await clock.sleep(REQUEST_MAX_MS + 1, new AbortController().signal)
    awaitedClaims.delete(claim)
    ends.notify()
  }

  return {
    observe,
    hasEnded,

    /** Notifies when a request has ended that `isOnItsWay` was asked about. */
    subscribe: ends.subscribe,

    /** Returns whether the request of a claim may be on its way. Its end is notified. */
    isOnItsWay(claim: string): boolean {
      observe(claim)
      if (hasEnded(claim)) return false
      if (!awaitedClaims.has(claim)) {
        awaitedClaims.add(claim)
        void notifyAtEnd(claim)
      }
      return true
    },
  }
}

export type ClaimAges = ReturnType<typeof createClaimAges>
