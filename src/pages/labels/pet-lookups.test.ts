import { expect, test, vi } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { PetLookup } from '#src/pets/get-or-search-pet.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import type { ListPets } from '#src/pets/stock.ts'
import { int64 } from '#tests/support/int64.ts'
import { createPetLookups } from './pet-lookups.ts'

const petOf = (id: string, name = `Pet ${id}`): Pet => ({
  id: int64(id),
  name,
  categoryId: int64('1'),
  status: 'sold',
})
const listOf = (...ids: string[]): PetList => ({
  pets: ids.map((id) => petOf(id)),
  unreadable: [],
  returned: ids.length,
})
const NO_SUCH_PET: PetLookup = { kind: 'no-such-pet', error: new HttpError('GET /pets/5', 404, undefined) }

/** `loaded`: IDs of pets that are loaded. `listed`: those of each list. `service`: the pets that can be requested. */
function open(
  ids: string[],
  {
    loaded = [],
    listed = {},
    service = [],
  }: { loaded?: string[]; listed?: Record<string, string[]>; service?: string[] } = {},
) {
  const listPets = vi.fn<ListPets>(async ({ status = 'all' }) => listOf(...(listed[status] ?? [])))
  const lookUp = vi.fn<(id: Int64, signal: AbortSignal) => Promise<PetLookup>>(async (id) =>
    service.includes(id) ? { kind: 'found', pet: petOf(id), by: 'getPet' } : NO_SUCH_PET,
  )
  const lookups = createPetLookups({
    ids: ids.map(int64),
    loaded: () => new Map(loaded.map((id) => [int64(id), petOf(id, 'loaded')])),
    listPets,
    lookUp,
  })
  return {
    lookups,
    listPets,
    lookUp,
    found: () => [...lookups.get().found.keys()].join(),
    notFound: () => [...lookups.get().notFound.keys()].join(),
    lists: () => listPets.mock.calls.map(([{ status }]) => status ?? 'all').join(),
    lookedUp: () => lookUp.mock.calls.map(([id]) => id).join(),
  }
}

test.each([
  ['loaded pets need no request', { loaded: ['1', '2', '3'] }, '', ''],
  ['one list that has all', { loaded: ['1'], listed: { all: ['2', '3', '4'] } }, 'all', ''],
  [
    'lists until all are found',
    { listed: { all: ['1'], available: ['2'], pending: ['3'], sold: ['1'] } },
    'all,available,pending',
    '',
  ],
  [
    'what no list has is requested',
    { listed: { sold: ['2'] }, service: ['1', '3'] },
    'all,available,pending,sold',
    '1,3',
  ],
])('%s', async (_what, from, lists, lookedUp) => {
  const { lookups, ...opened } = open(['1', '2', '3'], from)
  await lookups.load()
  expect(lookups.get()).toMatchObject({ isLoading: false, error: null })
  expect(opened.found().split(',').toSorted()).toEqual(['1', '2', '3'])
  expect(opened.lists()).toBe(lists)
  expect(opened.lookedUp()).toBe(lookedUp)
})

test('no IDs, no requests', async () => {
  const { lookups, lists } = open([])
  await lookups.load()
  expect(lists()).toBe('')
})

test('only the IDs that are wanted are kept, and what is loaded counts first', async () => {
  const { lookups, found } = open(['1', '2'], { loaded: ['1', '9'], listed: { all: ['1', '2', '8'] } })
  await lookups.load()
  expect(found()).toBe('1,2')
  expect(lookups.get().found.get(int64('1'))?.name).toBe('loaded')
})

test('an ID that does not exist is not found, and the others are', async () => {
  const { lookups, found, notFound } = open(['1', '2', '3'], { service: ['1', '3'] })
  await lookups.load()
  expect(found()).toBe('1,3')
  expect(notFound()).toBe('2')
  expect(lookups.get().error).toBeNull()
})

test('one request at a time', async () => {
  let underWay = 0
  let most = 0
  const { lookups, lookUp } = open(['1', '2', '3'])
  lookUp.mockImplementation(async () => {
    most = Math.max(most, ++underWay)
    await Promise.resolve()
    underWay--
    return NO_SUCH_PET
  })
  await lookups.load()
  expect(most).toBe(1)
})

