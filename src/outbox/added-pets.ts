import { addedPetsPath } from '#src/lib/paths.ts'
import type { Entry } from './entry.ts'

/**
 * Returns a link to the list, where pets that were added are marked, or `undefined` if none has an
 * ID. The list says how many of them it has, because nothing makes sure that the service gives
 * them.
 */
export function linkToAddedPets(environmentId: string, entries: readonly Entry[]) {
  const pets = entries.flatMap(({ newPet, state }) =>
    state.kind === 'added' && state.id !== undefined ? [{ id: state.id, status: newPet?.status }] : [],
  )
  if (pets.length === 0) return undefined
  const [status, ...otherStatuses] = new Set(pets.map((pet) => pet.status))
  return {
    to: addedPetsPath(environmentId, otherStatuses.length === 0 ? status : undefined),
    state: { added: pets.map(({ id }) => id) },
    text: pets.length === 1 ? 'See it in the list' : 'See them in the list',
  }
}
