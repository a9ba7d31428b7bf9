import { expect, test } from 'vitest'
import { ORDERS, type PetColumn, type PetOrder } from '#src/pets/table/pet-columns.ts'
import {
  controlValues,
  type ListAddress,
  listAddressFromSearch,
  searchFromListAddress,
} from './list-address.ts'

const PLAIN: ListAddress = { limit: 20, status: undefined, q: '', sort: undefined }

const by = (id: PetColumn['id'], descending: boolean): PetOrder | undefined =>
  ORDERS.find((order) => order.column.id === id && order.descending === descending)

const read = listAddressFromSearch

test.each([
  ['1', 1],
  ['100', 100],
  ['007', 7],
  ['0', 1],
  ['-5', 1],
  ['101', 100],
  ['9007199254740993', 100],
  ['9'.repeat(400), 100],
  ['', 20],
  ['abc', 20],
  ['1.5', 20],
  ['1e2', 20],
  ['50 pets', 20],
  ['٣', 20],
])('The limit %j becomes %i', (text, limit) => {
  expect(read(`?limit=${encodeURIComponent(text)}`)).toEqual({ ...PLAIN, limit })
})

test.each(['', 'Sold', 'sold ', 'all', 'on loan', 'available,sold', 'constructor', '__proto__', 'undefined'])(
  'The unknown status %j is dropped',
  (status) => {
    expect(read(`?status=${encodeURIComponent(status)}`)).toEqual(PLAIN)
  },
)

test('The sort order is a column, with a leading "-" for descending, and defaults are left out of the address', () => {
  expect(read('?sort=name')).toEqual({ ...PLAIN, sort: by('name', false) })
  expect(read('?sort=-category')).toEqual({ ...PLAIN, sort: by('category', true) })
  const address: ListAddress = { status: 'pending', limit: 50, q: 'rex', sort: by('category', true) }
  expect(searchFromListAddress(address)).toBe('?status=pending&limit=50&q=rex&sort=-category')
  expect(searchFromListAddress(PLAIN)).toBe('')
})

test.each(['', '-', '--id', 'ID', 'id-', ' id', '+id', 'categoryId', 'price', 'name,id', 'constructor'])(
  'The unknown sort order %j is dropped',
  (sort) => {
    expect(read(`?sort=${encodeURIComponent(sort)}`)).toEqual(PLAIN)
  },
)

test.each(['rex', ' rex  the dog ', 'a&b=c#d?e+f%20', 'Ünïcödé 🐕', '"<b>\'', '0', 'null'])(
  'The search text %j is kept letter by letter',
  (q) => {
    expect(read(`?q=${encodeURIComponent(q)}`)).toEqual({ ...PLAIN, q })
    expect(read(searchFromListAddress({ ...PLAIN, q }))).toEqual({ ...PLAIN, q })
  },
)

test('Every list has one address, which leads back to it', () => {
  const searches = new Set<string>()
  let lists = 0
  for (const status of [undefined, 'available', 'pending', 'sold'] as const) {
    for (const limit of [1, 19, 20, 21, 100]) {
      for (const q of ['', ' ', 'a b&c', '20']) {
        for (const sort of [undefined, ...ORDERS]) {
          const address: ListAddress = { status, limit, q, sort }
          const search = searchFromListAddress(address)
          expect(read(search)).toEqual(address)
          searches.add(search)
          lists += 1
        }
      }
    }
  }
  expect(searches.size).toBe(lists)
})

test.each([
  ['', { status: 'all', sort: '' }],
  ['?status=sold&sort=-name', { status: 'sold', sort: '-name' }],
])('At %j, these controls are chosen: %j', (search, chosen) => {
  expect(controlValues(read(search))).toEqual(chosen)
})
