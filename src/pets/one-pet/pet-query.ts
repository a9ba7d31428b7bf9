import { queryOptions } from '@tanstack/react-query'
import type { Int64 } from '#src/lib/int64.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { loadedPets } from '#src/pets/queries/loaded-pets.ts'
import { fetchFreshList } from '#src/pets/stock/read-stock-list.ts'
import { getOrSearchPet } from './get-or-search-pet.ts'

export function petQuery(petstore: Petstore, id: Int64) {
  return queryOptions({
    queryKey: ['pets', 'one', id],
    // The pets are kept, because `loadedPets` reads them.
    gcTime: Infinity,
    queryFn: ({ signal, client }) =>
      getOrSearchPet(id, {
        petstore,
        listPets: fetchFreshList(client, petstore),
        isKnown: loadedPets(client).some(({ pet }) => pet.id === id),
        signal,
      }),
  })
}
