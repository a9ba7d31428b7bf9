import { queryOptions } from '@tanstack/react-query'
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
