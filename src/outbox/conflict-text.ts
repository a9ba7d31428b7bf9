import { formatTime } from '#src/lib/format-time.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { Entry } from './entry.ts'
import { mayBeAdded } from './entry-rules.ts'

/** Introduces the entries whose pets may be the same as an unconfirmed or an added one. */
export const MAY_MATCH = 'May match another pet added from this browser'

/** Introduces the entries that hold a pet. */
export const MAY_BE_ADDED = 'May already have been added'

/**
 * Names the conflicts of a pet in a whole sentence; `undefined` if there are none.
 *
 * @param heldPet given where one of them may be another pet: a correction that another tab has made
 */
export function conflictSentence(
  intro: typeof MAY_MATCH | typeof MAY_BE_ADDED,
  conflicts: readonly Entry[],
  heldPet?: NewPet,
): string | undefined {
  if (conflicts.length === 0) return undefined
  const textOf = (conflict: Entry) => otherName(conflict, heldPet) + conflictText(conflict)
  return `${intro}: ${conflicts.map(textOf).join('; ')}.`
}

/** Returns "as “Rexy”, " where the conflict is another pet than the held one, and else ''. */
function otherName({ newPet, lookalikeKey }: Entry, heldPet: NewPet | undefined): string {
  if (heldPet === undefined || newPet === undefined) return ''
  return lookalikeKeyOf(heldPet) === lookalikeKey ? '' : `as “${newPet.name}”, `
}

/** Says by what a pet may already have been added: "sent at 16:41, not confirmed". */
export function conflictText(conflict: Entry): string {
  const { row } = conflict
  if (row === undefined) return stateText(conflict)
  return `row ${row.number} of ${row.fileName ?? 'pasted rows'}, ${stateText(conflict)}`
}

function stateText(conflict: Entry): string {
  const { state, enteredAt, sentAt = enteredAt } = conflict
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
      return 'being added'
    case 'added':
      return state.id === undefined ? `added at ${timeSent}` : `added at ${timeSent} (ID ${state.id})`
    case 'waiting':
    case 'held':
      return `entered at ${timeEntered}, still waiting`
    case 'rejected':
    case 'not-sent':
      return 'not added'
  }
}
