import { describe, expect, test } from 'vitest'
import { HttpError, NetworkError, TimeoutError, InvalidResponseError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { getOrSearchPet } from './get-or-search-pet.ts'
import type { Pet, PetList } from './pet.ts'
import { createPetstore, type PetFilter } from './petstore.ts'

const ID = '9007199254740993' as Int64
const REX: Pet = { id: ID, name: 'Rex', categoryId: '1' as Int64, status: 'sold' }
/** The same id as a double. */
const NEIGHBOUR: Pet = { ...REX, id: '9007199254740992' as Int64 }

const BEFORE = new Date('2030-12-04T23:59:59Z')
const AFTER = new Date('2030-12-05T00:00:00Z')

const http = (status: number) =>
  new HttpError(`GET /pets/${ID}`, status, { code: 'x', message: 'There is no such pet.' })

const listOf = (count: number, ...pets: Pet[]): PetList => ({
  pets: [...Array.from({ length: count - pets.length }, (_, index) => other(index)), ...pets],
  unreadable: [],
  returned: count,
})
const other = (index: number): Pet => ({ ...NEIGHBOUR, id: String(index) as Int64 })

type Service = {
  /** What `getPet` returns or throws. */
  one: unknown
  /** What `listPets` returns or throws, by status. */
  lists?: Partial<Record<'all' | 'available' | 'pending' | 'sold', PetList | Error>>
  wasListed?: boolean
  today?: Date
}

async function lookUp({ one, lists = {}, wasListed = false, today = BEFORE }: Service) {
  const requested: PetFilter[] = []
  const paths: string[] = []
  const petstore = createPetstore(async (path) => {
    paths.push(path)
    if (one !== REX && one !== NEIGHBOUR) throw one
    return one as never
  })
  const result = await getOrSearchPet(ID, {
    petstore,
    listPets: async (filter) => {
      requested.push(filter)
      const list = lists[filter.status ?? 'all'] ?? listOf(0)
      if (list instanceof Error) throw list
      return list
    },
    wasListed,
    today,
  }).catch((error: unknown) => ({ error }))
  return { result, requested, paths }
}

test('another pet than the one that was requested is no answer', async () => {
  const { result, requested } = await lookUp({ one: NEIGHBOUR })
  expect(result).toEqual({ error: expect.any(InvalidResponseError) as unknown })
  expect(requested).toEqual([])
})

describe('a pet that `getPet` returns', () => {
  test.each([
    ['1970', new Date(0)],
    ['the day before the operation is removed', BEFORE],
    ['the day after', AFTER],
    ['2099', new Date('2099-01-01')],
  ])('is found, whatever the clock says: %s', async (_when, today) => {
    const { result, requested, paths } = await lookUp({ one: REX, today })
    expect(result).toEqual({ kind: 'found', pet: REX, by: 'getPet' })
    expect(paths).toEqual([`/pets/${ID}`])
    expect(requested).toEqual([])
  })
})

describe('a 404', () => {
  test.each([
    ['1970', new Date(0)],
    ['the last second before the operation is removed', BEFORE],
  ])('is about the pet, when no loaded list has it and the clock says %s', async (_when, today) => {
    const error = http(404)
    const { result, requested } = await lookUp({ one: error, today })
    expect(result).toEqual({ kind: 'no-such-pet', error })
    expect(requested).toEqual([])
  })

  test.each([
    ['a loaded list has the pet, before the removal', true, BEFORE],
    ['a loaded list has the pet, after the removal', true, AFTER],
    ['the operation was removed today', false, AFTER],
    ['the clock says 2099', false, new Date('2099-01-01')],
  ])('may be about the operation, when %s: the lists are searched', async (_when, wasListed, today) => {
    const { result } = await lookUp({ one: http(404), wasListed, today, lists: { all: listOf(3, REX) } })
    expect(result).toEqual({ kind: 'found', pet: REX, by: 'listPets' })
  })
})

describe.each([405, 410, 501])('%i says that the operation is removed', (status) => {
  test.each([
    ['before', BEFORE],
    ['after', AFTER],
  ])('%s the removal date, the pet is searched in the lists', async (_when, today) => {
    const { result, requested } = await lookUp({ one: http(status), today, lists: { all: listOf(2, REX) } })
    expect(result).toEqual({ kind: 'found', pet: REX, by: 'listPets' })
    expect(requested).toEqual([{ limit: 100, status: undefined }])
  })

  test('the search goes on after a truncated list: the list of its status has the pet', async () => {
    const { result, requested } = await lookUp({
      one: http(status),
      lists: { all: listOf(100), available: listOf(5), pending: listOf(100), sold: listOf(2, REX) },
    })
    expect(result).toEqual({ kind: 'found', pet: REX, by: 'listPets' })
    expect(requested).toEqual([
      { limit: 100, status: undefined },
      { limit: 100, status: 'available' },
      { limit: 100, status: 'pending' },
      { limit: 100, status: 'sold' },
    ])
  })

  test('a pet that no list has is "not in lists", not "no such pet"', async () => {
    const { result } = await lookUp({ one: http(status), lists: { all: listOf(3, NEIGHBOUR) } })
    expect(result).toMatchObject({
      kind: 'not-in-lists',
      searched: [
        { status: undefined, list: { returned: 3 } },
        { status: 'available', list: { returned: 0 } },
        { status: 'pending', list: { returned: 0 } },
        { status: 'sold', list: { returned: 0 } },
      ],
    })
  })

  test('the result says which lists were truncated', async () => {
    const { result } = await lookUp({
      one: http(status),
      lists: { all: listOf(100), available: listOf(99), pending: listOf(100), sold: listOf(1) },
    })
    expect(result).toMatchObject({
      kind: 'not-in-lists',
      searched: [
        { list: { returned: 100 } },
        { status: 'available', list: { returned: 99 } },
        { status: 'pending', list: { returned: 100 } },
        { status: 'sold', list: { returned: 1 } },
      ],
    })
  })

  test('unreadable elements count as returned', async () => {
    const all: PetList = { pets: [NEIGHBOUR], unreadable: [2], returned: 100 }
    const { result } = await lookUp({ one: http(status), lists: { all } })
    expect(result).toMatchObject({ searched: [{ list: { returned: 100 } }, {}, {}, {}] })
  })

  test('the error of a list is thrown', async () => {
    const lost = new NetworkError('GET /pets?limit=100', new TypeError('Failed to fetch'))
    const { result } = await lookUp({ one: http(status), lists: { all: listOf(100), pending: lost } })
    expect(result).toEqual({ error: lost })
  })
})

test.each([
  ['400', http(400)],
  ['401', http(401)],
  ['403', http(403)],
  ['429', http(429)],
  ['500', http(500)],
  ['503', http(503)],
  ['no response', new NetworkError('GET', new TypeError('Failed to fetch'))],
  ['a time-out', new TimeoutError('GET', 10)],
  ['HTML', new InvalidResponseError('GET', 'not-json', undefined)],
  ['an abort', new DOMException('gone', 'AbortError')],
])('%s says nothing about the pet: it is thrown, and no list is requested', async (_what, one) => {
  for (const today of [BEFORE, AFTER]) {
    for (const wasListed of [false, true]) {
      const { result, requested } = await lookUp({ one, today, wasListed })
      expect(result).toEqual({ error: one })
      expect(requested).toEqual([])
    }
  }
})
