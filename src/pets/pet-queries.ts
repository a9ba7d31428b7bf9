import { CancelledError, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Int64 } from '#src/lib/int64.ts'
import { findPet, type FindPetResult } from './find-pet.ts'
import { LISTS, listQuery } from './list-query.ts'
import type { Pet, PetList } from './pet.ts'
import type { PetFilter, Petstore } from './petstore.ts'

/** One pet, by the operation that is going away or among the lists. */
export function petQuery(petstore: Petstore, id: Int64) {
  return queryOptions({
    queryKey: ['pets', 'one', id],
    queryFn: ({ signal, client }): Promise<FindPetResult> =>
      findPet(id, {
        petstore,
        listPets: listThroughCache(client, petstore),
        wasListed: petFromLists(client, id) !== undefined,
        today: new Date(),
        signal,
      }),
  })
}

/** The list operation, asked anew; what it answers is also what the list page shows. */
export function listThroughCache(client: QueryClient, petstore: Petstore) {
  return async (filter: PetFilter): Promise<PetList> => {
    try {
      return await client.query({ ...listQuery(petstore, filter), staleTime: 0 })
    } catch (error) {
      throw error instanceof CancelledError ? new DOMException('cancelled', 'AbortError') : error
    }
  }
}

/** The person does not want to wait any longer for lists that are on their way. */
export function cancelLists(client: QueryClient): Promise<void> {
  return client.cancelQueries({ queryKey: LISTS })
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
