import { expect, test } from 'vitest'
import { HttpError, NetworkError, TimeoutError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isGivenUp, reconcileLostPost } from './reconcile-lost-post.ts'
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
const FULL = 100

type Lists = { all: PetList; own?: PetList }

async function reconcile({ all, own = list(0) }: Lists, sent = SENT, known: Int64[] = []) {
  const requested: PetFilter[] = []
  const result = await reconcileLostPost(sent, new Set(known), async (filter) => {
    requested.push(filter)
    if (filter.status === undefined) return all
    return filter.status === 'sold' ? own : list(0)
  })
  return { result, requested }
}

const POST = 'POST /pets'

test.each([
  ['cancelled', new DOMException('The page was left.', 'AbortError'), true],
  ['that timed out', new TimeoutError(POST, 30), true],
  ['for which a proxy did not wait any longer', new HttpError(POST, 504, undefined), true],
  ['that did not arrive in time', new HttpError(POST, 408, undefined), true],
  ['whose connection broke', new NetworkError(POST, undefined), false],
  ['that was answered', new HttpError(POST, 503, undefined), false],
])('a request %s: may still be processed', (_what, error, expected) => {
  expect(isGivenUp(error)).toBe(expected)
})

test('every list is requested, with the highest limit', async () => {
  const { requested } = await reconcile({ all: list(0) })
  expect(requested).toEqual(
    [undefined, 'available', 'pending', 'sold'].map((status) => ({ limit: 100, status })),
  )
})

test.each([
  ['complete lists', list(1, [REX]), list(1, [REX])],
  ['the complete list of its status only', list(FULL), list(1, [REX])],
  ['the unfiltered list only', list(FULL, [REX]), list(FULL)],
  ['truncated lists', list(FULL, [REX]), list(FULL, [REX])],
])('a pet that the service added is found in %s, once', async (_which, all, own) => {
  expect((await reconcile({ all, own })).result).toEqual({ kind: 'found', pets: [REX] })
})

test.each([
  ['both lists are complete', 'not-found', list(99), list(99)],
  ['the list of its status is complete', 'not-found', list(FULL), list(99)],
  ['the unfiltered list is complete', 'not-found', list(99), list(FULL)],
  ['both lists are truncated', 'inconclusive', list(FULL), list(FULL)],
  [
    'an element of the only list that is not truncated is unreadable',
    'inconclusive',
    list(FULL),
    list(1, [], [1]),
  ],
  ['both lists have unreadable elements', 'inconclusive', list(1, [], [1]), list(1, [], [1])],
  ['the other list is complete and readable', 'not-found', list(1), list(1, [], [1])],
  ['both lists are empty', 'not-found', list(0), list(0)],
])('without a match, when %s, the result is %s', async (_when, kind, all, own) => {
  expect((await reconcile({ all, own })).result).toEqual({ kind })
})

test.each([
  ['complete', 'not-found', list(99)],
  ['truncated', 'inconclusive', list(FULL)],
])('for a pet without a status the unfiltered list decides, when it is %s: %s', async (_which, kind, all) => {
  expect((await reconcile({ all }, { ...SENT, status: undefined })).result).toEqual({ kind })
})

test('a pet that was known before the POST is not a match', async () => {
  const older = { ...REX, id: id('980') }
  expect((await reconcile({ all: list(2, [older]) }, SENT, [older.id])).result).toEqual({ kind: 'not-found' })
  expect((await reconcile({ all: list(2, [older, REX]) }, SENT, [older.id])).result).toEqual({
    kind: 'found',
    pets: [REX],
  })
})

test('all matches are found: a browser can send a request twice', async () => {
  const twin = { ...REX, id: id('982') }
  const { result } = await reconcile({ all: list(3, [REX, twin]), own: list(1, [twin]) })
  expect(result).toEqual({ kind: 'found', pets: expect.arrayContaining([REX, twin]) as Pet[] })
  expect(result).toHaveProperty('pets.length', 2)
})

test.each([
  ['another name', { name: 'rex' }],
  ['a neighbouring category beyond 2^53', { categoryId: id('9007199254740992') }],
  ['another status', { status: 'pending' }],
  ['no status', { status: undefined }],
])('a pet with %s is not a match', async (_what, part) => {
  expect((await reconcile({ all: list(1, [{ ...REX, ...part }]) })).result).toEqual({ kind: 'not-found' })
})

test.each([
  ['without the white space around the name', ' Rex\t', 'Rex'],
  ['with single spaces', 'Rex  the\u00A0dog', 'Rex the dog'],
  ['in composed Unicode form', 'Zoe\u0308', 'Zo\u00EB'],
])('a pet that the service stores %s is a match', async (_how, name, storedName) => {
  const pet = { ...REX, name: storedName }
  const { result } = await reconcile({ all: list(1, [pet]) }, { ...SENT, name })
  expect(result).toEqual({ kind: 'found', pets: [pet] })
})

test.each(['available', 'pending', 'sold', 'on loan', undefined])(
  'a pet that was sent without a status matches any: %s',
  async (status) => {
    const pet = { ...REX, status }
    const { result } = await reconcile({ all: list(1, [pet]) }, { ...SENT, status: undefined })
    expect(result).toEqual({ kind: 'found', pets: [pet] })
  },
)

test('the error of a list is thrown', async () => {
  const lost = new Error('lost')
  await expect(reconcileLostPost(SENT, new Set(), () => Promise.reject(lost))).rejects.toBe(lost)
})
