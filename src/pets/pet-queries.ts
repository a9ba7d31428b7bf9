import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Int64 } from '#src/lib/int64.ts'
import { getOrSearchPet, type PetLookup } from './get-or-search-pet.ts'
import { LISTS, listQuery } from './list-query.ts'
import type { Pet, PetList } from './pet.ts'
import type { Petstore } from './petstore.ts'
import type { ListPets } from './fetch-all-lists.ts'

/** One pet, by the operation that is going away or among the lists. */
export function petQuery(petstore: Petstore, id: Int64) {
  return queryOptions({
    queryKey: ['pets', 'one', id],
    queryFn: ({ signal, client }): Promise<PetLookup> =>
      getOrSearchPet(id, {
        petstore,
        listPets: fetchFreshList(client, petstore),
        wasListed: petFromLists(client, id) !== undefined,
        today: new Date(),
        signal,
      }),
  })
}

/**
 * The list operation for what is decided by its answer: the service is asked now, whatever is loaded. The cache takes
 * the answer over, dated from when it was asked for; it never gives one.
 */
export function fetchFreshList(client: QueryClient, petstore: Petstore): ListPets {
  return async (filter, signal) => {
    const askedAt = Date.now()
    const list = await petstore.listPets(filter, signal)
    const { queryKey } = listQuery(petstore, filter)
    const state = client.getQueryState(queryKey)
    // What is out of date stays out of date: a pet may have been added since this was asked for.
    if (state?.isInvalidated !== true && (state?.dataUpdatedAt ?? 0) < askedAt) {
      client.setQueryData(queryKey, list, { updatedAt: askedAt })
    }
    return list
  }
}

/** What the lists that were loaded before know of a pet, and when the newest of them was loaded (ms since 1970). */
export function petFromLists(client: QueryClient, id: Int64): { pet: Pet; loadedAt: number } | undefined {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: LISTS })
    .map(({ state }) => ({ data: state.data as PetList | undefined, loadedAt: state.dataUpdatedAt }))
    .toSorted((a, b) => b.loadedAt - a.loadedAt)
  for (const { data, loadedAt } of lists) {
    const pet = data?.pets.find((candidate) => candidate.id === id)
    if (pet !== undefined) return { pet, loadedAt }
  }
  return undefined
}

/** Every loaded list is out of date, for example because a pet was added. */
export function invalidateLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: LISTS })
}

/** Every pet that a loaded list holds. */
export function listedPets(client: QueryClient): Pet[] {
  return client.getQueriesData<PetList>({ queryKey: LISTS }).flatMap(([, data]) => data?.pets ?? [])
}
