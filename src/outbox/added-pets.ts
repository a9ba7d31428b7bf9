import { addedPetsPath } from '#src/lib/paths.ts'
import type { AddedPetsState } from '#src/pets/added-pets.ts'
import type { Entry } from './entry.ts'

/**
 * Returns a link to the list, where pets that were added are marked, or `undefined` if none has an
 * ID. The list says how many of them it has, because nothing makes sure that the service gives
 * them.
 */
export function linkToAddedPets(environmentId: string, entries: readonly Entry[]) {
  const pets = entries.flatMap(({ newPet, state, enteredAt, sentAt = enteredAt }) => {
    if (state.kind !== 'added' || state.id === undefined) return []
    return [{ id: state.id, status: newPet?.status, signInId: state.confirmedTo, addedAt: sentAt }]
  })
  const [firstPet] = pets
  if (firstPet === undefined) return undefined
  const [status, ...otherStatuses] = new Set(pets.map((pet) => pet.status))
  const state: AddedPetsState = {
    added: pets.map(({ id }) => id),
    signInId: firstPet.signInId,
    addedAt: Math.max(...pets.map(({ addedAt }) => addedAt)),
  }
  return {
    to: addedPetsPath(environmentId, otherStatuses.length === 0 ? status : undefined),
    state,
    text: pets.length === 1 ? 'See it in the list' : 'See them in the list',
  }
}
