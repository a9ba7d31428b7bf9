import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { type Int64 } from '#src/lib/int64.ts'
import { findPet, type FindPetResult } from './find-pet.ts'
import { type Pet, type PetList } from './pet.ts'
import { type PetFilter, type Petstore } from './petstore.ts'

const LISTS = ['pets', 'list'] as const

/** The only place that spells a query key. Each environment has a query client of its own, so no key names it. */
export function petQueries(petstore: Petstore) {
  const list = (filter: PetFilter) =>
    queryOptions({
      queryKey: [...LISTS, filter],
      queryFn: ({ signal }) => petstore.listPets(filter, signal),
    })

  return {
    list,
    pet: (id: Int64) =>
      queryOptions({
        queryKey: ['pets', 'one', id],
        queryFn: ({ signal, client }): Promise<FindPetResult> =>
          findPet(id, {
            petstore,
            listPets: (filter) => client.query({ ...list(filter), staleTime: 0 }),
            wasListed: petFromLists(client, id) !== undefined,
            today: new Date(),
            signal,
          }),
      }),
  }
}

/** What the lists that were loaded before know of a pet. */
export function petFromLists(client: QueryClient, id: Int64): Pet | undefined {
  for (const [, data] of client.getQueriesData<PetList>({ queryKey: LISTS })) {
    const pet = data?.pets.find((candidate) => candidate.id === id)
    if (pet !== undefined) return pet
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
