import type { Pet } from '#src/pets/pet.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { type AnswerKey, type Entry, entryIdOf } from './entry.ts'

/** Returns whether the entry may have been added, as far as anybody knows. */
export function mayBeAdded({ state, wasUnknown }: Pick<Entry, 'state' | 'wasUnknown'>): boolean {
  return state.kind === 'unknown' || (state.kind === 'discarded' && wasUnknown)
}

/**
 * Returns whether the person has given the entry up: it was discarded, was certainly not added, and
 * was not corrected by another one.
 */
export function isGivenUp(entry: Entry): boolean {
  const { state } = entry
  return state.kind === 'discarded' && state.isCorrected !== true && !mayBeAdded(entry)
}

/** Stands in place of the claim of a request that an older version has sent. */
const UNNAMED_CLAIM = 'of an older version'

/**
 * Returns the claims of the entry with one more. A request that an older version has sent without a
 * claim counts as one of them, so that it stays in doubt.
 */
export function claimsWith(
  { claims, signInId }: Pick<Entry, 'claims' | 'signInId'>,
  claim: string,
): readonly string[] {
  const wasNeverSent = signInId === ''
  const unnamed = wasNeverSent ? [] : [UNNAMED_CLAIM]
  return [...(claims ?? unnamed), claim]
}

/**
 * Returns whether a request of the entry has left, so that the entry tells which pets were there
 * before it. That must not change: the browser may have sent that request twice.
 */
export function wasEverRequested({
  requestedBy,
  signInId,
}: Pick<Entry, 'requestedBy' | 'signInId'>): boolean {
  // Entries of older versions have only a sign-in.
  return requestedBy !== undefined || signInId !== ''
}

/** The fields of an entry that say which pets were there before it was first sent. */
export type PetsBeforeRequest = Pick<
  Entry,
  'knownBefore' | 'knownUnderOtherNames' | 'lastSeenId' | 'seenIdCount'
>

/** Returns these fields of the entry. */
export function petsBeforeRequestIn({
  knownBefore,
  knownUnderOtherNames,
  lastSeenId,
  seenIdCount,
}: Entry): PetsBeforeRequest {
  return { knownBefore, knownUnderOtherNames, lastSeenId, seenIdCount }
}

/** Returns whether lists can tell what became of the entry. */
export function isCheckable({ newPet, state }: Entry): boolean {
  return newPet !== undefined && state.kind === 'unknown'
}

/**
 * Returns whether the entry was added, and an earlier request of it may have added a second pet.
 */
export function mayBeAddedTwice({ newPet, state, wasUnknown }: Entry): boolean {
  return newPet !== undefined && wasUnknown && state.kind === 'added' && state.id !== undefined
}

/**
 * Returns whether the entry was certainly not added, so that a corrected one can take its place.
 */
export function canBeCorrected({ state }: Pick<Entry, 'state'>): boolean {
  return state.kind === 'rejected' || state.kind === 'not-sent'
}

/**
 * Returns what tells the row from every other one that was in its place, and is not changed by
 * writing it into a new database. Rows of older versions have only their first sequence number.
 */
export function pressOf({ press, sequence }: Pick<Entry, 'press' | 'sequence'>): string {
  return press ?? String(sequence)
}

/** Returns the place in the order in which entries were entered, whatever was unheld since. */
export function enteredPlaceOf({ sequence, firstSequence = sequence }: Entry): number {
  return firstSequence
}

/** Returns whether a person has said that the entry was added. */
export function isMarkedByPerson({ state }: Entry): boolean {
  return state.kind === 'added' && state.isByPerson === true
}

/** Returns the name by which an answer means this entry. */
export function answerKeyOf(entry: Entry): AnswerKey {
  return entry.importId === '' ? entryIdOf(entry) : `${entryIdOf(entry)} ${pressOf(entry)}`
}

/** Returns whether something remains to be done or decided about the entry. */
export function isUnsettled(entry: Entry): boolean {
  const isOpen = ['waiting', 'held', 'sending', 'unknown'].includes(entry.state.kind)
  return isOpen || canBeCorrected(entry)
}

/** Returns whether the entry was entered by hand and is not settled: it is shown until it is. */
export function isOpenByHand(entry: Entry): boolean {
  return entry.importId === '' && isUnsettled(entry)
}

/**
 * Returns whether the entry may be deleted when it is old: it is settled, and no row of an import
 * that is still kept.
 */
export function isDeletable(entry: Entry): boolean {
  const { row, state } = entry
  return row === undefined && ['added', 'discarded'].includes(state.kind) && !mayBeAdded(entry)
}

/**
 * Returns whether this pet of a list answers the entry: an ID is evidence for the pet whose name
 * and category it has.
 */
export function isAnsweredBy({ state, lookalikeKey }: Entry, pet: Pet): boolean {
  return state.kind === 'added' && state.id === pet.id && lookalikeKey === lookalikeKeyOf(pet)
}

/**
 * Returns whether an answer proves that this very pet was added. The word of a person is no proof,
 * nor is an answer with another pet.
 */
export function isProvedAdded({ state }: Entry): boolean {
  // Marks of older versions have neither an ID nor `isByPerson`.
  const hasAnswer = state.kind === 'added' && state.id !== undefined && state.isByPerson !== true
  return hasAnswer && state.isChanged !== true
}

/** The outcomes that are counted, in the order in which they are shown. */
export const COUNTED = ['added', 'rejected', 'not-sent', 'held', 'unknown', 'waiting'] as const

/**
 * Entries of a batch by what became of them. One that is being sent still waits for its outcome.
 */
export type Counts = Readonly<Record<(typeof COUNTED)[number], number>>

/** Returns the outcome under which a state is counted; `undefined` for a discarded entry. */
export function countedKind({ kind }: Entry['state']): (typeof COUNTED)[number] | undefined {
  if (kind === 'discarded') return undefined
  return kind === 'sending' ? 'waiting' : kind
}

export function countEntries(entries: Iterable<Entry>): Counts {
  const counts = { added: 0, rejected: 0, 'not-sent': 0, held: 0, unknown: 0, waiting: 0 }
  for (const { state } of entries) {
    const kind = countedKind(state)
    if (kind !== undefined) counts[kind] += 1
  }
  return counts
}
