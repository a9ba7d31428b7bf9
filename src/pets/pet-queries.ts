import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Int64 } from '#src/lib/int64.ts'
import { getOrSearchPet, type PetLookup } from './get-or-search-pet.ts'
import { LISTS, listQuery, STOCK, stockListQuery } from './list-query.ts'
import type { Pet, PetList } from './pet.ts'
import type { Petstore } from './petstore.ts'
import type { ListPets } from './stock.ts'

const ONE = ['pets', 'one'] as const
const ADDED = ['pets', 'added'] as const

type LoadedPet = {
  readonly pet: Pet
  /** Milliseconds since 1970. */
  readonly loadedAt: number
}

/** More are in the lists by then. */
const MAX_ADDED = 100

export function petQuery(petstore: Petstore, id: Int64) {
  return queryOptions({
    queryKey: [...ONE, id],
    // `recentPets` reads them.
    gcTime: Infinity,
    queryFn: ({ signal, client }): Promise<PetLookup> =>
      getOrSearchPet(id, {
        petstore,
        listPets: fetchFreshList(client, petstore),
        wasListed: listedPets(client).some(({ pet }) => pet.id === id),
        signal,
      }),
  })
}

/**
 * The list operation for evidence: always requests the service, never reads the cache. The cache adopts the response,
 * dated with the time of the request.
 */
export function fetchFreshList(client: QueryClient, petstore: Petstore): ListPets {
  return async (filter, signal) => {
    const requestedAt = Date.now()
    const list = await petstore.listPets(filter, signal)
    const { queryKey } = listQuery(petstore, filter)
    const state = client.getQueryState(queryKey)
    // An invalidated list stays so: a pet may have been added since this request.
    if (state?.isInvalidated !== true && (state?.dataUpdatedAt ?? 0) < requestedAt) {
      client.setQueryData(queryKey, list, { updatedAt: requestedAt })
    }
    return list
  }
}

/** For `recentPets`. */
export function rememberAdded(client: QueryClient, pet: Pet): void {
  client.setQueryDefaults(ADDED, { gcTime: Infinity })
  client.setQueryData<readonly LoadedPet[]>(ADDED, (before = []) =>
    [{ pet, loadedAt: Date.now() }, ...before].slice(0, MAX_ADDED),
  )
}

/** The pets that were opened or added in this tab since signing in, the last one first; each once. */
export function recentPets(client: QueryClient): LoadedPet[] {
  const opened = client.getQueryCache().findAll({ queryKey: ONE })
  const sorted = [
    ...(client.getQueryData<readonly LoadedPet[]>(ADDED) ?? []),
    ...opened.flatMap(({ state }): LoadedPet[] => {
      const lookup = state.data as PetLookup | undefined
      return lookup?.kind === 'found' ? [{ pet: lookup.pet, loadedAt: state.dataUpdatedAt }] : []
    }),
  ].toSorted((a, b) => b.loadedAt - a.loadedAt)
  return Array.from(Map.groupBy(sorted, ({ pet }) => pet.id).values(), ([newest]) => newest as LoadedPet)
}

/** Every pet of a response since then (milliseconds since 1970), as the newest one has it. */
export function loadedPets(client: QueryClient, since: number): ReadonlyMap<Int64, Pet> {
  const loaded = [...listedPets(client), ...recentPets(client)]
    .filter(({ loadedAt }) => loadedAt >= since)
    .toSorted((a, b) => a.loadedAt - b.loadedAt)
  return new Map(loaded.map(({ pet }) => [pet.id, pet]))
}

/**
 * A list of the stock that may be a minute old, for what uses it once and does not observe it: shared with all who read
 * it meanwhile, and given up with the signal unless one of them still waits.
 */
export function readStockList(client: QueryClient, petstore: Petstore): ListPets {
  return async ({ status }, signal) => {
    signal?.throwIfAborted()
    signal?.addEventListener(
      'abort',
      () => void client.cancelQueries({ queryKey: STOCK, predicate: isUnobserved }),
    )
    return client.query(stockListQuery(petstore, status))
  }
}

const isUnobserved = (query: Query) => query.getObserversCount() === 0

/** The pets of all loaded lists; of one that several have, the newest comes last. */
export function listedPets(client: QueryClient): LoadedPet[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: LISTS })
    .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const { pets = [] } = (state.data as PetList | undefined) ?? {}
      return pets.map((pet) => ({ pet, loadedAt: state.dataUpdatedAt }))
    })
}
