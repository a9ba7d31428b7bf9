import { compareInt64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { answerKeyOf } from '#src/outbox/entry-rules.ts'
import { IN_FLIGHT_MS } from './next-reading.ts'
import type { Evidence } from './read-lists.ts'

/** The parts of a verdict. Times are milliseconds since 1970. */
type Findings = {
  /** The claim of the request that it is about, where the entry is unconfirmed. */
  readonly claim?: string | undefined
  readonly readAt: number
  /** When the lists are read again; `undefined` once it may be sent again. */
  readonly checkAgainAt: number | undefined
  /** The reason why the lists could not be read since. The pets are those of earlier lists. */
  readonly readingError?: unknown
  /** Those that are exactly alike come first, then the oldest. */
  readonly pets: readonly Pet[]
  /**
   * Look-alikes whose IDs had been seen on this device before the entry was sent. One of them is
   * its pet only if the service has given the ID again.
   */
  readonly olderPets?: readonly Pet[]
  /**
   * Pets that may be that of the entry, although they seem to be older, or another entry's, or have
   * another name.
   */
  readonly doubtfulPets?: readonly Pet[]
  /**
   * Those of the doubtful pets that answer no entry, and are reserved for one that a person has
   * marked as added without saying as which pet.
   */
  readonly reservedPets?: readonly Pet[]
  /** Entries of other batches whose pet it may be as well. */
  readonly conflicts: readonly Entry[]
}

/**
 * A verdict is what lists say of an entry which may have been added, or added twice.
 *
 * - `found`: pets that may be it. Of an entry that was added, the second pet that an earlier
 *   request may have added.
 * - `not-found-yet`: its request may still be on its way.
 * - `not-added`: proved.
 * - `cannot-tell`: the lists are cut, lag, or were read with another API key.
 * - `may-be-taken`: its pet may be one that answers another entry, seems to be older, or has
 *   another name.
 */
export type Verdict =
  | (Findings & { readonly kind: 'found' })
  | (Findings & { readonly kind: 'not-found-yet' })
  | (Findings & { readonly kind: 'not-added' })
  | (Findings & { readonly kind: 'cannot-tell' })
  | (Findings & { readonly kind: 'may-be-taken' })

/**
 * A verdict about a row of an import. `taken-by-another-row`: each pet that may be it is offered to
 * another row, because a pet answers one row alone. `doubtfulPets` has these pets.
 */
export type ImportVerdict = Verdict | (Findings & { readonly kind: 'taken-by-another-row' })

/** A verdict, or why there is none yet. */
export type CheckState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | Verdict

export function isVerdict(check: CheckState | undefined): check is Verdict {
  return check !== undefined && check.kind !== 'checking' && check.kind !== 'failed'
}

export type Facts = {
  readonly evidence: Pick<Evidence, 'readAt' | 'requestedAt' | 'signInId' | 'completeness'>
  /**
   * Look-alikes that a list has shown, which answer no other entry, and were not there before it
   * was sent.
   */
  readonly pets: readonly Pet[]
  /** See `Findings`. They answer no entry. */
  readonly olderPets: readonly Pet[]
  /** See `Findings`. */
  readonly doubtfulPets: readonly Pet[]
  /** See `Findings`. */
  readonly reservedPets: readonly Pet[]
  /** Its pet may be a doubtful one, or one that a person has marked as that of another entry. */
  readonly mayBeTaken: boolean
  readonly conflicts: readonly Entry[]
  /** When its last request ended, on `Clock.elapsed`. */
  readonly endedAtElapsed: number
  /** Returns the time of day (milliseconds since 1970) for a time on `Clock.elapsed`. */
  readonly toWallTime: (elapsed: number) => number
}

/**
 * Returns what the lists say of an entry. Absence needs lists that were requested a minute or more
 * after its last request ended, with the API key that sent it, and that are complete. No list may
 * have shown a pet that is like it and unaccounted for, or that may be taken.
 */
export function judgeEntry(entry: Entry, facts: Facts): Verdict {
  const { evidence, pets, olderPets, doubtfulPets, reservedPets, conflicts, endedAtElapsed, toWallTime } =
    facts
  // The time of the request counts, and not the time of the answer: a slow list shows an old state.
  const isTooSoon = evidence.requestedAt - endedAtElapsed < IN_FLIGHT_MS
  return {
    claim: entry.state.kind === 'unknown' ? entry.state.claim : undefined,
    kind: kindOf(entry, facts, isTooSoon),
    readAt: evidence.readAt,
    checkAgainAt: isTooSoon ? toWallTime(endedAtElapsed + IN_FLIGHT_MS) : undefined,
    pets: inOrderOfLikeness(entry, pets),
    olderPets: inOrderOfLikeness(entry, olderPets),
    doubtfulPets: inOrderOfLikeness(entry, doubtfulPets),
    reservedPets: inOrderOfLikeness(entry, reservedPets),
    conflicts,
  }
}

function kindOf(entry: Entry, facts: Facts, isTooSoon: boolean): Verdict['kind'] {
  const { evidence, pets, olderPets, mayBeTaken } = facts
  if (pets.length > 0) return 'found'
  if (isTooSoon) return 'not-found-yet'
  if (mayBeTaken || olderPets.length > 0) return 'may-be-taken'
  const showsAll = evidence.completeness === 'complete' && entry.signInId === evidence.signInId
  return showsAll ? 'not-added' : 'cannot-tell'
}

function inOrderOfLikeness({ newPet }: Entry, pets: readonly Pet[]): readonly Pet[] {
  const differences = (pet: Pet) => Number(pet.name !== newPet?.name || pet.status !== newPet.status)
  return pets.toSorted(
    (first, second) => differences(first) - differences(second) || compareInt64(first.id, second.id),
  )
}

/** Returns the pets in the lists that may be this unconfirmed pet. */
export function petsFound(check: CheckState | undefined): readonly Pet[] {
  return check?.kind === 'found' ? check.pets : []
}

/**
 * Returns whether the lists were read late enough for an entry to be sent once more. A pet that was
 * found does not keep it from being sent, because the person may know that it is another one.
 */
export function maySendAgain(check: CheckState | ImportVerdict | undefined): boolean {
  switch (check?.kind) {
    case 'found':
    case 'not-found-yet':
    case 'not-added':
    case 'cannot-tell':
    case 'may-be-taken':
      return check.checkAgainAt === undefined
    case 'checking':
    case 'failed':
    case 'taken-by-another-row':
    case undefined:
      return false
  }
}

/**
 * Returns whether an entry may be sent by the current verdict: it is not too soon, every
 * look-alike and conflict was shown at the press, and no other request of the entry was sent since.
 * If the screen said that it was not added, the new lists must prove that, too.
 */
export function isSendableAfter(shown: Verdict, current: Verdict): boolean {
  if (shown.kind === 'not-added' && current.kind !== 'not-added') return false
  const shownIds = new Set<string>(idsOf(shown))
  const isAboutSameRequest = current.claim === shown.claim
  return (
    isAboutSameRequest && current.checkAgainAt === undefined && idsOf(current).every((id) => shownIds.has(id))
  )
}

function idsOf({ pets, olderPets = [], doubtfulPets = [], conflicts }: Verdict): readonly string[] {
  return [
    ...[...pets, ...olderPets, ...doubtfulPets].map(({ id }) => `pet ${id}`),
    ...conflicts.map((conflict) => `entry ${answerKeyOf(conflict)}`),
  ]
}
