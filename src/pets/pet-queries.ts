import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Int64 } from '#src/lib/int64.ts'
import { getOrSearchPet } from './get-or-search-pet.ts'
import { LISTS, STOCK, stockListQuery } from './list-query.ts'
import { loadTimeOf } from './load-times.ts'
import type { Pet, PetList } from './pet.ts'
import type { Petstore } from './petstore.ts'
import type { ListPets } from './stock.ts'

const ADDED = ['added pets'] as const

type LoadedPet = {
  readonly pet: Pet
  /** Milliseconds since 1970; to be shown. */
  readonly loadedAt: number
  /** The same on the clock of `performance.now()`, which nobody can set; to be compared. */
  readonly loadTime: number
  /** Opened or added in this tab, not only listed. */
  readonly isRecent: boolean
}

/** More are in the lists by then. */
const MAX_ADDED = 100

export function petQuery(petstore: Petstore, id: Int64) {
  return queryOptions({
    queryKey: ['pets', 'one', id],
    // `loadedPets` reads them.
    gcTime: Infinity,
    queryFn: ({ signal, client }) =>
      getOrSearchPet(id, {
        petstore,
        listPets: fetchFreshList(client, petstore),
        isKnown: loadedPets(client).some(({ pet }) => pet.id === id),
        signal,
      }),
  })
}

/**
 * The list operation for evidence: always requests the service, never reads the cache. Its pets count as loaded, and no
 * list that is looked at changes.
 */
export function fetchFreshList(client: QueryClient, petstore: Petstore): ListPets {
  return async (filter, signal) => {
    const updatedAt = Date.now()
    const list = await petstore.listPets(filter, signal)
    client.setQueryData([...LISTS, 'evidence', filter.status], list, { updatedAt })
    return list
  }
}

/** For `loadedPets`. */
export function rememberAdded(client: QueryClient, pet: Pet): void {
  client.setQueryDefaults(ADDED, { gcTime: Infinity })
  client.setQueryData<readonly LoadedPet[]>(ADDED, (before = []) =>
    [...before, { pet, loadedAt: Date.now(), loadTime: performance.now(), isRecent: true }].slice(-MAX_ADDED),
  )
}

/** All pets that this tab knows of; of one that several responses have, the newest comes last. */
export function loadedPets(client: QueryClient): LoadedPet[] {
  const added = client.getQueryData<readonly LoadedPet[]>(ADDED) ?? []
  return [...cachedPets(client), ...added].toSorted((a, b) => a.loadTime - b.loadTime)
}

/** Returns the pets that a query has read from the service: none if it reads something else. */
export function petsOfQuery(query: Query): readonly Pet[] {
  return query.queryKey[0] === 'pets' ? readPets(query).map(({ pet }) => pet) : []
}

function cachedPets(client: QueryClient): readonly LoadedPet[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['pets'] })
    .flatMap(readPets)
}

function readPets(query: Query): readonly LoadedPet[] {
  const { data, dataUpdatedAt: loadedAt } = query.state
  if (data === undefined) return []
  const loadTime = loadTimeOf(query)
  const { pets } = data as Partial<PetList>
  const isRecent = pets === undefined
  return (pets ?? [data as Pet]).map((pet) => ({ pet, loadedAt, loadTime, isRecent }))
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
      () =>
        void client.cancelQueries({ queryKey: STOCK, predicate: (query) => query.getObserversCount() === 0 }),
    )
    return client.query(stockListQuery(petstore, status))
  }
}
