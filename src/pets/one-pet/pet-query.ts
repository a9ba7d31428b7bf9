import { queryOptions } from '@tanstack/react-query'
import type { Int64 } from '#src/lib/int64.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import type { KnownPets } from '#src/pets/queries/known-pets.ts'
import { getOrSearchPet } from './get-or-search-pet.ts'

/**
 * Returns the query of one pet, which says where it was found. The page reads the pet itself from
 * `knownPets`, which may have a newer response.
 */
export function petQuery(petstore: Petstore, knownPets: KnownPets, id: Int64) {
  return queryOptions({
    queryKey: ['pets', 'one', id],
    queryFn: async ({ signal }) => {
      const found = await getOrSearchPet(id, {
        petstore,
        listPets: (filter, listSignal) => petstore.listPets(filter, listSignal),
        isKnown: knownPets.get().byId.has(id),
        signal,
      })
      knownPets.noteOpened(id)
      return found
    },
  })
}
