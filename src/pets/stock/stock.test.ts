import '#tests/support/counts-in-english.ts'
import { describe, expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import type { Pet, PetList, PetStatus } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import {
  countStock,
  countText,
  fetchAllLists,
  listsCover,
  stockFromLists,
  type StockList,
  stockMessage,
} from './stock.ts'

const list = (returned: number, unreadable: number[] = []): PetList => ({ pets: [], unreadable, returned })

test('All lists are read one at a time, each counts at once, and an error ends the reading', async () => {
  const requested: PetFilter[] = []
  const error = new Error('no response')
  const listPets = async (filter: PetFilter) => {
    requested.push(filter)
    await Promise.resolve()
    if (requested.length === 4) throw error
    return list(requested.length)
  }
  const read: (number | undefined)[][] = []
  const reading = (async () => {
    for await (const one of fetchAllLists(listPets)) read.push([one.list.returned, requested.length])
  })()
  await expect(reading).rejects.toBe(error)
  expect(requested).toEqual(
    [undefined, 'available', 'pending', 'sold'].map((status) => ({ limit: 100, status })),
  )
  expect(read).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

const TRUNCATED = list(100)
const COMPLETE = list(99)
const UNREADABLE = list(1, [1])

test.each<[PetStatus | undefined, boolean, Partial<Record<PetStatus | 'all', PetList>>]>([
  ['sold', true, { all: COMPLETE, sold: COMPLETE }],
  ['sold', true, { all: COMPLETE, sold: TRUNCATED }],
  ['sold', true, { all: TRUNCATED, sold: COMPLETE }],
  ['sold', true, { all: UNREADABLE, sold: COMPLETE }],
  ['sold', false, { all: TRUNCATED, sold: TRUNCATED }],
  ['sold', false, { all: UNREADABLE, sold: TRUNCATED }],
  ['sold', false, { all: TRUNCATED, available: COMPLETE, pending: COMPLETE }],
  [undefined, true, { all: COMPLETE, sold: TRUNCATED }],
  [undefined, false, { all: TRUNCATED, available: COMPLETE, pending: COMPLETE, sold: COMPLETE }],
  [undefined, false, {}],
])('The lists contain every pet with status %s: %s', (status, expected, lists) => {
  const read = Object.entries(lists).map(([key, one]) => ({
    status: key === 'all' ? undefined : (key as PetStatus),
    list: one,
  }))
  expect(listsCover(status, read)).toBe(expected)
})

const pet = (id: string, status?: string, categoryId = '1'): Pet => ({
  id: id as Int64,
  name: `Pet ${id}`,
  categoryId: categoryId as Int64,
  status,
})

const pets = (count: number, status?: string, from = 0) =>
  Array.from({ length: count }, (_, index) => pet(String(from + index + 1), status))

const listOf = (some: Pet[]): PetList => ({ pets: some, unreadable: [], returned: some.length })

/** Builds a stock from these lists. A list that is not given has not been read yet. */
function stockOf(lists: Partial<Record<PetStatus | 'all', Partial<StockList> | readonly Pet[]>>) {
  return stockFromLists(
    (['all', 'available', 'pending', 'sold'] as const).map((key, index) => {
      const given = lists[key]
      const known = Array.isArray(given)
        ? { list: listOf(given as Pet[]) }
        : (given as Partial<StockList> | undefined)
      const status = key === 'all' ? undefined : key
      return Object.assign({ status, list: undefined, readAt: index, error: null, isOutdated: false }, known)
    }),
  )
}

/**
 * Writes the counts of available, pending, sold, none and others by name, then that of all. A count
 * with "+" means "at least".
 */
function countsOf(lists: Parameters<typeof stockOf>[0]): string {
  const { byStatus, all } = countStock(stockOf(lists), [])
  const text = ({ value, isExact }: typeof all) => `${value}${isExact ? '' : '+'}`
  const counts = byStatus.map(({ status, count }, index) =>
    index < 4 ? text(count) : `${status}: ${text(count)}`,
  )
  return `${counts.join(' ')} = ${text(all)}`
}

describe('counting the stock', () => {
  test.each<[string, Parameters<typeof stockOf>[0], string]>([
    ['nothing read yet', {}, '0+ 0+ 0+ 0+ = 0+'],
    ['an empty store', { all: [] }, '0 0 0 0 = 0'],
    [
      'the unfiltered list alone, complete',
      { all: [pet('1', 'sold'), pet('2'), pet('3', 'sold')] },
      '0 0 2 1 = 3',
    ],
    ['the unfiltered list alone, truncated', { all: pets(100, 'available') }, '100+ 0+ 0+ 0+ = 100+'],
    [
      'the unfiltered list truncated, those of each status complete',
      {
        all: pets(100, 'available'),
        available: pets(99, 'available', 1),
        pending: [],
        sold: [pet('500', 'sold')],
      },
      '99 0 1 0+ = 100+',
    ],
    [
      'one status truncated',
      { all: pets(100, 'available'), available: pets(100, 'available'), pending: [], sold: [] },
      '100+ 0 0 0+ = 100+',
    ],
    [
      'one status not read yet',
      { all: pets(100, 'sold'), available: [], sold: pets(100, 'sold') },
      '0 0+ 100+ 0+ = 100+',
    ],
    [
      'one element that cannot be read',
      { all: { list: { pets: pets(2, 'sold'), unreadable: [3], returned: 3 } }, pending: [] },
      '0+ 0 2+ 0+ = 2+',
    ],
    [
      'a list that could not be read again',
      { all: { list: listOf(pets(2, 'sold')), error: new Error('503') }, sold: { error: new Error('503') } },
      '0+ 0+ 0+ 0+ = 0+',
    ],
    [
      'lists that are out of date',
      { all: { list: listOf(pets(2, 'sold')), isOutdated: true }, sold: pets(2, 'sold') },
      '0+ 0+ 2 0+ = 2+',
    ],
    [
      'a pet that a later complete list of its status does not have any more',
      { all: [pet('1', 'available'), pet('2', 'available')], available: [pet('2', 'available')] },
      '1 0 0 0 = 1',
    ],
    [
      'a pet that a later complete list of all pets does not have any more',
      { all: { list: listOf([]), readAt: 60_000 }, sold: [pet('1', 'sold')] },
      '0 0 0 0 = 0',
    ],
    [
      'a pet that a later list, which is cut, does not have',
      { all: { list: listOf(pets(100, 'available')), readAt: 60_000 }, sold: [pet('500', 'sold')] },
      '100+ 0+ 1 0+ = 101+',
    ],
    [
      'statuses that are not documented',
      { all: [pet('1', 'reserved'), pet('2', ''), pet('3', 'reserved')] },
      '0 0 0 0 reserved: 2 : 1 = 3',
    ],
    [
      'an ID that one list has twice, and IDs that are the same number in JavaScript',
      { all: ['9007199254740993', '9007199254740993', '9007199254740992'].map((id) => pet(id, 'sold')) },
      '0 0 2 0 = 2',
    ],
    [
      'a pet that was sold between two reads',
      { all: [pet('1', 'available')], available: [], pending: [], sold: [pet('1', 'sold')] },
      '0 0 1 0 = 1',
    ],
    [
      'a pet that came back: the list of its old status is older',
      {
        all: { list: listOf([pet('1', 'available')]), readAt: 10 },
        sold: { list: listOf([pet('1', 'sold')]), readAt: 9 },
      },
      '1 0 0 0 = 1',
    ],
  ])('%s', (_what, lists, expected) => {
    expect(countsOf(lists)).toBe(expected)
  })

  test('puts the largest category first, and has those with a label even without a pet', () => {
    const stock = stockOf({
      all: [pet('1', 'sold', '7'), pet('2', undefined, '9223372036854775807'), pet('3', 'sold', '7')],
    })
    const { byCategory } = countStock(stock, ['1', '7'])
    expect(
      byCategory.map(
        ({ categoryId, all, byStatus }) =>
          `${categoryId}: ${byStatus.map(({ count }) => count.value).join(' ')} = ${countText(all)}`,
      ),
    ).toEqual(['7: 0 0 2 0 = 2', '9223372036854775807: 0 0 0 1 = 1', '1: 0 0 0 0 = 0'])
  })

  test('is exact in a category, too, when the list of the status is complete', () => {
    const stock = stockOf({ all: pets(100, 'sold'), available: [pet('500', 'available', '2')] })
    const cats = countStock(stock, []).byCategory.find(({ categoryId }) => categoryId === '2')
    expect(cats?.byStatus.map(({ count }) => countText(count))).toEqual([
      '1',
      'at least 0',
      'at least 0',
      'at least 0',
    ])
  })
})

test.each<[Parameters<typeof stockOf>[0], string]>([
  [{}, ''],
  [{ all: [] }, 'Staging has no pets.'],
  [{ all: pets(1) }, 'Searched 1 pet in Staging.'],
  [{ all: pets(34), sold: [] }, 'Searched all 34 pets in Staging.'],
  [
    { all: pets(100), available: [], pending: pets(1, 'pending', 200), sold: pets(100, 'sold', 300) },
    'Searched 201 pets. Some sold pets and pets without a status may be missing.',
  ],
  [
    { all: pets(100), available: [], pending: pets(1, 'pending', 200), sold: [] },
    'Searched 101 pets. Some without a status may be missing.',
  ],
  [
    { all: { list: { pets: pets(2), unreadable: [2], returned: 3 } } },
    'Searched 2 pets. Some available pets, pending pets, sold pets, and pets without a status may be missing.',
  ],
])('The message says how far the stock goes (case %#)', (lists, expected) => {
  expect(stockMessage(stockOf(lists), 'Staging')).toBe(expected)
})