test('lists that fail are done without', async () => {
  const { lookups, listPets, lists, found } = open(['1'], { service: ['1'] })
  listPets.mockRejectedValue(new HttpError('GET /pets', 500, undefined))
  await lookups.load()
  expect(lists()).toBe('all')
  expect(found()).toBe('1')
})

test('a key that is no longer valid stops it before the next request', async () => {
  const { lookups, listPets, lookedUp } = open(['1'], { service: ['1'] })
  const error = new HttpError('GET /pets', 401, undefined)
  listPets.mockRejectedValue(error)
  await lookups.load()
  expect(lookups.get().error).toBe(error)
  expect(lookedUp()).toBe('')
})

test('a failure stops it; another try goes on with the IDs that are left', async () => {
  const { lookups, lookUp, found, lookedUp } = open(['1', '2', '3'], { service: ['1', '2', '3'] })
  const error = new HttpError('GET /pets/2', 500, undefined)
  lookUp.mockImplementationOnce(async () => ({ kind: 'found', pet: petOf('1'), by: 'getPet' }))
  lookUp.mockRejectedValueOnce(error)
  await lookups.load()
  expect(lookups.get()).toMatchObject({ isLoading: false, error })
  expect(found()).toBe('1')
  const again = lookups.load()
  expect(lookups.get()).toMatchObject({ isLoading: true, error: null })
  await again
  expect(found()).toBe('1,2,3')
  expect(lookedUp()).toBe('1,2,2,3')
})

test('cancelling aborts the request under way, keeps what was found, and is an error of its own', async () => {
  const { lookups, lookUp, found, notFound } = open(['1', '2'], { loaded: ['1'] })
  const held = Promise.withResolvers<PetLookup>()
  lookUp.mockReturnValueOnce(held.promise)
  const loading = lookups.load()
  await vi.waitFor(() => expect(lookUp).toHaveBeenCalled())
  const signal = lookUp.mock.calls[0]?.[1]
  lookups.cancel()
  expect(signal?.aborted).toBe(true)
  expect(lookups.get()).toMatchObject({ isLoading: false, error: { name: 'AbortError' } })
  held.resolve(NO_SUCH_PET)
  await loading
  expect(found()).toBe('1')
  expect(notFound()).toBe('')
  expect(lookups.get().error).toMatchObject({ name: 'AbortError' })
  await lookups.load()
  expect(notFound()).toBe('2')
})

test('what was cancelled does not end the load that came after it', async () => {
  const { lookups, lookUp, notFound } = open(['1'])
  const held = Promise.withResolvers<PetLookup>()
  lookUp.mockReturnValueOnce(Promise.withResolvers<PetLookup>().promise)
  const first = lookups.load()
  await vi.waitFor(() => expect(lookUp).toHaveBeenCalledOnce())
  lookUp.mockImplementationOnce((_id, signal) => {
    signal.addEventListener('abort', () => held.resolve(NO_SUCH_PET))
    return held.promise
  })
  lookups.cancel()
  const second = lookups.load()
  await vi.waitFor(() => expect(lookUp).toHaveBeenCalledTimes(2))
  lookups.cancel()
  const third = lookups.load()
  await second
  expect(lookups.get()).toMatchObject({ isLoading: true, error: null })
  await third
  expect(notFound()).toBe('1')
  void first
})

test('cancelling while a list is read requests nothing more', async () => {
  const { lookups, listPets, lookedUp, lists } = open(['1'])
  const held = Promise.withResolvers<PetList>()
  listPets.mockReturnValueOnce(held.promise)
  const loading = lookups.load()
  lookups.cancel()
  held.resolve(listOf('1'))
  await loading
  expect(lists()).toBe('all')
  expect(lookedUp()).toBe('')
  expect(lookups.get().found.size).toBe(0)
})

test('a second load while one is under way, and cancelling none, do nothing', async () => {
  const { lookups, lists } = open(['1'], { listed: { all: ['1'] } })
  await Promise.all([lookups.load(), lookups.load()])
  expect(lists()).toBe('all')
  lookups.cancel()
  expect(lookups.get().error).toBeNull()
})

test('says each step', async () => {
  const { lookups } = open(['1', '2'], { listed: { all: ['1'] }, service: ['2'] })
  const sizes: number[] = []
  lookups.subscribe(() => sizes.push(lookups.get().found.size))
  await lookups.load()
  expect(new Set(sizes)).toEqual(new Set([0, 1, 2]))
})
