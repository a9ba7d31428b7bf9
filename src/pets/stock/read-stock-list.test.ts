import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { PetFilter } from '#src/pets/petstore.ts'
import { LIST_OF_REX, openSlowLists, useStoppedClock } from '#tests/support/slow-lists.ts'
import { stockListQuery } from '#src/pets/queries/list-query.ts'
import { readStockList } from './read-stock-list.ts'

const ALL: PetFilter = { limit: 100, status: undefined }

useStoppedClock()

test('A list of the stock is requested again when it is a minute old, and shared by those who read it meanwhile', async () => {
  const { client, petstore, listPets } = openSlowLists()
  const read = readStockList(client, petstore)
  expect(await Promise.all([read(ALL), read(ALL)])).toEqual([LIST_OF_REX, LIST_OF_REX])
  expect(listPets).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(59_000)
  await read(ALL)
  expect(listPets).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1000)
  await read(ALL)
  expect(listPets).toHaveBeenCalledTimes(2)
})

test('A list of the stock is given up with the signal, unless another reader observes it', async () => {
  const { client, petstore, listPets } = openSlowLists()
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
