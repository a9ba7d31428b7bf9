import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { int64 } from '#tests/support/int64.ts'
import type { PetLookup } from './get-or-search-pet.ts'
import { listQuery, outdateLists, stockListQuery } from './list-query.ts'
import type { Pet, PetList } from './pet.ts'
import {
  fetchFreshList,
  listedPets,
  loadedPets,
  petQuery,
  recentPets,
  readStockList,
  rememberAdded,
} from './pet-queries.ts'
import { createPetstore, type PetFilter, type Petstore } from './petstore.ts'

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

/** A cache with these lists, and a service whose lists hold one pet and arrive 100 ms after their request. */
function open(loaded: [filter: PetFilter, list: PetList, at: number][] = []) {
  const client = new QueryClient()
  const listPets = vi.fn<Petstore['listPets']>(async () => {
    await vi.advanceTimersByTimeAsync(100)
    return listOf(petOf('9'))
  })
  const notFound = createPetstore(() => Promise.reject(new HttpError('GET /pets/9', 404, undefined)))
  const petstore: Petstore = { ...notFound, listPets }
  const keyOf = (filter: PetFilter) => listQuery(petstore, filter).queryKey
  for (const [filter, list, updatedAt] of loaded) client.setQueryData(keyOf(filter), list, { updatedAt })
  const onePet: PetLookup = { kind: 'found', pet: petOf('6'), by: 'getPet' }
  const ofOnePet: QueryKey = petQuery(petstore, int64('6')).queryKey
  client.setQueryData(ofOnePet, onePet)
  return {
    client,
    petstore,
    listPets,
    state: (filter: PetFilter) => client.getQueryState(keyOf(filter)),
    keyOf,
  }
}

test('a list for evidence is always requested, and loaded with the time of its request', async () => {
  const { client, petstore, listPets, state } = open([[ALL, listOf(), START - 1]])
  const { signal } = new AbortController()
  expect(await fetchFreshList(client, petstore)(ALL, signal)).toEqual(listOf(petOf('9')))
  expect(listPets).toHaveBeenCalledExactlyOnceWith(ALL, signal)
  expect(state(ALL)).toMatchObject({ data: listOf(petOf('9')), dataUpdatedAt: START })
  await fetchFreshList(client, petstore)(SOLD)
  expect(state(SOLD)).toMatchObject({ data: listOf(petOf('9')), dataUpdatedAt: START + 100 })
})

test('it replaces neither a newer one, nor an outdated one: a pet may have been added since the request', async () => {
  for (const at of [START, START + 50]) {
    const { client, petstore, state } = open([[ALL, listOf(), at]])
    await fetchFreshList(client, petstore)(ALL)
    expect(state(ALL)).toMatchObject({ data: listOf(), dataUpdatedAt: at })
    vi.setSystemTime(START)
  }
  const { client, petstore, state } = open([[ALL, listOf(), START - 1]])
  outdateLists(client)
  await fetchFreshList(client, petstore)(ALL)
  expect(state(ALL)).toMatchObject({ data: listOf(), isInvalidated: true })
})

test('the pets of all loaded lists, those of the newest list last', async () => {
  const { client, petstore, listPets } = open([
    [SOLD, listOf(petOf('7', 'Old'), petOf('8')), START],
    [ALL, listOf(petOf('6'), petOf('7', 'New')), START + 2],
    [{ ...ALL, limit: 2 }, listOf(petOf('7', 'Older')), START + 1],
  ])
  listPets.mockRejectedValue(new Error('no response'))
  await client.query({ ...listQuery(petstore, { ...ALL, limit: 1 }), retry: false }).catch(() => undefined)
  expect(listedPets(client).map(({ pet, loadedAt }) => `${pet.id} ${pet.name} ${loadedAt - START}`)).toEqual([
    '7 Old 0',
    '8 Rex 0',
    '7 Older 1',
    '6 Rex 2',
    '7 New 2',
  ])
})

test.each([
  ['a loaded list', [petOf('9')], 'found'],
  ['no loaded list', [petOf('8')], 'no-such-pet'],
])('after a 404 for a pet of %s', async (_what, pets, kind) => {
  const { client, petstore } = open([[ALL, listOf(...pets), START]])
  vi.setSystemTime(new Date('2026-11-22'))
  expect(await client.query(petQuery(petstore, int64('9')))).toMatchObject({ kind })
  expect(client.getQueryData(petQuery(petstore, int64('8')).queryKey)).toBeUndefined()
})

test('all loaded pets, each as the newest response has it', () => {
  const { client } = open([
    [ALL, listOf(petOf('1', 'newer'), petOf('6', 'from the list')), START - 1],
    [SOLD, listOf(petOf('1', 'older'), petOf('2')), START - 2],
  ])
  expect(
    Array.from(loadedPets(client, START - 60_000).values(), ({ id, name }) => `${id} ${name}`).toSorted(),
  ).toEqual(['1 newer', '2 Rex', '6 Rex'])
})

test('a list of the stock is requested when it is a minute old, and shared by those who read it meanwhile', async () => {
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

test('a list of the stock is given up with the signal, unless another one observes it', async () => {
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

test('the pets that were opened or added, each once, the last one first; not one that is missing or still loads', () => {
  const { client, petstore } = open([[ALL, listOf(petOf('1')), START]])
  const set = (id: string, lookup: PetLookup | undefined, updatedAt: number) =>
    client.setQueryData(petQuery(petstore, int64(id)).queryKey, lookup, { updatedAt })
  set('7', { kind: 'found', pet: petOf('7'), by: 'getPet' }, START + 2)
  set('8', { kind: 'not-in-lists', searched: [] }, START + 3)
  set('9', { kind: 'found', pet: petOf('9'), by: 'listPets' }, START + 1)
  void client.query(petQuery(petstore, int64('10'))).catch(() => undefined)
  expect(recentPets(client).map(({ pet, loadedAt }) => [pet.id, loadedAt])).toEqual([
    ['7', START + 2],
    ['9', START + 1],
    ['6', START],
  ])
  rememberAdded(client, petOf('11'))
  vi.setSystemTime(START + 5)
  rememberAdded(client, petOf('7', 'Max'))
  expect(recentPets(client).map(({ pet }) => pet.name + pet.id)).toEqual(['Max7', 'Rex9', 'Rex11', 'Rex6'])
})

test('a response that is older than wanted, or has not come, is no evidence of what the service shows', () => {
  const { client, petstore } = open([
    [ALL, listOf(petOf('1')), START - 60_000],
    [SOLD, listOf(petOf('2')), START - 60_001],
  ])
  void client.query(stockListQuery(petstore, 'pending')).catch(() => undefined)
  expect([...loadedPets(client, START - 60_000).keys()]).toEqual(['1', '6'])
})

test('what is looked at may come from the browser’s cache, unless it is outdated, or one of this tab was', async () => {
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

test('a list of the stock asks for as many pets as there can be, and has a key of its own', async () => {
  const { client, petstore, listPets, keyOf } = open()
  await client.query(stockListQuery(petstore, 'sold'))
  expect(listPets).toHaveBeenCalledWith({ limit: 100, status: 'sold' }, expect.anything())
  expect(client.getQueryData(keyOf(SOLD))).toBeUndefined()
})
