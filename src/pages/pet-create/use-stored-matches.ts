import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { LISTS } from '#src/pets/list-query.ts'
import { listedPets } from '#src/pets/pet-queries.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { indexSimilarPets } from '#src/pets/similar-pets.ts'
import { useSessionState } from '#src/session/session-context.ts'
import type { AddedPet } from './create-pet-store.ts'

/**
 * Pets of this visit, and of the lists that are loaded, that may be the same animal. None once the key has ended: whoever
 * sits here now may not be allowed to see what was loaded with it.
 */
export function useStoredMatches(newPet: NewPet | undefined, added: readonly AddedPet[]): readonly Pet[] {
  const client = useQueryClient()
  // Renders again when a list has loaded.
  useIsFetching({ queryKey: LISTS })
  const isSignedIn = useSessionState().kind === 'signed-in'
  return newPet === undefined || !isSignedIn
    ? []
    : indexSimilarPets([...added.flatMap(({ pet }) => pet ?? []), ...listedPets(client)])(newPet)
}
