import type { QueryClient } from '@tanstack/react-query'
import type { Petstore } from '#src/pets/petstore.ts'
import { STOCK, stockListQuery } from '#src/pets/queries/list-query.ts'
import type { ListPets } from './stock.ts'

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
