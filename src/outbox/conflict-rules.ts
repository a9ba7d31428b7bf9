import { isAccepted } from './answers.ts'
import { type Accepted, type Entry, type EntryId, entryIdOf } from './entry.ts'
import { answerKeyOf, canBeCorrected, enteredPlaceOf, isGivenUp, mayBeAdded } from './entry-rules.ts'

/**
 * Returns the entries that may already have added this pet, or are about to: sending it could add
 * the pet twice. This function alone decides it (rule 4 of the README).
 *
 * @param others of the same environment; may include `entry` itself
 * @param answers the answers that count for the entry: "Add it anyway" answers for the whole visit,
 *   but not about what is from the same form
 */
export function conflictsOf(
  entry: Entry,
  others: readonly Entry[],
  answers: Accepted = entry.accepted,
): readonly Entry[] {
  const id = entryIdOf(entry)
  return others.filter((other) => entryIdOf(other) !== id && isConflict(entry, other, answers))
}

function isConflict(entry: Entry, other: Entry, answers: Accepted): boolean {
  if (isConflictOfForm(entry, other)) return true
  if (!areLookalikes(entry, other) || isAccepted(answers, other)) return false
  if (wasAskedAbout(entry, other) && mayBeAddedOrWasEnteredFirst(entry, other)) return true
  return mayBeAdded(other) || isConflictOfOtherBatch(entry, other)
}

function areLookalikes(entry: Entry, other: Entry): boolean {
  return other.lookalikeKey === entry.lookalikeKey
}

/**
 * Returns whether the other entry is from the same form as this one, and may have been added, or
 * was entered before it and is still to be sent. A copy of a form in which something else was typed
 * is another form, but a correction may have any name. An answer about the two counts for both.
 */
function isConflictOfForm(entry: Entry, other: Entry): boolean {
  if (entry.formId === undefined || other.formId !== entry.formId) return false
  const isCorrected = entry.isCorrection === true || other.isCorrection === true
  if (!isCorrected && !areLookalikes(entry, other)) return false
  const isAnswered = isAccepted(entry.accepted, other) || isAccepted(other.accepted, entry)
  return !isAnswered && mayBeAddedOrWasEnteredFirst(entry, other)
}

/**
 * Returns whether the person was asked about the two. If the look-alike was added since, this stays
 * a question, because "This is it" does not say that there are two pets.
 */
function wasAskedAbout({ askedAbout }: Entry, lookalike: Entry): boolean {
  if (askedAbout === undefined) return false
  const isNamed = askedAbout.entries.includes(answerKeyOf(lookalike))
  return isNamed || askedAbout.imports.includes(lookalike.importId)
}

/**
 * Returns whether the other entry may have been added, or is still to be sent and was entered
 * before this one. If both wait, only the later one is held, because otherwise each would hold the
 * other.
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

/**
 * Returns whether the look-alike is a conflict because it is of another batch. A person who enters
 * "Hamster" ten times in one visit means ten hamsters.
 */
function isConflictOfOtherBatch(entry: Entry, lookalike: Entry): boolean {
  if (lookalike.batch === entry.batch && !mayBeTypedAnew(entry, lookalike)) return false
  switch (lookalike.state.kind) {
    case 'sending':
      return true
    case 'waiting':
      return lookalike.sequence < entry.sequence
    case 'held':
      return isInMemoryBesideDisk(entry, lookalike)
    case 'added':
      return entry.importId !== '' || wasAddedUnasked(entry, lookalike)
    case 'unknown':
    case 'discarded':
    case 'rejected':
    case 'not-sent':
      return false
  }
}

/**
 * Returns whether the entry corrects a rejected pet, and the look-alike may be the same pet, which
 * somebody has typed anew instead of using "Fix". Two corrections are two pets, because each has
 * taken the place of another one.
 */
function mayBeTypedAnew(entry: Entry, lookalike: Entry): boolean {
  return entry.isCorrection === true && lookalike.isCorrection !== true
}

/**
 * Returns whether the look-alike was added although nobody was asked about it and this pet by hand.
 * That is so if this pet corrects a rejected one, or if the look-alike came while this pet was held
 * or from a tab that could not see it.
 */
function wasAddedUnasked(entry: Entry, lookalike: Entry): boolean {
  if (isAccepted(lookalike.accepted, entry)) return false
  if (entry.isCorrection === true) return true
  return wasEnteredWhileHeld(entry, lookalike) || wasEnteredUnseen(entry, lookalike)
}

/**
 * Returns whether the look-alike was entered, or unheld, since this entry was entered and then
 * held.
 */
function wasEnteredWhileHeld({ askedAfter, firstSequence }: Entry, lookalike: Entry): boolean {
  const enteredPlace = askedAfter ?? firstSequence
  return enteredPlace !== undefined && lookalike.sequence > enteredPlace
}

/** Returns whether the look-alike was entered, or unheld, on the disk after this one in memory. */
function wasEnteredUnseen({ enteredAfter }: Entry, lookalike: Entry): boolean {
  const isOnDisk = lookalike.enteredAfter === undefined
  return enteredAfter !== undefined && isOnDisk && lookalike.sequence > enteredAfter
}

/**
 * Returns whether the entry is in memory, and the look-alike on the disk. The tab of the look-alike
 * cannot see the entry, so it will not ask about the two.
 */
function isInMemoryBesideDisk({ enteredAfter }: Entry, lookalike: Entry): boolean {
  return enteredAfter !== undefined && lookalike.enteredAfter === undefined
}

/**
 * Returns the entries that hold this one, as far as they are still a question. Entries that
 * `lookUp` does not return are missing.
 */
export function openConflictsOf(
  { state, lookalikeKey }: Pick<Entry, 'state' | 'lookalikeKey'>,
  lookUp: (id: EntryId) => Entry | undefined,
): readonly Entry[] {
  if (state.kind !== 'held') return []
  const conflicts = state.by.map(lookUp).filter((conflict) => conflict !== undefined)
  return conflicts.filter((conflict) => !isQuestionOver(conflict, lookalikeKey))
}

/**
 * Returns whether a conflict is no question any more, because it was certainly not added, or is a
 * row that was corrected to another pet.
 *
 * @param lookalikeKey the key of the entry that the conflict holds
 */
function isQuestionOver(conflict: Entry, lookalikeKey: string): boolean {
  const isRowOfOtherPet = conflict.importId !== '' && conflict.lookalikeKey !== lookalikeKey
  return canBeCorrected(conflict) || isGivenUp(conflict) || isRowOfOtherPet
}
