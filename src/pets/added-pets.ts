import type { Int64 } from '#src/lib/int64.ts'
import { ageOf } from '#src/lib/moment.ts'

/** The time for which pets that were added are called new, in milliseconds. */
export const NEW_FOR_MS = 60 * 60 * 1000

/** The state of an address of the list in which pets that were just added are marked. */
export type AddedPetsState = {
  readonly added: readonly Int64[]
  /** The sign-in to which the service has confirmed them. */
  readonly signInId: string
  /** When the last of them was added, in milliseconds since 1970. */
  readonly addedAt: number
}

/** @param addedAt when it was added, in milliseconds since 1970 */
export function isNew(addedAt: number): boolean {
  return ageOf({ wall: addedAt, elapsed: undefined }) <= NEW_FOR_MS
}

/**
 * Returns the pets in the state of an address that are new to this sign-in, or `undefined` without
 * any. A browser keeps that state for days, and for whoever signs in next.
 */
export function newPetsIn(state: unknown, signInId: string | undefined): AddedPetsState | undefined {
  if (typeof state !== 'object' || state === null || !('added' in state)) return undefined
  const pets = state as AddedPetsState
  return pets.signInId === signInId && isNew(pets.addedAt) ? pets : undefined
}
