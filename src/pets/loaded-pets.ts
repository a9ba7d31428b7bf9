import type { Query, QueryClient } from '@tanstack/react-query'
import { ageOf, currentMoment, type Moment } from '#src/lib/moment.ts'
import { loadedWhen } from './load-times.ts'
import type { Pet, PetList } from './pet.ts'

const ADDED = ['added pets'] as const

type LoadedPet = {
  readonly pet: Pet
  readonly loaded: Moment
  /** Opened or added in this tab, not only listed. */
  readonly isRecent: boolean
}

/** After that many, the lists have the older ones. */
const MAX_ADDED = 100

/** Adds a pet that an answer to a POST has shown to what `loadedPets` returns. */
export function rememberAdded(client: QueryClient, pet: Pet): void {
  client.setQueryDefaults(ADDED, { gcTime: Infinity })
  client.setQueryData<readonly LoadedPet[]>(ADDED, (before = []) =>
    [...before, { pet, loaded: currentMoment(), isRecent: true }].slice(-MAX_ADDED),
  )
}

/** All pets that this tab knows of; of one that several responses have, the newest comes last. */
export function loadedPets(client: QueryClient): LoadedPet[] {
  const added = client.getQueryData<readonly LoadedPet[]>(ADDED) ?? []
  const withAges = [...cachedPets(client), ...added].map((loadedPet) => ({
    loadedPet,
    age: ageOf(loadedPet.loaded),
  }))
  // Not `b.age - a.age`, because ages may be infinite.
  const oldestFirst = withAges.toSorted((a, b) => Number(b.age > a.age) - Number(a.age > b.age))
  return oldestFirst.map(({ loadedPet }) => loadedPet)
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
  const { data } = query.state
  if (data === undefined) return []
  const loaded = loadedWhen(query)
  const { pets } = data as Partial<PetList>
  const isRecent = pets === undefined
  return (pets ?? [data as Pet]).map((pet) => ({ pet, loaded, isRecent }))
}
