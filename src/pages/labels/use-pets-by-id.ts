import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Int64 } from '#src/lib/int64.ts'
import { ageOf, currentMoment } from '#src/lib/moment.ts'
import { getOrSearchPet, PetNotFoundError } from '#src/pets/one-pet/get-or-search-pet.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { STOCK_MAX_AGE_MS } from '#src/pets/queries/list-query.ts'
import { staleAfter } from '#src/pets/queries/load-times.ts'
import { useKnownPetsStore } from '#src/pets/queries/use-known-pets.ts'
import { useQueryView } from '#src/pets/queries/use-query-view.ts'
import { readStockList } from '#src/pets/stock/read-stock-list.ts'
import { STOCK_FILTERS } from '#src/pets/stock/stock.ts'
import { useStore } from '#src/ui/use-store.ts'

/**
 * Loads the pets of some IDs, with as few requests as possible and one at a time. It uses the
 * loaded pets, then the lists of the stock until all are found, then one request for each that is
 * left. Pets that were found stay found after a failure.
 *
 * @param recordedPets the pets that need not be loaded, by their IDs. If the app has loaded one of
 *   them lately, that is what is shown.
 */
export function usePetsById(ids: readonly Int64[], recordedPets: ReadonlyMap<Int64, Pet>) {
  const client = useQueryClient()
  const petstore = usePetstore()
  const knownPets = useKnownPetsStore()
  // This renders the labels when there are further pets.
  useStore(knownPets)
  const queryKey = ['pets of labels', ids]
  // Ages count from the arrival at this page, so that the first pets stay new enough, however long
  // the others take.
  const [arrival] = useState(currentMoment)
  const loaded = (): ReadonlyMap<Int64, Pet> => {
    const maxAge = STOCK_MAX_AGE_MS + ageOf(arrival)
    const newEnough = [...knownPets.get().byId.values()].filter((known) => ageOf(known.loaded) <= maxAge)
    return new Map([...recordedPets, ...newEnough.map(({ pet }) => [pet.id, pet] as const)])
  }
  const missing = (there = loaded()) => ids.filter((id) => !there.has(id))
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const listPets = readStockList(client, petstore)
      try {
        for (const status of STOCK_FILTERS)
          if (missing().length > 0) await listPets({ limit: LIMIT_MAX, status }, signal)
      } catch {
        // The lists only save requests. Without them, each pet is still requested.
        signal.throwIfAborted()
      }
      const notFound: Int64[] = []
      let mayExist = false
      for (const id of missing()) {
        try {
          await getOrSearchPet(id, { petstore, listPets, signal })
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof PetNotFoundError)) throw error
          notFound.push(id)
          mayExist ||= error.cause === undefined
        }
      }
      return { notFound, mayExist }
    },
    staleTime: staleAfter(STOCK_MAX_AGE_MS),
    gcTime: 0,
  })
  const pets = loaded()
  return { ...useQueryView(query, queryKey), pets: ids.flatMap((id) => pets.get(id) ?? []) }
}
