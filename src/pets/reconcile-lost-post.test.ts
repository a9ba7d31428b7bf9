import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { reconcileLostPost } from './reconcile-lost-post.ts'
import type { NewPet, Pet, PetList } from './pet.ts'
import type { PetFilter } from './petstore.ts'

const id = (text: string) => text as Int64
const SENT: NewPet = { name: 'Rex', categoryId: id('9007199254740993'), status: 'sold' }
const REX: Pet = { ...SENT, id: id('981') }

const list = (returned: number, pets: Pet[] = [], unreadable: number[] = []): PetList => ({
  pets,
  unreadable,
  returned,
})
const CUT = 100

type Lists = { all: PetList; own?: PetList }

async function look({ all, own = list(0) }: Lists, sent = SENT, known: Int64[] = []) {
  const asked: PetFilter[] = []
  const result = await reconcileLostPost(sent, new Set(known), async (filter) => {
    asked.push(filter)
    if (filter.status === undefined) return all
    return filter.status === 'sold' ? own : list(0)
  })
  return { result, asked }
}

test('every list is asked for, as long as it can be', async () => {
  const { asked } = await look({ all: list(0) })
  expect(asked).toEqual([undefined, 'available', 'pending', 'sold'].map((status) => ({ limit: 100, status })))
})

test.each([
  ['whole lists', list(1, [REX]), list(1, [REX])],
  ['the whole list of its status alone', list(CUT), list(1, [REX])],
  ['the list of all alone', list(CUT, [REX]), list(CUT)],
  ['cut lists', list(CUT, [REX]), list(CUT, [REX])],
])('a pet that the service took is found in %s, once', async (_which, all, own) => {
  expect((await look({ all, own })).result).toEqual({ kind: 'found', pets: [REX] })
})

test.each([
  ['both lists are whole', 'not-found', list(99), list(99)],
  ['the list of its status is whole', 'not-found', list(CUT), list(99)],
  ['the list of all is whole', 'not-found', list(99), list(CUT)],
  ['both lists are cut', 'inconclusive', list(CUT), list(CUT)],
  ['an element of the only whole list cannot be read', 'inconclusive', list(CUT), list(1, [], [1])],
  ['elements of both lists cannot be read', 'inconclusive', list(1, [], [1]), list(1, [], [1])],
  ['the other list is whole and can be read', 'not-found', list(1), list(1, [], [1])],
  ['both lists are empty', 'not-found', list(0), list(0)],
])('of a pet that is not to be seen, when %s, it is said: %s', async (_when, kind, all, own) => {
  expect((await look({ all, own })).result).toEqual({ kind })
})

test.each([
  ['whole', 'not-found', list(99)],
  ['cut', 'inconclusive', list(CUT)],
])('a pet without a status is told by the list of all, when it is %s: %s', async (_which, kind, all) => {
  expect((await look({ all }, { ...SENT, status: undefined })).result).toEqual({ kind })
})

test('a pet that was there before is not taken for the one that was sent', async () => {
  const older = { ...REX, id: id('980') }
  expect((await look({ all: list(2, [older]) }, SENT, [older.id])).result).toEqual({ kind: 'not-found' })
  expect((await look({ all: list(2, [older, REX]) }, SENT, [older.id])).result).toEqual({
    kind: 'found',
    pets: [REX],
  })
})

test('several that look like it are all shown: a browser can send a request twice', async () => {
  const twin = { ...REX, id: id('982') }
  const { result } = await look({ all: list(3, [REX, twin]), own: list(1, [twin]) })
  expect(result).toEqual({ kind: 'found', pets: expect.arrayContaining([REX, twin]) as Pet[] })
  expect(result).toHaveProperty('pets.length', 2)
})

test.each([
  ['another name', { name: 'rex' }],
  ['a neighbouring category beyond 2^53', { categoryId: id('9007199254740992') }],
  ['another status', { status: 'pending' }],
  ['no status', { status: undefined }],
])('a pet with %s is another pet', async (_what, part) => {
  expect((await look({ all: list(1, [{ ...REX, ...part }]) })).result).toEqual({ kind: 'not-found' })
})

test.each([
  ['without the blanks around the name', ' Rex\t', 'Rex'],
  ['with single blanks', 'Rex  the\u00A0dog', 'Rex the dog'],
  ['with its accents in one character each', 'Zoe\u0308', 'Zo\u00EB'],
])('a pet that the service keeps %s is the one that was sent', async (_how, name, keptAs) => {
  const pet = { ...REX, name: keptAs }
  const { result } = await look({ all: list(1, [pet]) }, { ...SENT, name })
  expect(result).toEqual({ kind: 'found', pets: [pet] })
})

test.each(['available', 'pending', 'sold', 'on loan', undefined])(
  'a service may have given any status to a pet that was sent without one: %s',
  async (status) => {
    const pet = { ...REX, status }
    const { result } = await look({ all: list(1, [pet]) }, { ...SENT, status: undefined })
    expect(result).toEqual({ kind: 'found', pets: [pet] })
  },
)

test('a list that cannot be had is an error, and no word about the pet', async () => {
  const lost = new Error('lost')
  await expect(reconcileLostPost(SENT, new Set(), () => Promise.reject(lost))).rejects.toBe(lost)
})
