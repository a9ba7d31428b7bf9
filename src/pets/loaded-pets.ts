import type { Query, QueryClient } from '@tanstack/react-query'
import { loadTimeOf } from './load-times.ts'
import type { Pet, PetList } from './pet.ts'

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

/** Adds a pet that an answer to a POST has shown to what `loadedPets` returns. */
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
