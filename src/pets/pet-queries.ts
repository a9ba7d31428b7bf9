import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Int64 } from '#src/lib/int64.ts'
import { getOrSearchPet } from './get-or-search-pet.ts'
import { LISTS, STOCK, stockListQuery } from './list-query.ts'
import { loadedPets } from './loaded-pets.ts'
import type { Petstore } from './petstore.ts'
import type { ListPets } from './stock.ts'

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

/**
 * Returns the list operation for evidence, which always requests the service and never reads the
 * cache. Its pets count as loaded, and no list that is looked at changes.
 */
export function fetchFreshList(client: QueryClient, petstore: Petstore): ListPets {
  return async (filter, signal) => {
    const updatedAt = Date.now()
    const list = await petstore.listPets(filter, signal)
    client.setQueryData([...LISTS, 'evidence', filter.status], list, { updatedAt })
    return list
  }
}

/**
 * Returns the list operation for code that uses a list of the stock once and does not observe it.
 * The list may be a minute old.
 *
 * All who read it meanwhile share the request, which is given up with the signal unless one of them
 * still waits.
 */
export function readStockList(client: QueryClient, petstore: Petstore): ListPets {
  return async ({ status }, signal) => {
    signal?.throwIfAborted()
    signal?.addEventListener(
      'abort',
      () =>
        void client.cancelQueries({ queryKey: STOCK, predicate: (query) => query.getObserversCount() === 0 }),
    )
    return client.query(stockListQuery(petstore, status))
  }
}
