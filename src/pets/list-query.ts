import { queryOptions } from '@tanstack/react-query'
import type { PetFilter, Petstore } from './petstore.ts'

/** The key of all lists. Each environment has a query client of its own, so no key names it. */
export const LISTS = ['pets', 'list'] as const

/** The list operation. Apart from the other queries (pet-queries.ts), which later pages bring with them. */
export function listQuery(petstore: Petstore, filter: PetFilter) {
  return queryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ signal }) => petstore.listPets(filter, signal),
  })
}
