import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { LIMIT_MAX, type PetStatus } from './pet.ts'
import type { PetFilter, Petstore } from './petstore.ts'

/** The query key of all lists. It names no environment, because each has its own query client. */
export const LISTS = ['pets', 'list'] as const

/** The list operation. The other queries (pet-queries.ts) are loaded with later pages. */
export function listQuery(petstore: Petstore, filter: PetFilter) {
  return queryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ signal }) => petstore.listPets(filter, signal),
  })
}

/** A list of the stock (stock.ts). Not shared with the list page, whose rows must not change by themselves. */
export function stockListQuery(petstore: Petstore, status: PetStatus | undefined) {
  return queryOptions({
    queryKey: [...LISTS, 'stock', status],
    queryFn: ({ signal }) => petstore.listPets({ limit: LIMIT_MAX, status }, signal),
  })
}

/** They are requested again by whoever needs them next. */
export function outdateLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: LISTS, refetchType: 'none' })
}
