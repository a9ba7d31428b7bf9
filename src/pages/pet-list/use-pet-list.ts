import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { listQuery } from '#src/pets/queries/list-query.ts'
import { LIMIT_MAX, type PetList } from '#src/pets/pet.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { searchPets } from '#src/pets/table/search-pets.ts'
import { useQueryView } from '#src/pets/queries/use-query-view.ts'
import type { ListAddress } from './list-address.ts'
import { listView } from './list-view.ts'

/** Loads the list that the address asks for, and derives what the page shows of it. */
export function usePetList(address: ListAddress) {
  const { categories } = useEnvironment()
  const client = useQueryClient()
  const { limit, status, q, sort } = address
  const options = listQuery(usePetstore(), { limit, status })
  const query = useQuery({
    ...options,
    // The rows of the filter before stay, marked busy, until the new ones arrive. We read them from
    // the cache, because a new API key removes them there, and the placeholder would keep them.
    placeholderData: (_rows, queryBefore) => queryBefore && client.getQueryData(queryBefore.queryKey),
  })
  const load = useQueryView(query, options.queryKey)
  const { kind, data } = load
  const matches = useMemo(
    () => searchPets(data?.pets ?? [], { q, sort }, categories),
    [data, q, sort, categories],
  )
  // A service may return more than it documents, and thousands of rows would block the page.
  const rows = useMemo(() => matches.slice(0, LIMIT_MAX), [matches])

  return {
    ...listView({ kind, data, isPlaceholder: query.isPlaceholderData, rows }, address),
    /** The state of the query, and its commands. */
    load,
    rows,
    /**
     * `true` while the rows are those of another filter, until the list that was asked for is
     * there.
     */
    isOfOtherFilter: query.isPlaceholderData,
    /** The number of loaded pets that match the search. */
    matchCount: matches.length,
    /** The time when the list was loaded, in milliseconds since 1970. */
    loadedAt: query.dataUpdatedAt,

    /**
     * Requests the list. It resolves with the newest list, which is the one from before if the
     * request failed.
     */
    reload: async (): Promise<PetList | undefined> => {
      await load.refetch()
      return client.getQueryData(options.queryKey)
    },
  }
}

export type ShownPetList = ReturnType<typeof usePetList>
