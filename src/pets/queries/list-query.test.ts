import { expect, test } from 'vitest'
import type { PetFilter } from '#src/pets/petstore.ts'
import { openSlowLists, useStoppedClock } from '#tests/support/slow-lists.ts'
import { listQuery, outdateLists, stockListQuery } from './list-query.ts'

const ALL: PetFilter = { limit: 100, status: undefined }
const SOLD: PetFilter = { limit: 100, status: 'sold' }

useStoppedClock()

test('A list to look at may come from the browser’s cache, unless it or another list of this tab was outdated', async () => {
  const { client, petstore, listPets, keyOf } = openSlowLists()
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
  const { client, petstore, listPets, keyOf } = openSlowLists()
  await client.query(stockListQuery(petstore, 'sold'))
  expect(listPets).toHaveBeenCalledWith({ limit: 100, status: 'sold' }, expect.anything())
  expect(client.getQueryData(keyOf(SOLD))).toBeUndefined()
})
