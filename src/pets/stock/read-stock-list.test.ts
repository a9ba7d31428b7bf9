import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { createPetstore, type PetFilter, type Petstore } from '#src/pets/petstore.ts'
import { listQuery, stockListQuery } from '#src/pets/queries/list-query.ts'
import { recordLoadTimes } from '#src/pets/queries/load-times.ts'
import { readStockList } from './read-stock-list.ts'

const ALL: PetFilter = { limit: 100, status: undefined }
const START = 1_000_000
const REX: Pet = { id: int64('9'), name: 'Rex', categoryId: int64('1'), status: 'sold' }
const LIST: PetList = { pets: [REX], unreadable: [], returned: 1 }

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/**
 * Creates an empty cache, and a service whose lists hold one pet and arrive 100 ms after their
 * request.
 */
function open() {
  const client = new QueryClient()
  recordLoadTimes(client)
  const listPets = vi.fn<Petstore['listPets']>(async () => {
    await vi.advanceTimersByTimeAsync(100)
    return LIST
  })
  const petstore: Petstore = { ...createPetstore(() => Promise.reject(new Error('not used'))), listPets }
  return { client, petstore, listPets, keyOf: (filter: PetFilter) => listQuery(petstore, filter).queryKey }
}

test('A list of the stock is requested again when it is a minute old, and shared by those who read it meanwhile', async () => {
  const { client, petstore, listPets } = open()
  const read = readStockList(client, petstore)
  expect(await Promise.all([read(ALL), read(ALL)])).toEqual([LIST, LIST])
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
