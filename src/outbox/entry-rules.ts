import type { Pet } from '#src/pets/pet.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { type Accepted, type Entry, type EntryId, entryIdOf, type AnswerKey } from './entry.ts'

/** Returns whether the entry may have been added, as far as anybody knows. */
export function mayBeAdded({ state, wasUnknown }: Pick<Entry, 'state' | 'wasUnknown'>): boolean {
  return state.kind === 'unknown' || (state.kind === 'discarded' && wasUnknown)
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

/** What an entry notes of the pets that were there before it was first sent. */
export type PetsBeforeRequest = Pick<Entry, 'knownBefore' | 'knownUnderOtherNames' | 'lastSeenId'>

/** Returns that part of the entry. */
export function petsBeforeRequestIn({
  knownBefore,
  knownUnderOtherNames,
  lastSeenId,
}: Entry): PetsBeforeRequest {
  return { knownBefore, knownUnderOtherNames, lastSeenId }
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

/**
 * Returns the entries that may already have added this pet, or are about to: sending it could add
 * the pet twice.
 *
 * This function alone decides it (rule 4 of the README). A person who enters "Hamster" ten times
 * means ten hamsters, so entries of the same batch are no conflict unless one of them is
 * unconfirmed. For a row of an import, a pet that any other batch has added is a conflict, too. A
 * form means one pet, so what was entered from the same form is a conflict in any batch.
 *
 * @param others of the same environment; may include `entry` itself
 * @param answers those that count for the entry: "Add it anyway" answers for the whole visit, but
 *   not about what is from the same form
 */
export function conflictsOf(
  entry: Entry,
  others: readonly Entry[],
  answers: Accepted = entry.accepted,
): readonly Entry[] {
  const isConflict = (other: Entry) => {
    if (entryIdOf(other) === entryIdOf(entry)) return false
    if (isConflictOfForm(entry, other)) return true
    if (!isLookalike(entry, other) || isAccepted(answers, other)) return false
    return mayBeSamePet(entry, other) || isOpenQuestion(entry, other)
  }
  return others.filter(isConflict)
}

function isLookalike({ lookalikeKey }: Entry, other: Entry): boolean {
  return other.lookalikeKey === lookalikeKey
}

/**
 * Returns whether the other entry is from the same form as this one, and may have been added, or
 * was entered before it and is still to be sent. A copy of a form in which something else was typed
 * is another form, but a correction may have any name. An answer about the two counts for both.
 */
function isConflictOfForm(entry: Entry, other: Entry): boolean {
  if (entry.formId === undefined || other.formId !== entry.formId) return false
  const isCorrected = entry.isCorrection === true || other.isCorrection === true
  if (!isCorrected && !isLookalike(entry, other)) return false
  const isAnswered = isAccepted(entry.accepted, other) || isAccepted(other.accepted, entry)
  return !isAnswered && mayBeAddedOrWasEnteredFirst(entry, other)
}

/**
 * Returns whether the other entry may have been added, or is still to be sent and was entered
 * before this one. Of two that both wait, only the later one is held, because otherwise each would
 * hold the other.
 */
function mayBeAddedOrWasEnteredFirst(entry: Entry, other: Entry): boolean {
  switch (other.state.kind) {
    case 'added':
    case 'sending':
    case 'unknown':
      return true
    case 'discarded':
      return mayBeAdded(other)
    case 'waiting':
    case 'held':
      return enteredPlaceOf(other) < enteredPlaceOf(entry)
    case 'rejected':
    case 'not-sent':
      return false
  }
}

/** Returns the place in the order in which entries were entered, whatever was let go since. */
export function enteredPlaceOf({ sequence, firstSequence = sequence }: Entry): number {
  return firstSequence
}

/**
 * Returns the entries that hold this one, as far as they are still a question: one may have been
 * rejected or discarded since, or a row corrected to another pet. Entries that `lookUp` does not
 * return are missing.
 */
export function openConflictsOf(
  { state, lookalikeKey }: Pick<Entry, 'state' | 'lookalikeKey'>,
  lookUp: (id: EntryId) => Entry | undefined,
): readonly Entry[] {
  if (state.kind !== 'held') return []
  return state.by.flatMap((id) => {
    const conflict = lookUp(id)
    return conflict === undefined || isQuestionOver(conflict, lookalikeKey) ? [] : [conflict]
  })
}

function isQuestionOver(conflict: Entry, lookalikeKey: string): boolean {
  const isRowOfOtherPet = conflict.importId !== '' && conflict.lookalikeKey !== lookalikeKey
  return canBeCorrected(conflict) || isLetGo(conflict) || isRowOfOtherPet
}

/**
 * Returns whether the entry was discarded, was certainly not added, and was not corrected by
 * another one.
 */
export function isLetGo(entry: Entry): boolean {
  const { state } = entry
  return state.kind === 'discarded' && state.isCorrected !== true && !mayBeAdded(entry)
}

/** Returns whether the person has said that the look-alike is another pet. */
export function isAccepted({ entries, imports }: Accepted, lookalike: Entry): boolean {
  if (entries.includes(answerKeyOf(lookalike))) return true
  return imports.includes(lookalike.importId) && !mayBeAdded(lookalike)
}

/**
 * Returns whether the person has said that this entry alone is another pet, so that it stands for
 * no other row of its import.
 */
export function isAcceptedAlone({ entries, imports }: Accepted, lookalike: Entry): boolean {
  return entries.includes(answerKeyOf(lookalike)) && !imports.includes(lookalike.importId)
}

/**
 * Returns the answer "these are other pets" to the conflicts that the person was shown. A row
 * stands for its import only where it did so when it held the entry: otherwise the import may have
 * added another row since, which is on no screen.
 */
export function answerTo({ state }: Pick<Entry, 'state'>, shownConflicts: readonly Entry[]): Accepted {
  const { entries, imports } = nameConflicts(shownConflicts)
  const heldByImports = state.kind === 'held' ? (state.imports ?? []) : []
  return { entries, imports: imports.filter((id) => heldByImports.includes(id)) }
}

/** Returns whether the row was left out for conflicts, and a person has included it since. */
export function isIncludedSince({ state, accepted, askedAbout }: Entry): boolean {
  if (state.kind !== 'waiting' || askedAbout === undefined) return false
  return askedAbout.entries.some((key) => accepted.entries.includes(key))
}

/** Returns the answer that each of these conflicts is another pet. */
export function nameConflicts(conflicts: readonly Entry[]): Accepted {
  const ofImports = conflicts.filter((conflict) => conflict.importId !== '' && !mayBeAdded(conflict))
  return {
    entries: conflicts.map(answerKeyOf),
    imports: [...new Set(ofImports.map(({ importId }) => importId))],
  }
}

function mayBeSamePet(entry: Entry, lookalike: Entry): boolean {
  const isOfOtherBatch = lookalike.batch !== entry.batch
  switch (lookalike.state.kind) {
    case 'unknown':
    case 'discarded':
      return mayBeAdded(lookalike)
    case 'sending':
      return isOfOtherBatch
    case 'waiting':
      return isOfOtherBatch && lookalike.sequence < entry.sequence
    case 'added':
      return isOfOtherBatch && (entry.importId !== '' || isAddedSince(entry, lookalike))
    case 'held':
      return isOfOtherBatch && isHiddenFrom(lookalike, entry)
    case 'rejected':
    case 'not-sent':
      return false
  }
}

/**
 * Returns whether the person was asked about the two, and the look-alike may still be the same pet.
 * It may be so although it was added since, because "This is it" does not say that there are two
 * pets.
 */
function isOpenQuestion(entry: Entry, lookalike: Entry): boolean {
  const { askedAbout } = entry
  if (askedAbout === undefined) return false
  const isNamed = askedAbout.entries.includes(answerKeyOf(lookalike))
  const isAskedAbout = isNamed || askedAbout.imports.includes(lookalike.importId)
  return isAskedAbout && mayBeAddedOrWasEnteredFirst(entry, lookalike)
}

/**
 * Returns whether the entry is in memory, and the look-alike on the disk. The tab of the look-alike
 * cannot see the entry, so it will not ask about the two.
 */
function isHiddenFrom(lookalike: Entry, { enteredAfter }: Entry): boolean {
  return enteredAfter !== undefined && lookalike.enteredAfter === undefined
}

/**
 * Returns whether the look-alike was entered, or let go, since this entry was entered by hand, and
 * nobody was asked about the two: the entry was held at that time, or was in memory, where the tab
 * of the look-alike could not see it.
 */
function isAddedSince(entry: Entry, lookalike: Entry): boolean {
  const { askedAfter, firstSequence, enteredAfter } = entry
  const isSinceHeld = lookalike.sequence > (askedAfter ?? firstSequence ?? Infinity)
  const isOnDisk = lookalike.enteredAfter === undefined
  const isUnseenOnDisk = isOnDisk && lookalike.sequence > (enteredAfter ?? Infinity)
  return (isSinceHeld || isUnseenOnDisk) && !isAccepted(lookalike.accepted, entry)
}

/** Returns both answers as one. */
export function joinAccepted(first: Accepted, second: Accepted): Accepted {
  return {
    entries: [...new Set([...first.entries, ...second.entries])],
    imports: [...new Set([...first.imports, ...second.imports])],
  }
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
