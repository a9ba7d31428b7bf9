import { errorText, responseText } from '#src/http/describe-error.ts'
import { HttpError, InvalidResponseError, isAbort } from '#src/http/errors.ts'
import { hasHttpNote } from '#src/http/split-http-note.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { Entry } from './entry.ts'
import { joinNotes } from './transitions/answer-notes.ts'
import type { Claim } from './transitions/claim.ts'
import { CRASHED_MESSAGE } from './transitions/recover.ts'
import type { Outcome } from './transitions/record-outcome.ts'

type Circumstances = {
  /** The name of the environment. */
  readonly environmentName: string
  /** The IDs that any GET had shown on this device before this pet was sent. */
  readonly idsBefore: ReadonlySet<Int64>
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Returns what became of a request. After a 401 and a 429 the service has not acted, and the same
 * entry is sent later.
 */
export function outcomeOf(
  { entry, mayHaveBeenAccepted, signInId }: Claim,
  result: CreatePetOutcome,
  { environmentName, idsBefore, now }: Circumstances,
): Outcome {
  if (result.kind === 'added') {
    const { pet } = result
    const note = noteAbout(pet, entry.newPet, idsBefore)
    const changes = changesIn(pet, entry)
    return { kind: 'added', id: pet.id, note, ...changes, confirmedTo: signInId }
  }
  if (hasStatus(result.error, 401) || hasStatus(result.error, 429)) return 'not-acted-on'
  // A rejection says nothing about the earlier request.
  if (result.kind === 'rejected' && !mayHaveBeenAccepted)
    return { kind: 'rejected', message: errorText(result.error, environmentName) }
  return { kind: 'unknown', message: unknownText(result.error, environmentName), endedAt: now }
}

/** Returns what the entry keeps of the pet in the answer, where that differs from the one sent. */
function changesIn(
  { name, categoryId, status }: Pet,
  { newPet, lookalikeKey }: Entry,
): Pick<Extract<Outcome, { kind: 'added' }>, 'isChanged' | 'savedAs'> {
  const savedAs = { name, categoryId, status }
  const isSame = name === newPet?.name && categoryId === newPet.categoryId && status === newPet.status
  if (isSame) return {}
  return lookalikeKeyOf(savedAs) === lookalikeKey ? { savedAs } : { savedAs, isChanged: true }
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof HttpError && error.status === status
}

/** Compares the answer with what was sent, and its ID with those that a GET had shown before. */
function noteAbout(pet: Pet, newPet: NewPet | undefined, idsBefore: ReadonlySet<Int64>): string | undefined {
  const isSame = pet.name === newPet?.name && pet.categoryId === newPet.categoryId
  const saved = isSame ? undefined : `Saved as “${pet.name}”, category ${pet.categoryId}.`
  if (!idsBefore.has(pet.id)) return saved
  return joinNotes(saved, seenBeforeNote(pet.id))
}

/** Hints that the pet with this ID may be an older one, or that the service gives IDs again. */
export function seenBeforeNote(id: Int64): string {
  return `ID ${id} had been seen before this pet was sent.`
}

const NOT_A_PET = 'The answer was not a pet.'

// These stand before and after the name of the environment.
const CANCELLED = { before: 'Cancelled before ', after: ' responded.' }
const NO_RESPONSE = { before: '', after: ' did not respond.' }

/**
 * Says why it is not known that the pet was added. Never says to try again, which could add it
 * twice.
 */
function unknownText(error: unknown, environmentName: string): string {
  if (error instanceof HttpError) return responseText(error, environmentName)
  if (error instanceof InvalidResponseError) return NOT_A_PET
  const { before, after } = isAbort(error) ? CANCELLED : NO_RESPONSE
  return before + environmentName + after
}

/**
 * Returns whether this app may have written the text as the message of an unknown outcome.
 *
 * @param mayBeEnvironment says whether an environment may have had this name when it was written
 */
export function isUnknownText(text: string, mayBeEnvironment: (name: string) => boolean): boolean {
  if (text === CRASHED_MESSAGE || text === NOT_A_PET || hasHttpNote(text)) return true
  return [CANCELLED, NO_RESPONSE].some(
    ({ before, after }) =>
      text.startsWith(before) &&
      text.endsWith(after) &&
      mayBeEnvironment(text.slice(before.length, -after.length)),
  )
}
