import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { int64 } from '#tests/support/int64.ts'
import { listQuery, outdateLists, stockListQuery } from '#src/pets/queries/list-query.ts'
import { recordLoadTimes } from '#src/pets/queries/load-times.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { loadedPets, rememberAdded } from '#src/pets/queries/loaded-pets.ts'
import { petQuery } from '#src/pets/one-pet/pet-query.ts'
import { fetchFreshList, readStockList } from '#src/pets/stock/read-stock-list.ts'
import { createPetstore, type PetFilter, type Petstore } from '#src/pets/petstore.ts'

const ALL: PetFilter = { limit: 100, status: undefined }
const SOLD: PetFilter = { limit: 100, status: 'sold' }
const START = 1_000_000

const petOf = (id: string, name = 'Rex'): Pet => ({
  id: int64(id),
  name,
  categoryId: int64('1'),
  status: 'sold',
})
const listOf = (...pets: Pet[]): PetList => ({ pets, unreadable: [], returned: pets.length })

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/**
 * Creates a cache with these lists, and a service whose lists hold one pet and arrive 100 ms after
 * their request.
 */
function open(loaded: [filter: PetFilter, list: PetList, at: number][] = []) {
  const client = new QueryClient()
  recordLoadTimes(client)
  const listPets = vi.fn<Petstore['listPets']>(async () => {
    await vi.advanceTimersByTimeAsync(100)
    return listOf(petOf('9'))
  })
  const notFound = createPetstore(() =>
    Promise.reject(new HttpError('GET /pets/9', 404, { code: 'x', message: 'No.' })),
  )
  const petstore: Petstore = { ...notFound, listPets }
  const keyOf = (filter: PetFilter) => listQuery(petstore, filter).queryKey
  for (const [filter, list, updatedAt] of loaded) client.setQueryData(keyOf(filter), list, { updatedAt })
  const ofOnePet: QueryKey = petQuery(petstore, int64('6')).queryKey
  client.setQueryData(ofOnePet, petOf('6'))
  return {
    client,
    petstore,
    listPets,
    state: (filter: PetFilter) => client.getQueryState(keyOf(filter)),
    keyOf,
  }
}

test('A list for evidence is always requested, its pets are as old as its request, and no list on the screen changes', async () => {
  const { client, petstore, listPets, state } = open([[ALL, listOf(), START - 1]])
  const { signal } = new AbortController()
  for (let time = 0; time < 2; time += 1)
    expect(await fetchFreshList(client, petstore)(ALL, signal)).toEqual(listOf(petOf('9')))
  expect(listPets.mock.calls).toEqual([
    [ALL, signal],
    [ALL, signal],
  ])
  expect(state(ALL)).toMatchObject({ data: listOf(), dataUpdatedAt: START - 1 })
  expect(loadedPets(client)).toContainEqual({
    pet: petOf('9'),
    loaded: { wall: START + 100, elapsed: performance.now() - 100 },
    isRecent: false,
  })
})

test('All loaded pets are returned, the newest last', async () => {
  const { client, petstore, listPets } = open([
    [SOLD, listOf(petOf('7', 'Old'), petOf('8')), START - 3],
    [ALL, listOf(petOf('5'), petOf('7', 'New')), START - 1],
    [{ ...ALL, limit: 2 }, listOf(petOf('7', 'Older')), START - 2],
  ])
  listPets.mockRejectedValue(new Error('no response'))
  await client.query({ ...listQuery(petstore, { ...ALL, limit: 1 }), retry: false }).catch(() => undefined)
  void client.query(stockListQuery(petstore, 'pending')).catch(() => undefined)
  expect(loadedPets(client).map(({ pet, loaded }) => `${pet.id} ${pet.name} ${loaded.wall - START}`)).toEqual(
    ['7 Old -3', '8 Rex -3', '7 Older -2', '5 Rex -1', '7 New -1', '6 Rex 0'],
  )
})

test.each([
  ['a loaded list', [petOf('9')], petOf('9')],
  ['no loaded list', [petOf('8')], { name: 'PetNotFoundError' }],
])('A 404 for a pet of %s is understood', async (_what, pets, expected) => {
  const { client, petstore } = open([[ALL, listOf(...pets), START]])
  vi.setSystemTime(new Date('2026-11-22'))
  const lookup = client.query({ ...petQuery(petstore, int64('9')), retry: false })
  expect(await lookup.catch((error: unknown) => error)).toMatchObject(expected)
  expect(client.getQueryData(petQuery(petstore, int64('8')).queryKey)).toBeUndefined()
})

