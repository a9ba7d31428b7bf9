import { expect, test } from 'vitest'
import { ORDERS } from '#src/pets/table/pet-columns.ts'
import { searchOfLongerList } from './list-rows.ts'

const ADDRESS = { limit: 20, status: undefined, q: '', sort: undefined }

test.each([
  ['19 pets of at most 20', 19, ADDRESS, undefined],
  ['20 pets of at most 20', 20, ADDRESS, '?limit=100'],
  [
    'a filtered and sorted list',
    7,
    { limit: 7, status: 'sold', q: 'Rex', sort: ORDERS[1] },
    '?status=sold&limit=100&q=Rex&sort=-id',
  ],
  ['a list that is as long as the service returns', 100, { ...ADDRESS, limit: 100 }, undefined],
] as const)('"Show up to 100" leads on from %s', (_what, returned, address, search) => {
  expect(searchOfLongerList({ returned }, address)).toBe(search)
})
