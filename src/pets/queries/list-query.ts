import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { CacheMode } from '#src/http/browser-cache.ts'
import { staleAfter } from './load-times.ts'
import { LIMIT_MAX, type PetStatus } from '#src/pets/pet.ts'
import type { PetFilter, Petstore } from '#src/pets/petstore.ts'

/** The query key of all lists. It names no environment, because each has its own query client. */
export const LISTS = ['pets', 'list'] as const

/** The query key of the lists of the stock. */
export const STOCK = [...LISTS, 'stock'] as const

/** The time in milliseconds for which a list of the stock is new enough to look at. */
export const STOCK_MAX_AGE_MS = 60_000

/** Returns the query of a list. Those of one pet and of the stock are loaded with later pages. */
export function listQuery(petstore: Petstore, filter: PetFilter) {
  return queryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ signal, client, queryKey }) =>
      petstore.listPets(filter, signal, { cache: cacheMode(client, queryKey) }),
  })
}

/**
 * Returns the cache mode for a list that is only looked at: `default`, which spares a round trip
 * (http/browser-cache.ts).
 *
 * It is `reload` on "Refresh", which outdates the list, and for all lists once something was sent
 * or another key was given.
 */
function cacheMode(client: QueryClient, queryKey: QueryKey): CacheMode {
  const isOutdated = client.getQueryState(queryKey)?.isInvalidated === true
  const isBypassed = client.getQueryDefaults(LISTS).meta?.['bypassesCache'] === true
  return isOutdated || isBypassed ? 'reload' : 'default'
}

/** Makes the lists of this tab come from the service alone, from now on. */
export function bypassCache(client: QueryClient): void {
  client.setQueryDefaults(LISTS, { meta: { bypassesCache: true } })
}

/**
 * Returns the query of a list of the stock (stock.ts). It is not shared with the list page, whose
 * rows must not change by themselves.
 */
export function stockListQuery(petstore: Petstore, status: PetStatus | undefined) {
  return queryOptions({
    queryKey: [...STOCK, status],
    queryFn: ({ signal }) => petstore.listPets({ limit: LIMIT_MAX, status }, signal),
    staleTime: staleAfter(STOCK_MAX_AGE_MS),
  })
}

/** Marks all lists as outdated. Whoever needs one next requests it again. */
export function outdateLists(client: QueryClient): void {
  bypassCache(client)
  void client.invalidateQueries({ queryKey: LISTS, refetchType: 'none' })
}
