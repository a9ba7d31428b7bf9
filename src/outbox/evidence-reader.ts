import { ageOf, type Moment, momentOf } from './age.ts'
import type { Clock } from './ports.ts'

/**
 * Milliseconds after which evidence is read again, because somebody else may have added the pet
 * since.
 */
const MAX_AGE_MS = 5000

/**
 * Milliseconds after which a reading is too old when it ends: four lists, each with all its
 * attempts, take less, unless the computer sleeps.
 */
const MAX_READING_MS = 150_000

/**
 * Evidence that is read for one press, and anew for another API key, or when it has grown old: the
 * run had to wait for its turn, or for a busy service, or the computer slept.
 */
export type EvidenceReader<T> = {
  /** Returns whether `get` needs no wait, because the evidence was read, and not too long ago. */
  readonly isFresh: (signInId: string) => boolean
  /** Returns the evidence for this sign-in. Reads it unless that was done, or begun. */
  readonly get: (signInId: string) => Promise<T>
}

export function createEvidenceReader<T>(
  read: () => Promise<T>,
  clock: Pick<Clock, 'now' | 'elapsed'>,
): EvidenceReader<T> {
  let current: { readonly signInId: string; readonly evidence: Promise<T>; readAt?: Moment } | undefined

  /** Returns whether it is for this sign-in, and is being read or was read lately. */
  function isCurrent(signInId: string): boolean {
    if (current?.signInId !== signInId) return false
    return current.readAt === undefined || ageOf(current.readAt, clock) <= MAX_AGE_MS
  }

  return {
    isFresh: (signInId) => isCurrent(signInId) && current?.readAt !== undefined,

    get(signInId) {
      if (current !== undefined && isCurrent(signInId)) return current.evidence
      const begunAt = momentOf(clock)
      const reading: NonNullable<typeof current> = { signInId, evidence: read() }
      current = reading
      reading.evidence.then(
        () => (reading.readAt = startOfAge(begunAt, clock)),
        () => undefined,
      )
      return reading.evidence
    },
  }
}

/**
 * Returns the time from which the age of a reading counts that ends now: a reading that took too
 * long is as old as its beginning.
 */
function startOfAge(begunAt: Moment, clock: Pick<Clock, 'now' | 'elapsed'>): Moment {
  const hasTakenTooLong = ageOf(begunAt, clock) > MAX_READING_MS
  return hasTakenTooLong ? begunAt : momentOf(clock)
}
