import '#tests/support/counts-in-english.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HttpError, InvalidResponseError, NoResponseError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { daysLeftText, getOrSearchPet, PetNotFoundError } from './get-or-search-pet.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { createPetstore } from '#src/pets/petstore.ts'

const ID = '9007199254740993' as Int64
const REX: Pet = { id: ID, name: 'Rex', categoryId: '1' as Int64, status: 'sold' }
/** The ID of this pet is the same number as a double. */
const NEIGHBOUR: Pet = { ...REX, id: '9007199254740992' as Int64 }

const BEFORE = new Date('2030-12-04T23:59:59Z')
const AFTER = new Date('2030-12-05T00:00:00Z')
const DATES = [new Date(0), BEFORE, AFTER, new Date('2099-01-01')]

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const http = (status: number) =>
  new HttpError(`GET /pets/${ID}`, status, { code: 'x', message: 'No such pet.' })
const listOf = (returned: number, ...pets: Pet[]): PetList => ({ pets, unreadable: [], returned })

type Service = {
  /** The result of `getPet`, which is returned or thrown. */
  one: unknown
  /** The results of `listPets` by status, which are returned or thrown. */
  lists?: Partial<Record<'all' | 'available' | 'pending' | 'sold', PetList | Error>>
  isKnown?: boolean
  today?: Date
}

/** Looks a pet up. Also returns the statuses of the lists that were requested. */
async function lookUp({ one, lists = {}, isKnown = false, today = BEFORE }: Service) {
  vi.setSystemTime(today)
  const requested: string[] = []
  const petstore = createPetstore(async () => {
    if (one !== REX && one !== NEIGHBOUR) throw one
    return one as never
  })
  const result = await getOrSearchPet(ID, {
    petstore,
    listPets: async ({ limit, status }) => {
      requested.push(`${limit} ${status ?? 'all'}`)
      const list = lists[status ?? 'all'] ?? listOf(0)
      if (list instanceof Error) throw list
      return list
    },
    isKnown,
  }).then(
    ({ pet }) => pet,
    (error: unknown) => ({ error }),
  )
  return { result, requested }
}

test('A pet that `getPet` returns is found, whatever the clock says', async () => {
  for (const today of DATES)
    expect(await lookUp({ one: REX, today })).toEqual({
      result: REX,
      requested: [],
    })
})

test.each([
  [REX, 'operation'],
  [http(410), 'lists'],
])('A lookup to which the operation answers %o is found by the %s', async (one, foundBy) => {
  const petstore = createPetstore(() =>
    one instanceof HttpError ? Promise.reject(one) : Promise.resolve(one as never),
  )
  const listPets = async () => listOf(1, REX)
  expect(await getOrSearchPet(ID, { petstore, listPets })).toEqual({ pet: REX, foundBy })
})

test('Another pet than the requested one is an invalid response', async () => {
  expect(await lookUp({ one: NEIGHBOUR })).toEqual({
    result: { error: expect.any(InvalidResponseError) as unknown },
    requested: [],
  })
})

test.each([
  [false, new Date(0), 'no such pet'],
  [false, BEFORE, 'no such pet'],
  [false, AFTER, 'found'],
  [true, BEFORE, 'found'],
  [true, AFTER, 'found'],
])('After a 404 (the pet is known: %s, at %o) the result is: %s', async (isKnown, today, kind) => {
  const cause = http(404)
  const lists = { all: listOf(3, NEIGHBOUR, REX) }
  const { result, requested } = await lookUp({ one: cause, isKnown, today, lists })
  expect(result).toEqual(kind === 'found' ? REX : { error: new PetNotFoundError(`No pet ${ID}`, { cause }) })
  expect(requested).toEqual(kind === 'found' ? ['100 all'] : [])
})

test('A 404 without the body of the service does not prove that there is no such pet', async () => {
  const one = new HttpError(`GET /pets/${ID}`, 404, undefined)
  expect(await lookUp({ one })).toEqual({ result: { error: one }, requested: [] })
})

test.each([405, 410, 501])(
  'Status %i says that the operation is removed, before and after its date',
  async (status) => {
    for (const today of [BEFORE, AFTER]) {
      const sold = { all: listOf(100), pending: listOf(100), sold: listOf(2, REX) }
      expect(await lookUp({ one: http(status), today, lists: sold })).toEqual({
        result: REX,
        requested: ['100 all', '100 available', '100 pending', '100 sold'],
      })
      const others = { all: listOf(100, NEIGHBOUR), available: listOf(99) }
      expect((await lookUp({ one: http(status), today, lists: others })).result).toEqual({
        error: new PetNotFoundError(`No pet ${ID} in the lists`),
      })
      const lost = new NoResponseError('GET /pets?limit=100', 'unreachable')
      expect((await lookUp({ one: http(status), today, lists: { pending: lost } })).result).toEqual({
        error: lost,
      })
    }
  },
)

test.each([
  ...[400, 401, 403, 429, 500, 503].map(http),
  new NoResponseError('GET', 'unreachable'),
  new NoResponseError('GET', 'too-late', { seconds: 10 }),
  new InvalidResponseError('GET', 'not-json', undefined),
  new DOMException('gone', 'AbortError'),
])('The error %o says nothing about the pet, so it is thrown, and no list is requested', async (one) => {
  for (const today of [BEFORE, AFTER])
    for (const isKnown of [false, true])
      expect(await lookUp({ one, today, isKnown })).toEqual({ result: { error: one }, requested: [] })
})

const ZONES = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

test.each([
  // The same moments fall on other days: 17:30 on the 3rd, 7:00 on the 4th, 14:30 on the 4th.
  ['2030-12-04T01:30:00Z', [' (in 2 days)', ' (tomorrow)', ' (tomorrow)']],
  ['2030-12-04T12:00:00Z', [' (tomorrow)', ' (tomorrow)', '']],
  ['2030-12-05T07:59:59Z', [' (tomorrow)', '', '']],
  ['2030-12-05T08:00:00Z', ['', '', '']],
  ['2031-01-01T00:00:00Z', ['', '', '']],
  ['2030-09-06T12:00:00Z', ['', '', ' (in 89 days)']],
])('At %s, the note has the days until its date, by the calendar on the wall', (now, texts) => {
  expect(ZONES.map((timeZone) => daysLeftText(Date.parse(now), timeZone))).toEqual(texts)
})
