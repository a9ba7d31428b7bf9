import { type Entry, type EntryId, entryIdOf } from '#src/outbox/entry.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { Tab } from '#tests/support/device.ts'

/** The test's memory of what people did. */
export type History = {
  /**
   * The number of times that somebody pressed to send this entry once more, without its being sent
   * for that yet.
   */
  readonly presses: Map<EntryId, number>
  /** The number of times that it was sent once more although it may have been added. */
  readonly unprovenSends: Map<EntryId, number>
  /** The pets that were typed, and in which tab. */
  readonly entered: { readonly id: EntryId; readonly tab: Tab }[]
  /**
   * For each pet by hand, the entries that had been added when the ledger got it; none for a
   * correction, which is asked about all of them.
   */
  readonly addedBefore: Map<EntryId, ReadonlySet<EntryId>>
  /**
   * The pets by hand that an answer had added, and that became unconfirmed because no page had
   * shown that before somebody signed in again.
   */
  readonly doubted: Set<string>
  /** The pets by hand that a page has shown as added. */
  readonly shownAsAdded: Set<EntryId>
  /** The claims of entries that are to be sent once more, and whether each may have been added. */
  readonly claimedAgain: Map<EntryId, boolean>
  /** The entries that people marked as added: without a pet, or as one that is not theirs. */
  readonly marked: Set<EntryId>
  /** What was meant of each kind of pet, by look-alike key. */
  readonly meant: Map<string, Meant>
  /** The forms that were pressed. A tab may have a copy of any of them. */
  readonly forms: Form[]
  /** The number of answers "Add it anyway", by `visitAnswerKeyOf`. */
  readonly answers: Map<string, number>
  /** The sign-in in which somebody has last pressed a button about pets by hand. */
  pressedInSignIn: string
  /** The imports that must not go on before somebody presses a button about them. */
  readonly stoppedImports: Set<string>
  /** The rows at which somebody has pressed "Include", until the ledger has them as waiting. */
  readonly includePresses: Set<EntryId>
  /** The rows that somebody has left out, and not included since. */
  readonly leftOut: Set<EntryId>
  /** The number of times that somebody signed in again. */
  signIns: number
  /** Says whether the disk was full at any time. */
  wasFull: boolean
  /** Says whether lists may lag. The app cannot notice that if they lack nothing that was shown. */
  readonly mayLag: boolean
  /** Says whether people may take a look-alike for their pet. */
  readonly mayMistake: boolean
}

/** A form as it was pressed: with a pet, which may correct a rejected one. */
export type Form = {
  readonly formId: string
  readonly newPet: NewPet
  readonly correctedId: EntryId | undefined
}

/** Returns whose answers count for this entry: "Add it anyway" answers for the whole visit. */
export const visitAnswerKeyOf = ({ batch, lookalikeKey }: Entry): string => `${batch} ${lookalikeKey}`

/** How many pets of one look-alike key people have asked for. */
export type Meant = {
  /** The entries that were claimed, each with the press that entered it. */
  readonly entries: Set<string>
  /** The number of times that one was sent once more although it may have been added. */
  unprovenSends: number
}

/** Returns what was meant of a kind of pet. */
export function meantOf({ meant }: Pick<History, 'meant'>, lookalikeKey: string): Meant {
  const known = meant.get(lookalikeKey) ?? { entries: new Set<string>(), unprovenSends: 0 }
  meant.set(lookalikeKey, known)
  return known
}

/** Notes what had been added when the ledger got a pet, and whether an answer is doubted. */
export function noteSaved(
  { addedBefore, doubted, signIns }: History,
  entry: Entry,
  before: ReadonlyMap<string, Entry>,
): void {
  const id = entryIdOf(entry)
  const stateBefore = before.get(id)?.state
  const wasAnswered = stateBefore?.kind === 'added' && stateBefore.isByPerson !== true
  if (signIns > 0 && wasAnswered && entry.state.kind === 'unknown') doubted.add(id)
  if (addedBefore.has(id)) return
  const added = [...before.values()].filter(({ state }) => state.kind === 'added')
  addedBefore.set(id, new Set(added.map(entryIdOf)))
}

/** Notes that a person has left out a row, or included it, when that is written. */
export function noteRowSaved(history: History, row: Entry): void {
  const { includePresses, leftOut } = history
  const id = entryIdOf(row)
  if (row.state.kind === 'held' && row.state.isByPerson === true) leftOut.add(id)
  if (row.state.kind === 'waiting' && includePresses.delete(id)) leftOut.delete(id)
}

/** Notes that an entry was claimed. */
export function noteMeant(history: History, entry: Entry): void {
  // A corrected row has the place of another one, and a press of its own.
  const press = entry.importId === '' ? '' : pressOf(entry)
  meantOf(history, entry.lookalikeKey).entries.add(`${entryIdOf(entry)} ${press}`)
}

/** Notes that the request of an entry leaves. */
export function noteRequest(history: History, entry: Entry): void {
  const { claimedAgain, presses, unprovenSends, mayLag } = history
  const id = entryIdOf(entry)
  const mayBeAdded = claimedAgain.get(id)
  claimedAgain.delete(id)
  if (mayBeAdded === undefined) return
  presses.set(id, (presses.get(id) ?? 0) - 1)
  if (!mayBeAdded && !mayLag) return
  unprovenSends.set(id, (unprovenSends.get(id) ?? 0) + 1)
  meantOf(history, entry.lookalikeKey).unprovenSends += 1
}

/** Notes which pets by hand a tab shows as added, where a person sees them. */
export function noteShownAsAdded({ shownAsAdded }: History, tab: Tab): void {
  if (!tab.isAddPageInSight() || tab.isAsleep() || tab.isCrashed()) return
  for (const { id, entry } of tab.byHand.get().items) if (entry.state.kind === 'added') shownAsAdded.add(id)
}
