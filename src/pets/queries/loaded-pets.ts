import type { Query, QueryClient } from '@tanstack/react-query'
import { ageOf, currentMoment, type Moment } from '#src/lib/moment.ts'
import { loadedWhen } from './load-times.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'

const ADDED = ['added pets'] as const

type LoadedPet = {
  readonly pet: Pet
  readonly loaded: Moment
  /** Says whether the pet was opened or added in this tab, and not only listed. */
  readonly isRecent: boolean
}

/** The number of added pets that are kept. The lists have the older ones. */
const MAX_ADDED = 100

/** Adds a pet from the response to a POST to what `loadedPets` returns. */
export function rememberAdded(client: QueryClient, pet: Pet): void {
  client.setQueryDefaults(ADDED, { gcTime: Infinity })
  client.setQueryData<readonly LoadedPet[]>(ADDED, (before = []) =>
    [...before, { pet, loaded: currentMoment(), isRecent: true }].slice(-MAX_ADDED),
  )
}

/**
 * Returns all pets that this tab knows. When several responses have the same pet, the newest comes
 * last.
 */
export function loadedPets(client: QueryClient): LoadedPet[] {
  const added = client.getQueryData<readonly LoadedPet[]>(ADDED) ?? []
  const withAges = [...cachedPets(client), ...added].map((loadedPet) => ({
    loadedPet,
    age: ageOf(loadedPet.loaded),
  }))
  // We do not write `b.age - a.age`, because ages may be infinite.
  const oldestFirst = withAges.toSorted((a, b) => Number(b.age > a.age) - Number(a.age > b.age))
  return oldestFirst.map(({ loadedPet }) => loadedPet)
}

/**
 * Returns the pets that a query has read from the service. There are none if it reads something
 * else.
 */
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
