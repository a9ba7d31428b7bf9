import '#tests/support/counts-in-english.ts'
import { describe, expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import type { Pet, PetList, PetStatus } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import {
  countStock,
  countText,
  fetchAllLists,
  type FetchedList,
  isComplete,
  listsCover,
  type StockCounts,
  stockFromLists,
  type StockList,
  stockMessage,
  stockToSearchMessage,
} from './stock.ts'

const pet = (id: string, status?: string, categoryId = '1'): Pet => ({
  id: id as Int64,
  name: `Pet ${id}`,
  categoryId: categoryId as Int64,
  status,
})

/** Returns this number of pets, whose IDs follow each other from `firstId`. */
const pets = (count: number, status?: string, firstId = 1): Pet[] =>
  Array.from({ length: count }, (_, index) => pet(String(firstId + index), status))

const listOf = (...listed: Pet[]): PetList => ({ pets: listed, unreadable: [], returned: listed.length })

/** Returns a list in which one element, after these pets, could not be read. */
const listWithUnreadable = (...listed: Pet[]): PetList => ({
  pets: listed,
  unreadable: [listed.length + 1],
  returned: listed.length + 1,
})

/** Reads all lists from a service that fails at this request, and records what happens. */
async function readAllLists({ failsAt }: { failsAt?: number } = {}) {
  const events: string[] = []
  const listPets = async ({ status, limit }: PetFilter) => {
    events.push(`requested ${status ?? 'all'}, at most ${limit}`)
    await Promise.resolve()
    if (events.filter((event) => event.startsWith('requested')).length === failsAt)
      throw new Error('no response')
    return listOf()
  }
  try {
    for await (const { status } of fetchAllLists(listPets)) events.push(`read ${status ?? 'all'}`)
  } catch (error) {
    events.push(String(error))
  }
  return events
}

describe('reading all lists', () => {
  test('requests one list after the other, at the highest limit, and gives each as soon as it is read', async () => {
    expect(await readAllLists()).toEqual([
      'requested all, at most 100',
      'read all',
      'requested available, at most 100',
      'read available',
      'requested pending, at most 100',
      'read pending',
      'requested sold, at most 100',
      'read sold',
    ])
  })

  test('ends with the error of the first list that cannot be read', async () => {
    expect(await readAllLists({ failsAt: 2 })).toEqual([
      'requested all, at most 100',
      'read all',
      'requested available, at most 100',
      'Error: no response',
    ])
  })
})

const COMPLETE = listOf(...pets(99))
const TRUNCATED = listOf(...pets(100))
const UNREADABLE = listWithUnreadable()

test.each([
  { what: 'one pet fewer than the highest limit', list: COMPLETE, expected: true },
  { what: 'as many pets as the highest limit', list: TRUNCATED, expected: false },
  { what: 'an element that cannot be read', list: UNREADABLE, expected: false },
])('Whether a list with $what is complete: $expected', ({ list, expected }) => {
  expect(isComplete(list)).toBe(expected)
})

type ListName = PetStatus | 'all'
const LIST_NAMES = ['all', 'available', 'pending', 'sold'] as const
const statusOfList = (name: ListName): PetStatus | undefined => (name === 'all' ? undefined : name)

const fetched = (lists: Partial<Record<ListName, PetList>>): FetchedList[] =>
  LIST_NAMES.flatMap((name) => {
    const list = lists[name]
    return list === undefined ? [] : [{ status: statusOfList(name), list }]
  })

describe('whether the lists hold every pet', () => {
  test.each([
    { what: 'both lists are complete', lists: { all: COMPLETE, sold: COMPLETE } },
    { what: 'only the list of all pets is complete', lists: { all: COMPLETE, sold: TRUNCATED } },
    { what: 'only the list of sold pets is complete', lists: { all: TRUNCATED, sold: COMPLETE } },
    { what: 'the other list has an unreadable pet', lists: { all: UNREADABLE, sold: COMPLETE } },
  ])('that is sold: yes, if $what', ({ lists }) => {
    expect(listsCover('sold', fetched(lists))).toBe(true)
  })

  test.each([
    { what: 'both lists are truncated', lists: { all: TRUNCATED, sold: TRUNCATED } },
    {
      what: 'one list has an unreadable pet and the other is truncated',
      lists: { all: UNREADABLE, sold: TRUNCATED },
    },
    {
      what: 'only the lists of other statuses are complete',
      lists: { all: TRUNCATED, available: COMPLETE, pending: COMPLETE },
    },
  ])('that is sold: no, if $what', ({ lists }) => {
    expect(listsCover('sold', fetched(lists))).toBe(false)
  })

  test('of any status: yes, if the list of all pets is complete', () => {
    expect(listsCover(undefined, fetched({ all: COMPLETE, sold: TRUNCATED }))).toBe(true)
  })

  test('of any status: no, if only the lists of each status are complete, because a pet may have none', () => {
    const lists = { all: TRUNCATED, available: COMPLETE, pending: COMPLETE, sold: COMPLETE }
    expect(listsCover(undefined, fetched(lists))).toBe(false)
  })

  test('of any status: no, if nothing was read', () => {
    expect(listsCover(undefined, [])).toBe(false)
  })
})

/** Describes a list that was read at the start, unless a part says something else. */
type Reading = Partial<StockList>

const NOT_READ = { list: undefined, readAt: 0, error: null, isOutdated: false }

const read = (...listed: Pet[]): Reading => ({ list: listOf(...listed) })

/** Builds a stock from these lists. A list that is not given has not been read yet. */
function stockOf(lists: Partial<Record<ListName, Reading>>) {
  return stockFromLists(
    LIST_NAMES.map((name) => Object.assign({ status: statusOfList(name) }, NOT_READ, lists[name])),
  )
}

type CountTexts = Record<string, string>

const textsByStatus = (byStatus: StockCounts['byStatus']): CountTexts =>
  Object.fromEntries(byStatus.map(({ status, count }) => [status ?? 'none', countText(count)]))

/** Returns the counts of the stock as texts: of all pets, then of each status, and of none. */
function countsOf(lists: Parameters<typeof stockOf>[0]): CountTexts {
  const { all, byStatus } = countStock(stockOf(lists), [])
  return { all: countText(all), ...textsByStatus(byStatus) }
}

/** These are the counts of an empty store that was read completely. */
const NO_PETS = { all: '0', available: '0', pending: '0', sold: '0', none: '0' }
const NOTHING_KNOWN = {
  all: 'at least 0',
  available: 'at least 0',
  pending: 'at least 0',
  sold: 'at least 0',
  none: 'at least 0',
}

describe('counting: how far a count goes', () => {
  test('nothing is known before a list is read', () => {
    expect(countsOf({})).toEqual(NOTHING_KNOWN)
  })

  test('an empty store has exactly no pets', () => {
    expect(countsOf({ all: read() })).toEqual(NO_PETS)
  })

  test('the list of all pets alone, when it is complete, makes every count exact', () => {
    const all = read(pet('1', 'sold'), pet('2'), pet('3', 'sold'))
    expect(countsOf({ all })).toEqual({ ...NO_PETS, all: '3', sold: '2', none: '1' })
  })

  test('the list of all pets alone, when it is truncated, makes no count exact', () => {
    expect(countsOf({ all: read(...pets(100, 'available')) })).toEqual({
      ...NOTHING_KNOWN,
      all: 'at least 100',
      available: 'at least 100',
    })
  })

  test('the complete lists of each status make their counts exact, but neither that of all pets nor of those without a status', () => {
    expect(
      countsOf({
        all: read(...pets(99, 'available'), pet('500', 'sold')),
        available: read(...pets(99, 'available')),
        pending: read(),
        sold: read(pet('500', 'sold')),
      }),
    ).toEqual({ all: 'at least 100', available: '99', pending: '0', sold: '1', none: 'at least 0' })
  })

  test('a truncated list of one status leaves only its own count inexact', () => {
    expect(
      countsOf({
        all: read(...pets(100, 'available')),
        available: read(...pets(100, 'available')),
        pending: read(),
        sold: read(),
      }),
    ).toEqual({ all: 'at least 100', available: 'at least 100', pending: '0', sold: '0', none: 'at least 0' })
  })

  test('a list of one status that was not read yet leaves its own count inexact', () => {
    const all = read(...pets(100, 'sold'))
    expect(countsOf({ all, available: read(), sold: all })).toEqual({
      ...NOTHING_KNOWN,
      all: 'at least 100',
      available: '0',
      sold: 'at least 100',
    })
  })

  test('a pet that cannot be read may have any status, but not that of another complete list', () => {
    const all = { list: listWithUnreadable(...pets(2, 'sold')) }
    expect(countsOf({ all, pending: read() })).toEqual({
      ...NOTHING_KNOWN,
      all: 'at least 2',
      sold: 'at least 2',
      pending: '0',
    })
  })

  test('a list that could not be read again does not count', () => {
    const error = new Error('503')
    expect(countsOf({ all: { ...read(...pets(2, 'sold')), error }, sold: { error } })).toEqual(NOTHING_KNOWN)
  })

  test('a list that is out of date does not make a count exact', () => {
    const all = { ...read(...pets(2, 'sold')), isOutdated: true }
    expect(countsOf({ all, sold: read(...pets(2, 'sold')) })).toEqual({
      ...NOTHING_KNOWN,
      all: 'at least 2',
      sold: '2',
    })
  })
})

describe('counting: which pets there are', () => {
  test('a pet is gone that a later complete list of its status lacks', () => {
    const all = read(pet('1', 'available'), pet('2', 'available'))
    const available = { ...read(pet('2', 'available')), readAt: 1 }
    expect(countsOf({ all, available })).toEqual({ ...NO_PETS, all: '1', available: '1' })
  })

  test('a pet is gone that a later complete list of all pets lacks', () => {
    const sold = read(pet('1', 'sold'))
    expect(countsOf({ sold, all: { ...read(), readAt: 1 } })).toEqual(NO_PETS)
  })

  test('a pet stays that a later list lacks which is truncated', () => {
    const all = { ...read(...pets(100, 'available')), readAt: 1 }
    expect(countsOf({ all, sold: read(pet('500', 'sold')) })).toMatchObject({
      all: 'at least 101',
      sold: '1',
    })
  })

  test('a pet stays that a later complete list of another status lacks', () => {
    const all = read(pet('1', 'available'))
    expect(countsOf({ all, sold: { ...read(), readAt: 1 } })).toEqual({
      ...NO_PETS,
      all: '1',
      available: '1',
    })
  })

  test('a pet stays that a later list lacks which is out of date by now', () => {
    const sold = { ...read(), readAt: 1, isOutdated: true }
    expect(countsOf({ all: read(pet('1', 'sold')), sold })).toEqual({ ...NO_PETS, all: '1', sold: '1' })
  })

  test('a pet that was sold between two lists has the status of the later one', () => {
    const later = { readAt: 1 }
    expect(
      countsOf({
        all: read(pet('1', 'available')),
        available: { ...read(), ...later },
        pending: { ...read(), ...later },
        sold: { ...read(pet('1', 'sold')), ...later },
      }),
    ).toEqual({ ...NO_PETS, all: '1', sold: '1' })
  })

  test('a pet that came back has its new status, because the list of its old one is older', () => {
    expect(
      countsOf({
        all: { ...read(pet('1', 'available')), readAt: 10 },
        sold: { ...read(pet('1', 'sold')), readAt: 9 },
      }),
    ).toEqual({ ...NO_PETS, all: '1', available: '1' })
  })

  test('of two lists of the same moment, the one requested later counts', () => {
    expect(countsOf({ all: read(pet('1', 'available')), sold: read(pet('1', 'sold')) })).toEqual({
      ...NO_PETS,
      all: '1',
      sold: '1',
    })
  })

  test('a pet that a list has twice counts once', () => {
    expect(countsOf({ all: read(pet('7', 'sold'), pet('7', 'sold')) })).toMatchObject({ all: '1', sold: '1' })
  })

  test('two IDs that are the same number in JavaScript are two pets', () => {
    const all = read(pet('9007199254740993', 'sold'), pet('9007199254740992', 'sold'))
    expect(countsOf({ all })).toMatchObject({ all: '2', sold: '2' })
  })

  test('statuses that are not documented are counted by their own names, after the others', () => {
    const counts = countsOf({ all: read(pet('1', 'reserved'), pet('2', ''), pet('3', 'reserved')) })
    expect(counts).toEqual({ ...NO_PETS, all: '3', reserved: '2', '': '1' })
    expect(Object.keys(counts)).toEqual(['all', 'available', 'pending', 'sold', 'none', 'reserved', ''])
  })
})

describe('counting categories', () => {
  test('the largest category is first, and one with a label is there even without a pet', () => {
    const stock = stockOf({
      all: read(pet('1', 'sold', '7'), pet('2', undefined, '9223372036854775807'), pet('3', 'sold', '7')),
    })
    const { byCategory } = countStock(stock, ['1', '7'])
    expect(byCategory.map(({ categoryId, all }) => ({ categoryId, all: countText(all) }))).toEqual([
      { categoryId: '7', all: '2' },
      { categoryId: '9223372036854775807', all: '1' },
      { categoryId: '1', all: '0' },
    ])
  })

  test('each category has the counts of its own pets, by status', () => {
    const stock = stockOf({
      all: read(pet('1', 'sold', '7'), pet('2', undefined, '8'), pet('3', 'sold', '7')),
    })
    const { byCategory } = countStock(stock, [])
    expect(byCategory.map(({ byStatus }) => textsByStatus(byStatus))).toEqual([
      { available: '0', pending: '0', sold: '2', none: '0' },
      { available: '0', pending: '0', sold: '0', none: '1' },
    ])
  })

  test('the complete list of a status makes the count of that status exact in each category', () => {
    const stock = stockOf({ all: read(...pets(100, 'sold')), available: read(pet('500', 'available', '2')) })
    const cats = countStock(stock, []).byCategory.find(({ categoryId }) => categoryId === '2')
    expect(textsByStatus(cats?.byStatus ?? [])).toEqual({
      available: '1',
      pending: 'at least 0',
      sold: 'at least 0',
      none: 'at least 0',
    })
  })
})

describe('the message on how far the stock goes', () => {
  test.each([
    { what: 'nothing was read', lists: {}, toSearch: '', message: '' },
    {
      what: 'there are no pets',
      lists: { all: read() },
      toSearch: 'Staging has no pets.',
      message: 'Staging has no pets.',
    },
    {
      what: 'there is one pet',
      lists: { all: read(pet('1')) },
      toSearch: '1 pet to search.',
      message: 'Searched 1 pet in Staging.',
    },
    {
      what: 'the list of all pets is complete',
      lists: { all: read(...pets(34)), sold: read() },
      toSearch: '34 pets to search.',
      message: 'Searched all 34 pets in Staging.',
    },
    {
      what: 'the lists of all pets and of one status are truncated',
      lists: {
        all: read(...pets(100)),
        available: read(),
        pending: read(pet('200', 'pending')),
        sold: read(...pets(100, 'sold', 300)),
      },
      toSearch: '201 pets to search. Some sold pets and pets without a status may be missing.',
      message: 'Searched 201 pets. Some sold pets and pets without a status may be missing.',
    },
    {
      what: 'only the list of all pets is truncated',
      lists: {
        all: read(...pets(100)),
        available: read(),
        pending: read(pet('200', 'pending')),
        sold: read(),
      },
      toSearch: '101 pets to search. Some without a status may be missing.',
      message: 'Searched 101 pets. Some without a status may be missing.',
    },
    {
      what: 'a pet cannot be read',
      lists: { all: { list: listWithUnreadable(...pets(2)) } },
      toSearch:
        '2 pets to search. Some available pets, pending pets, sold pets, and pets without a status may be missing.',
      message:
        'Searched 2 pets. Some available pets, pending pets, sold pets, and pets without a status may be missing.',
    },
  ])('when $what', ({ lists, toSearch, message }) => {
    expect(stockToSearchMessage(stockOf(lists), 'Staging')).toBe(toSearch)
    expect(stockMessage(stockOf(lists), 'Staging')).toBe(message)
  })
})
