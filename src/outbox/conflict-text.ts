import { environmentName, type EnvironmentNames } from '#src/config/environment-names.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Entry, EntryState } from './entry.ts'
import { mayBeAdded } from './entry-rules.ts'

/** Introduces the entries whose pets may be the same as an unconfirmed or an added one. */
export const MAY_MATCH = 'May match another pet added from this browser'

/** Introduces the entries that hold a pet. */
export const MAY_BE_ADDED = 'May already have been added'

/** Introduces the entries that hold a row, if none of them was sent. */
const MAY_BE_SAME = 'May be the same pet'

type AddedState = Extract<EntryState, { kind: 'added' }>

/** The entry whose conflicts are told. */
type Subject = Pick<Entry, 'lookalikeKey' | 'baseUrl' | 'environmentId'>

/** Names the conflicts of an entry in a whole sentence; `undefined` if there are none. */
export function conflictSentence(
  intro: typeof MAY_MATCH | typeof MAY_BE_ADDED | typeof MAY_BE_SAME,
  conflicts: readonly Entry[],
  subject: Subject,
  environmentNames: EnvironmentNames,
): string | undefined {
  if (conflicts.length === 0) return undefined
  const textOf = (conflict: Entry) =>
    otherName(conflict, subject) + conflictText(conflict, subject, environmentNames)
  return `${intro}: ${conflicts.map(textOf).join('; ')}.`
}

/** Names the conflicts of a row that is left out; `undefined` if there are none. */
export function conflictsOfRowSentence(
  conflicts: readonly Entry[],
  subject: Subject,
  environmentNames: EnvironmentNames,
): string | undefined {
  const isAnySent = conflicts.some(({ state }) => state.kind !== 'waiting' && state.kind !== 'held')
  return conflictSentence(isAnySent ? MAY_BE_ADDED : MAY_BE_SAME, conflicts, subject, environmentNames)
}

/**
 * Returns "as “Rexy”, " where the conflict is another pet than the held one, because it was entered
 * from the same form, and else ''.
 */
function otherName({ newPet, lookalikeKey }: Entry, subject: Subject): string {
  return newPet === undefined || subject.lookalikeKey === lookalikeKey ? '' : `as “${newPet.name}”, `
}

/** Names a row of an import with its file: "row 12 of delivery.csv". */
export function rowName({ number, fileName }: NonNullable<Entry['row']>): string {
  return `row ${number} of ${fileName ?? 'pasted rows'}`
}

/** Says what became of an entry that may have added the pet: "sent at 16:41, not confirmed". */
export function conflictText(
  conflict: Entry,
  subject: Pick<Subject, 'baseUrl' | 'environmentId'>,
  environmentNames: EnvironmentNames,
): string {
  const { row } = conflict
  const rowText = row === undefined ? '' : `${rowName(row)}, `
  const placeText = otherPlaceText(conflict, subject, environmentNames)
  return rowText + stateText(conflict, placeText === '') + placeText
}

/** Says where the conflict was entered, if that was another address or another environment. */
function otherPlaceText(
  { baseUrl, environmentId }: Entry,
  subject: Pick<Subject, 'baseUrl' | 'environmentId'>,
  environmentNames: EnvironmentNames,
): string {
  if (baseUrl !== subject.baseUrl) return `, at the former address ${baseUrl}`
  if (environmentId === subject.environmentId) return ''
  return `, in the environment ${environmentName(environmentId, environmentNames)}`
}

function stateText(conflict: Entry, isOfSamePlace: boolean): string {
  const { state, row, enteredAt, sentAt = enteredAt } = conflict
  const timeEntered = formatTime(enteredAt)
  const timeSent = formatTime(sentAt)
  switch (state.kind) {
    case 'unknown':
      return `sent at ${timeSent}, not confirmed`
    case 'discarded':
      if (mayBeAdded(conflict)) return `sent at ${timeSent}, not confirmed`
      return state.isCorrected === true
        ? `not added at ${timeSent}, corrected since`
        : `discarded, entered at ${timeEntered}`
    case 'sending':
      // Its tab may be gone, which only the tab that opens its batch finds out.
      return `sent at ${formatTime(state.at)}, no answer yet`
    case 'added':
      return addedText(state, timeSent) + (isOfSamePlace ? idText(state) : '')
    case 'waiting':
      return `entered at ${timeEntered}, still waiting`
    case 'held':
      return `entered at ${timeEntered}, ${row === undefined ? 'waits for a decision' : 'left out'}`
    case 'rejected':
    case 'not-sent':
      return 'not added'
  }
}

/** A person's word is no proof, so it is told apart from an answer of the service. */
function addedText({ isByPerson }: AddedState, timeSent: string): string {
  return isByPerson === true ? `sent at ${timeSent}, marked as added` : `added at ${timeSent}`
}

/** Names the ID. It is not for another place, where the ID may be that of another pet. */
function idText({ id }: AddedState): string {
  return id === undefined ? '' : ` (ID ${id})`
}
