import { addedPetsPath } from '#src/lib/paths.ts'
import { type AddedPetsState, isNew } from '#src/pets/added-pets.ts'
import { isPetStatus } from '#src/pets/pet.ts'
import type { Entry } from './entry.ts'

/**
 * Returns a link to the list, where those of these pets are marked that are new to this sign-in, or
 * `undefined` if none is. The list says how many of them it has, because nothing makes sure that
 * the service gives them.
 */
export function linkToAddedPets(environmentId: string, entries: readonly Entry[], signInId: string) {
  const pets = entries.flatMap(({ newPet, state, enteredAt, sentAt = enteredAt }) => {
    const isOfSignIn = state.kind === 'added' && state.confirmedTo === signInId
    if (!isOfSignIn || state.id === undefined || !isNew(sentAt)) return []
    const { id, savedAs } = state
    const statusOfService = savedAs === undefined ? newPet?.status : savedAs.status
    // Pets with a status that is unknown here cannot be listed by it.
    const status = isPetStatus(statusOfService) ? statusOfService : undefined
    return [{ id, status, addedAt: sentAt }]
  })
  if (pets.length === 0) return undefined
  const [status, ...otherStatuses] = new Set(pets.map((pet) => pet.status))
  const state: AddedPetsState = {
    added: pets.map(({ id }) => id),
    signInId,
    addedAt: Math.max(...pets.map(({ addedAt }) => addedAt)),
  }
  return {
    to: addedPetsPath(environmentId, otherStatuses.length === 0 ? status : undefined),
    state,
    text: pets.length === 1 ? 'See it in the list' : 'See them in the list',
  }
}
