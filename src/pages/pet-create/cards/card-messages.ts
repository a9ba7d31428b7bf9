import { errorText } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { EntryState } from '#src/outbox/entry.ts'
import { stillCheckingText } from '#src/outbox/lists/still-checking-text.ts'
import type { CheckState, Verdict } from '#src/outbox/lists/verdict.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { KeyProblem } from '#src/session/session-context.ts'
import { petName } from './pet-name.ts'

/**
 * Returns the headline of a pet that was added.
 *
 * @param id `undefined` if the person said that it was added, and did not say as which pet
 */
export function addedHeadline(id: Int64 | undefined): string {
  return id === undefined ? 'Added' : `Added (ID ${id})`
}

/**
 * Says why a tab that goes on without a record can neither send nor correct a pet that is on the
 * disk. Returns `undefined` if the pet is neither to be sent nor to be corrected.
 */
export function otherTabMessage(kind: EntryState['kind']): string | undefined {
  const action = OTHER_TAB_ACTIONS.get(kind)
  if (action === undefined) return undefined
  return `This pet was saved before. This tab cannot save, so only another tab can ${action}.`
}

const OTHER_TAB_ACTIONS: ReadonlyMap<EntryState['kind'], string> = new Map([
  ['waiting', 'add it'],
  ['held', 'add it'],
  ['unknown', 'add it again'],
  ['rejected', 'correct it'],
])

/**
 * Says that a pet may have been added.
 *
 * @param reason why nobody knows what became of the request
 */
export function unconfirmedMessage(reason: string): string {
  // A reason is a sentence, whose first word is small here unless it is the name of the
  // environment.
  const continuation = reason.replace(/^(The|Cancelled)\b/, (word) => word.toLowerCase())
  return `May have been added: ${continuation}`
}

/**
 * Returns whether the lists may still tell by themselves what became of a pet, so that nobody has
 * to decide about it yet. Without a key they are not read.
 */
export function isStillChecking(check: CheckState | undefined, keyProblem: KeyProblem): boolean {
  return check?.kind === 'not-found-yet' || (check?.kind === 'checking' && keyProblem === 'none')
}

export type FoundCheck = Extract<CheckState, { readonly kind: 'found' }>
export type NotFoundCheck = Exclude<CheckState, FoundCheck>

/** Says what the lists prove about a pet that may have been added, if they do not have it. */
export function petCheckMessage(
  newPet: NewPet,
  check: NotFoundCheck,
  environmentName: string,
  keyProblem: KeyProblem,
): string {
  if (keyProblem !== 'none' && (check.kind === 'checking' || check.kind === 'failed'))
    return keyProblem === 'refused'
      ? 'Not checked: your key no longer works.'
      : 'Not checked: sign in again to continue.'
  switch (check.kind) {
    case 'checking':
      return 'Checking…'
    case 'failed':
      return failedCheckText(check.error, environmentName)
    case 'not-found-yet':
      return stillCheckingText(check)
    case 'not-added':
      return `${petName(newPet)} was not added (${environmentName} checked at ${formatTime(check.readAt)}).`
    case 'cannot-tell':
      return `Not among the pets ${environmentName} shows. Adding it again could create a duplicate.`
    case 'may-be-taken':
      return `${environmentName} has ${likelyOthersText(check)}. Adding it again could create a duplicate.`
  }
}

/** Says why the lists could not be read. */
export function failedCheckText(error: unknown, environmentName: string): string {
  return `The check failed. ${errorText(error, environmentName)}`
}

/**
 * Says which other pets may be the one that was sent, beside those that were found; `undefined` if
 * there are none.
 */
export function otherPetsMessage(verdict: Verdict, environmentName: string): string | undefined {
  const { doubtfulPets = [], olderPets = [] } = verdict
  if (doubtfulPets.length + olderPets.length === 0) return undefined
  return `${environmentName} also has ${likelyOthersText(verdict)}.`
}

/** The most pets that a card names by their IDs. */
export const MAX_NAMED_PETS = 3

/** Returns words for pets that are probably not the one which was sent, with their IDs if few. */
function likelyOthersText({ doubtfulPets = [], olderPets = [] }: Verdict): string {
  const pets = [...doubtfulPets, ...olderPets]
  const areAllOlder = doubtfulPets.length === 0
  const ids = pets.map(({ id }) => `ID ${id}`).join(', ')
  if (pets.length === 0) return 'a pet like it, which may be another one'
  if (pets.length === 1) {
    const reason = areAllOlder ? 'whose ID had been seen before' : 'which may be another one'
    return `a pet like it (${ids}), ${reason}`
  }
  const reason = areAllOlder ? 'whose IDs had been seen before' : 'which may be others'
  if (pets.length > MAX_NAMED_PETS) return `${pets.length} pets like it, ${reason}`
  return `pets like it (${ids}), ${reason}`
}
