import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { createPetstore, type PetFilter, type Petstore } from '#src/pets/petstore.ts'
import { listQuery } from '#src/pets/queries/list-query.ts'
import { recordLoadTimes } from '#src/pets/queries/load-times.ts'
import { int64 } from './int64.ts'

const REX: Pet = { id: int64('9'), name: 'Rex', categoryId: int64('1'), status: 'sold' }

/** Every list that `openSlowLists` answers with. */
export const LIST_OF_REX: PetList = { pets: [REX], unreadable: [], returned: 1 }

/** Gives every test of a file a clock that stands still until the test moves it. */
export function useStoppedClock(): void {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
  afterEach(() => void vi.useRealTimers())
}

/**
 * Creates an empty cache, and a service whose lists hold one pet and arrive 100 ms after their
 * request. It needs `useStoppedClock`.
 */
export function openSlowLists() {
  const client = new QueryClient()
  recordLoadTimes(client)
  const listPets = vi.fn<Petstore['listPets']>(async () => {
    await vi.advanceTimersByTimeAsync(100)
    return LIST_OF_REX
  })
  const petstore: Petstore = { ...createPetstore(() => Promise.reject(new Error('not used'))), listPets }
  return { client, petstore, listPets, keyOf: (filter: PetFilter) => listQuery(petstore, filter).queryKey }
}
