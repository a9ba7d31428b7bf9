import { openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { createEmptyLedger } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import { entryOf } from '#tests/support/outbox-tabs.ts'
import type { EntryState } from './entry.ts'
import { createMemoryLedger } from './memory-ledger.ts'
import { type Ledger, StorageError } from './outbox-database.ts'

const baseUrl = 'https://a.example'
const batch = { id: 'own', environmentId: 'staging', baseUrl, startedAt: 5 }
const entry = (position: number, state: EntryState = { kind: 'waiting' }, id = 'own') =>
  entryOf({ batch: id, position, state })
const ONE = int64('1')
const entries = [
  entry(10),
  entry(2, { kind: 'added', id: ONE }),
  entry(1, { kind: 'added', id: undefined }),
  entry(0, { kind: 'unknown', message: '', endedAt: 5 }),
  entry(3, { kind: 'discarded' }, 'other'),
  { ...entry(4, { kind: 'rejected', message: '' }), row: { number: 2, cells: [] } },
  { ...entry(5, undefined, 'other'), baseUrl: 'https://b.example', animal: 'another' },
]

test('what is kept in memory is found as on the disk', async () => {
  const found = (ledger: Ledger) =>
    ledger.write(async (transaction) => {
      const { all, first, count } = transaction
      for (const one of [batch, { ...batch, id: 'gone' }]) await transaction.putBatch(one)
      for (const one of entries) await transaction.put(one)
      await transaction.put(entry(11))
      await transaction.delete('own 11')
      await transaction.deleteBatch('gone')
      const animal = entry(0).animal
      return [
        await transaction.batches(),
        await transaction.batch('own'),
        (await transaction.batch('none')) ?? 'none',
        await transaction.get('own 10'),
        (await transaction.get('own 11')) ?? 'none',
        await all('batch', 'own'),
        (await all('batch')).length,
        await all('state', 'own', 'waiting'),
        await all('id', baseUrl, ONE),
        await count('animal', baseUrl, animal),
        await count('animal', 'https://b.example', animal),
        (await all('open')).length,
        await first('batch', 'own'),
        (await first('state', 'own', 'held')) ?? 'none',
      ]
    })
  const inMemory = await found(createMemoryLedger({ batches: [], entries: [] }))
  expect(await found(createEmptyLedger())).toMatchObject(inMemory)
  expect(inMemory.slice(0, 3)).toEqual([[batch], batch, 'none'])
})

test('in memory, what is on the disk is found, and what cannot be sent comes last; its batch stays', async () => {
  const { read, write } = createMemoryLedger({ batches: [batch], entries: [entry(0)] })
  await write((transaction) => transaction.put(entry(1)))
  expect(await read(({ first }) => first('state', 'own', 'waiting'))).toEqual(entry(1))
  expect(await read(({ all }) => all('overSince', Infinity))).toEqual([])
  await expect(write(({ putBatch }) => putBatch(batch))).rejects.toThrow(StorageError)
  await expect(write(({ deleteBatch }) => deleteBatch('own'))).rejects.toThrow(StorageError)
  expect(await read(({ batches }) => batches())).toEqual([batch])
})

test('a newer version takes the database over; when it is gone, it is used again', async () => {
  const ledger = createEmptyLedger()
  const count = () => ledger.read((transaction) => transaction.count('batch'))
  await ledger.write((transaction) => transaction.put(entry(0)))
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('petstore-admin.outbox', 99)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('blocked', () => reject(new Error('blocked')))
  })
  const cause = expect.objectContaining({ name: 'VersionError' }) as Error
  await expect(count()).rejects.toMatchObject({ isNewer: true, cause })
  opened.close()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('petstore-admin.outbox').addEventListener('success', resolve)
  })
  expect(await count()).toBe(0)
  await expect(ledger.read(() => Promise.reject(new DOMException('x', 'AbortError')))).rejects.toMatchObject({
    isNewer: false,
  })
})

test('what the database has not answered 5 s after its last answer is given up, and not written later', async () => {
  const ledger = createEmptyLedger()
  const count = () => ledger.read((transaction) => transaction.count('batch'))
  await count()
  const { store } = (await openDB('petstore-admin.outbox')).transaction('entries', 'readwrite')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const blocker = { isOn: true }
    const block = async () => {
      while (blocker.isOn) await store.get(['own', 9])
    }
    const blocked = block()
    let outcome: unknown
    ledger.write((transaction) => transaction.put(entry(0))).catch((error: unknown) => (outcome = error))
    await vi.advanceTimersByTimeAsync(4999)
    expect(outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    blocker.isOn = false
    await blocked
    await vi.waitFor(() => expect(outcome).toBeInstanceOf(StorageError))
    expect(await count()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
