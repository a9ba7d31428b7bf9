import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { HttpError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { getOrSearchPet, type PetLookup } from '#src/pets/get-or-search-pet.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'
import { loadedPets, petQuery, readStockList } from '#src/pets/pet-queries.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { STOCK_FILTERS, STOCK_MAX_AGE_MS } from '#src/pets/stock.ts'
import { useQueryView } from '#src/pets/use-query-view.ts'

export type NotFound = Exclude<PetLookup, { kind: 'found' }>

/**
 * The pets of some IDs, with as few requests as possible and one at a time: what is loaded, then the lists of the stock
 * until all are found, then one request for each that is left. What was found stays found after a failure.
 */
export function usePets(ids: readonly Int64[]) {
  const client = useQueryClient()
  const petstore = usePetstore()
  const queryKey = ['pets of labels', ids]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ReadonlyMap<Int64, NotFound>> => {
      const listPets = readStockList(client, petstore)
      const missing = () => ids.filter((id) => !loadedPets(client).has(id))
      try {
        for (const status of STOCK_FILTERS)
          if (missing().length > 0) await listPets({ limit: LIMIT_MAX, status }, signal)
      } catch (error) {
        signal.throwIfAborted()
        // The lists only save requests: without them, each pet is still requested.
        if (error instanceof HttpError && error.status === 401) throw error
      }
      const notFound = new Map<Int64, NotFound>()
      for (const id of missing()) {
        const today = new Date()
        const lookup = await getOrSearchPet(id, { petstore, listPets, wasListed: false, today, signal })
        signal.throwIfAborted()
        if (lookup.kind === 'found') client.setQueryData(petQuery(petstore, id).queryKey, lookup)
        else notFound.set(id, lookup)
      }
      return notFound
    },
    staleTime: STOCK_MAX_AGE_MS,
    gcTime: 0,
  })
  return { ...useQueryView(query, queryKey), pets: petsOf(ids, client) }
}

function petsOf(ids: readonly Int64[], client: QueryClient): readonly Pet[] {
  const loaded = loadedPets(client)
  return ids.flatMap((id) => loaded.get(id) ?? [])
}