test('A list of the stock is requested again when it is a minute old, and shared by those who read it meanwhile', async () => {
  const { client, petstore, listPets } = open()
  const read = readStockList(client, petstore)
  expect(await Promise.all([read(ALL), read(ALL)])).toEqual([listOf(petOf('9')), listOf(petOf('9'))])
  expect(listPets).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(59_000)
  await read(ALL)
  expect(listPets).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1000)
  await read(ALL)
  expect(listPets).toHaveBeenCalledTimes(2)
})

test('A list of the stock is given up with the signal, unless another reader observes it', async () => {
  const { client, petstore, listPets } = open()
  listPets.mockImplementation(
    (_filter, signal) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  )
  const first = new AbortController()
  const reading = readStockList(client, petstore)(ALL, first.signal)
  first.abort()
  await expect(reading).rejects.toThrow('CancelledError')
  expect(listPets.mock.calls[0]?.[1]?.aborted).toBe(true)
  await expect(readStockList(client, petstore)(ALL, first.signal)).rejects.toThrow('aborted')
  expect(listPets).toHaveBeenCalledOnce()

  const observer = new QueryObserver(client, { ...stockListQuery(petstore, undefined), retry: false })
  const stop = observer.subscribe(() => undefined)
  const second = new AbortController()
  void readStockList(client, petstore)(ALL, second.signal).catch(() => undefined)
  second.abort()
  expect(listPets.mock.calls[1]?.[1]?.aborted).toBe(false)
  stop()
  expect(listPets.mock.calls[1]?.[1]?.aborted).toBe(true)
})

test('Pets that were opened or added are recent, but not one that still loads', () => {
  const { client, petstore } = open([[ALL, listOf(petOf('1')), START]])
  for (const id of ['9', '7']) {
    vi.advanceTimersByTime(1)
    client.setQueryData(petQuery(petstore, int64(id)).queryKey, petOf(id))
  }
  vi.advanceTimersByTime(1)
  void client.query(petQuery(petstore, int64('10'))).catch(() => undefined)
  rememberAdded(client, petOf('11'))
  // Somebody sets the clock of the device back.
  vi.advanceTimersByTime(1)
  vi.setSystemTime(0)
  rememberAdded(client, petOf('7', 'Max'))
  expect(loadedPets(client).map(({ pet, isRecent }) => `${pet.name}${pet.id} ${isRecent}`)).toEqual([
    'Rex1 false',
    'Rex6 true',
    'Rex9 true',
    'Rex7 true',
    'Rex11 true',
    'Max7 true',
  ])
})

test('A list to look at may come from the browser’s cache, unless it or another list of this tab was outdated', async () => {
  const { client, petstore, listPets, keyOf, state } = open([[ALL, listOf(), START]])
  const cacheOf = async (filter: PetFilter) => {
    await client.query({ ...listQuery(petstore, filter), staleTime: 0 })
    return listPets.mock.lastCall?.[2]?.cache
  }
  expect(await cacheOf(SOLD)).toBe('default')
  await client.invalidateQueries({ queryKey: keyOf(ALL) })
  expect([await cacheOf(ALL), await cacheOf(SOLD)]).toEqual(['reload', 'default'])
  listPets.mockClear()
  outdateLists(client)
  expect(state(ALL)?.isInvalidated).toBe(true)
  expect(client.getQueryState(petQuery(petstore, int64('6')).queryKey)?.isInvalidated).toBe(false)
  expect(listPets).not.toHaveBeenCalled()
  expect([await cacheOf(SOLD), await cacheOf(SOLD)]).toEqual(['reload', 'reload'])
})

test('A list of the stock asks for as many pets as possible, and has a query key of its own', async () => {
  const { client, petstore, listPets, keyOf } = open()
  await client.query(stockListQuery(petstore, 'sold'))
  expect(listPets).toHaveBeenCalledWith({ limit: 100, status: 'sold' }, expect.anything())
  expect(client.getQueryData(keyOf(SOLD))).toBeUndefined()
})
