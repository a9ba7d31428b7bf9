import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { createPetstore, type PetFilter, type Petstore } from '#src/pets/petstore.ts'
import { listQuery, outdateLists, stockListQuery } from './list-query.ts'
import { recordLoadTimes } from './load-times.ts'

const ALL: PetFilter = { limit: 100, status: undefined }
const SOLD: PetFilter = { limit: 100, status: 'sold' }
const START = 1_000_000
const REX: Pet = { id: int64('9'), name: 'Rex', categoryId: int64('1'), status: 'sold' }
const LIST: PetList = { pets: [REX], unreadable: [], returned: 1 }

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/**
 * Creates an empty cache, and a service whose lists hold one pet and arrive 100 ms after their
 * request.
 */
function open() {
  const client = new QueryClient()
  recordLoadTimes(client)
  const listPets = vi.fn<Petstore['listPets']>(async () => {
    await vi.advanceTimersByTimeAsync(100)
    return LIST
  })
  const petstore: Petstore = { ...createPetstore(() => Promise.reject(new Error('not used'))), listPets }
  return { client, petstore, listPets, keyOf: (filter: PetFilter) => listQuery(petstore, filter).queryKey }
}

test('A list to look at may come from the browser’s cache, unless it or another list of this tab was outdated', async () => {
  const { client, petstore, listPets, keyOf } = open()
  const cacheOf = async (filter: PetFilter) => {
    await client.query({ ...listQuery(petstore, filter), staleTime: 0 })
    return listPets.mock.lastCall?.[2]?.cache
  }
  expect([await cacheOf(ALL), await cacheOf(SOLD)]).toEqual(['default', 'default'])
  await client.invalidateQueries({ queryKey: keyOf(ALL) })
  expect([await cacheOf(ALL), await cacheOf(SOLD)]).toEqual(['reload', 'default'])
  listPets.mockClear()
  outdateLists(client)
  expect(client.getQueryState(keyOf(ALL))?.isInvalidated).toBe(true)
  expect(listPets).not.toHaveBeenCalled()
  expect([await cacheOf(SOLD), await cacheOf(SOLD)]).toEqual(['reload', 'reload'])
})

test('A list of the stock asks for as many pets as possible, and has a query key of its own', async () => {
  const { client, petstore, listPets, keyOf } = open()
  await client.query(stockListQuery(petstore, 'sold'))
  expect(listPets).toHaveBeenCalledWith({ limit: 100, status: 'sold' }, expect.anything())
  expect(client.getQueryData(keyOf(SOLD))).toBeUndefined()
})
