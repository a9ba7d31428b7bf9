import { forceCloseDatabase } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEmptyLedger } from '#tests/support/device.ts'
import { hangCommits } from '#tests/support/hang-commits.ts'
import {
  otherEntry as other,
  ownEntry as own,
  putAll,
  rejected,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { createIndexedDbLedger } from './indexed-db.ts'
import { type Ledger, StorageError } from './ledger.ts'

const NAME = 'petstore-admin.outbox'

const countEntries = (ledger: Ledger) => ledger.read(({ count }) => count(['batch']))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME)
    request.addEventListener('success', () => resolve())
    request.addEventListener('blocked', () => reject(new Error('a connection was not closed')))
  })
}

/** Opens the database as a newer version of the app does it. */
function openNewer(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 99)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('blocked', () => reject(new Error('a connection was not closed')))
  })
}

describe('A transaction', () => {
  test('that throws writes nothing, and says why it failed.', async () => {
    const ledger = createEmptyLedger()
    const cause = new Error('a reason')
    const act = ledger.write(async ({ put }) => {
      await put(own(waiting))
      throw cause
    })
    await expect(act).rejects.toMatchObject({ name: 'StorageError', cause, isNewer: false })
    expect(await countEntries(ledger)).toBe(0)
  })

  test('that only reads cannot write.', async () => {
    const ledger = createEmptyLedger()
    await expect(ledger.read(({ put }) => put(own(waiting)))).rejects.toThrow(StorageError)
    expect(await countEntries(ledger)).toBe(0)
  })

  test('is durable: it resolves when it survives a crash of the browser.', async () => {
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const ledger = createEmptyLedger()
    await putAll(ledger, [own(waiting)])
    expect(begin).toHaveBeenLastCalledWith(expect.anything(), 'readwrite', { durability: 'strict' })
  })

  test('is the first thing that opens the database.', async () => {
    const ledger = createEmptyLedger()
    const open = vi.spyOn(indexedDB, 'open')
    expect(open).not.toHaveBeenCalled()
    await countEntries(ledger)
    await countEntries(ledger)
    expect(open).toHaveBeenCalledOnce()
  })
})

describe('A newer version of the app', () => {
  test('takes the database over, which the ledger lets go of, and says so.', async () => {
    const onConnectionLost = vi.fn<() => void>()
    const ledger = createEmptyLedger({ onConnectionLost })
    await putAll(ledger, [own(waiting)])
    const newer = await openNewer()
    expect(onConnectionLost).toHaveBeenCalledOnce()
    const cause = expect.objectContaining({ name: 'VersionError' }) as Error
    await expect(countEntries(ledger)).rejects.toMatchObject({ isNewer: true, cause })
    newer.close()
  })

  test('When it is gone again, the ledger works as before.', async () => {
    const ledger = createEmptyLedger()
    await putAll(ledger, [own(waiting)])
    const newer = await openNewer()
    await expect(countEntries(ledger)).rejects.toThrow(StorageError)
    newer.close()
    await deleteDatabase()
    expect(await countEntries(ledger)).toBe(0)
  })
})

/** Keeps every other transaction from beginning, until it is told to stop. */
async function blockDatabase() {
  const database = await openDB(NAME)
  const { store } = database.transaction('entries', 'readwrite')
  const blocker = { isOn: true }
  const block = async () => {
    while (blocker.isOn) await store.get(['own', 9])
  }
  const blocked = block()
  return async () => {
    blocker.isOn = false
    await blocked
    database.close()
  }
}

/** Lets the disk answer nobody, not even who opens a database. */
function stopDisk(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest())
}

const useFakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** Lets seconds pass, in each of which a disk that works can answer. */
async function passSeconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Begins to write an entry. The failure is noted in `writing`, if there is one. */
function beginWriting(ledger: Ledger) {
  const writing = { failure: undefined as unknown }
  const ended = putAll(ledger, [own(waiting)]).catch((error: unknown) => {
    writing.failure = error
  })
  return { writing, ended }
}

/** Writes behind a transaction of another tab, which goes on until `unblock`. */
async function writeWhileBlocked() {
  const ledger = createEmptyLedger()
  await countEntries(ledger)
  const unblock = await blockDatabase()
  useFakeTimers()
  return { ledger, unblock, ...beginWriting(ledger) }
}

describe('A disk that does not answer', () => {
  test('is given up after 5 s, and what was to be written is not written later.', async () => {
    const { ledger, unblock, writing } = await writeWhileBlocked()
    stopDisk()
    await vi.advanceTimersByTimeAsync(4999)
    expect(writing.failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await unblock()
    await vi.waitFor(() => expect(writing.failure).toBeInstanceOf(StorageError))
    expect(await countEntries(ledger)).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('has 5 s for each answer, and not for the whole transaction.', async () => {
    const ledger = createEmptyLedger()
    await countEntries(ledger)
    stopDisk()
    useFakeTimers()
    const written = await ledger.write(async ({ put }) => {
      for (let position = 0; position < 4; position += 1) {
        vi.advanceTimersByTime(3000)
        await put(own(waiting, { position }))
      }
      return 'written'
    })
    expect(written).toBe('written')
    expect(await countEntries(ledger)).toBe(4)
  })

  test('is given up when the database cannot be opened.', async () => {
    const ledger = createEmptyLedger()
    stopDisk()
    useFakeTimers()
    const failure = countEntries(ledger).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await failure).toBeInstanceOf(StorageError)
    vi.restoreAllMocks()
    // Nor is it waited for again: "Try again" opens it anew.
    ledger.reconnect()
    expect(await countEntries(ledger)).toBe(0)
  })
})

/** Has the browser say of each transaction that writes that it was aborted while it committed. */
function abortCommits(): void {
  // It is called with the transaction below.
  // oxlint-disable-next-line typescript/unbound-method
  const { addEventListener } = IDBTransaction.prototype
  vi.spyOn(IDBTransaction.prototype, 'addEventListener').mockImplementation(function (
    this: IDBTransaction,
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) {
    const isWriting = this.mode === 'readwrite'
    if (isWriting && type === 'complete') return
    const heardType = isWriting && type === 'abort' ? 'complete' : type
    addEventListener.call(this, heardType, listener, options)
  })
}

/** Writes to a disk that hangs while it commits. From then on the disk answers nobody. */
async function writeToHangingDisk() {
  const onWrittenAfterAll = vi.fn<() => void>()
  const ledger = createEmptyLedger({ onWrittenAfterAll })
  await countEntries(ledger)
  const release = hangCommits()
  useFakeTimers()
  const { writing } = beginWriting(ledger)
  await passSeconds(1)
  stopDisk()
  return { ledger, release, writing, onWrittenAfterAll }
}

describe('A disk that hangs while it commits', () => {
  test('is given up after 5 s.', async () => {
    const { writing } = await writeToHangingDisk()
    await passSeconds(4)
    expect(writing.failure).toBeUndefined()
    await passSeconds(1)
    expect(writing.failure).toMatchObject({ name: 'StorageError', mayHaveWritten: true })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('may write later all the same, and the tab is told so.', async () => {
    const { ledger, release, writing, onWrittenAfterAll } = await writeToHangingDisk()
    await passSeconds(5)
    expect(writing.failure).toBeInstanceOf(StorageError)
    expect(onWrittenAfterAll).not.toHaveBeenCalled()
    release()
    await vi.waitFor(() => expect(onWrittenAfterAll).toHaveBeenCalledOnce())
    expect(await countEntries(ledger)).toBe(1)
  })
})

test('A transaction that the browser aborts while it commits, because the disk is full, has written nothing.', async () => {
  const ledger = createEmptyLedger()
  await countEntries(ledger)
  abortCommits()
  const failure = await putAll(ledger, [own(waiting)]).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'StorageError', mayHaveWritten: false })
})

describe('A disk that a transaction of another tab keeps busy', () => {
  test('is waited for, and then written.', async () => {
    const { ledger, unblock, writing, ended } = await writeWhileBlocked()
    await passSeconds(30)
    await unblock()
    await ended
    expect(writing.failure).toBeUndefined()
    expect(await countEntries(ledger)).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is given up after a minute, and what was to be written is not written later.', async () => {
    const { ledger, unblock, writing } = await writeWhileBlocked()
    await passSeconds(59)
    expect(writing.failure).toBeUndefined()
    await passSeconds(1)
    await unblock()
    await vi.waitFor(() => expect(writing.failure).toBeInstanceOf(StorageError))
    expect(await countEntries(ledger)).toBe(0)
  })

  test('and that no longer answers anybody then is given up after 5 s more.', async () => {
    const { unblock, writing } = await writeWhileBlocked()
    await passSeconds(30)
    stopDisk()
    await passSeconds(5)
    await unblock()
    await vi.waitFor(() => expect(writing.failure).toBeInstanceOf(StorageError))
  })
})

/** Closes the connection without an event, as iOS does. */
const failToBegin = () => {
  throw new DOMException('The database connection is closing.', 'InvalidStateError')
}

describe('A connection that is lost', () => {
  test('without an event is opened again, and nothing is lost.', async () => {
    const ledger = createEmptyLedger()
    await putAll(ledger, [own(waiting)])
    const open = vi.spyOn(indexedDB, 'open')
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(failToBegin)
    await putAll(ledger, [own(waiting, { position: 1 })])
    expect(await countEntries(ledger)).toBe(2)
    expect(open).toHaveBeenCalledOnce()
  })

  test('again and again is opened once for each transaction, which then fails.', async () => {
    const ledger = createEmptyLedger()
    await putAll(ledger, [own(waiting)])
    const open = vi.spyOn(indexedDB, 'open')
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(failToBegin)
    await expect(countEntries(ledger)).rejects.toThrow(StorageError)
    expect(open).toHaveBeenCalledOnce()
    begin.mockRestore()
    expect(await countEntries(ledger)).toBe(1)
  })

  test('because the browser has ended it is opened again, and the tab is told.', async () => {
    const onConnectionLost = vi.fn<() => void>()
    const ledger = createEmptyLedger({ onConnectionLost })
    const open = vi.spyOn(indexedDB, 'open')
    await putAll(ledger, [own(waiting)])
    const request = open.mock.results[0]?.value as IDBOpenDBRequest
    forceCloseDatabase(request.result as unknown as Parameters<typeof forceCloseDatabase>[0])
    expect(onConnectionLost).toHaveBeenCalledOnce()
    expect(await countEntries(ledger)).toBe(1)
    expect(open).toHaveBeenCalledTimes(2)
  })

  test('that was closed without an event is opened again once, for all transactions that begin meanwhile.', async () => {
    const ledger = createEmptyLedger()
    const open = vi.spyOn(indexedDB, 'open')
    await putAll(ledger, [own(waiting)])
    const request = open.mock.results[0]?.value as IDBOpenDBRequest
    request.result.close()
    expect(await Promise.all([countEntries(ledger), countEntries(ledger)])).toEqual([1, 1])
    expect(open).toHaveBeenCalledTimes(2)
  })

  test('is closed for good by reconnect, so that the next transaction opens another one.', async () => {
    const ledger = createEmptyLedger()
    await putAll(ledger, [own(waiting)])
    const open = vi.spyOn(indexedDB, 'open')
    ledger.reconnect()
    expect(open).not.toHaveBeenCalled()
    expect(await countEntries(ledger)).toBe(1)
    expect(open).toHaveBeenCalledOnce()
    await deleteDatabase()
  })
})

describe('The ledger of a page that sleeps', () => {
  test('lets other pages write, and begins anew what was under way once the page is awake.', async () => {
    const ledger = createEmptyLedger()
    const begun = Promise.withResolvers<void>()
    const blocker = { isOn: true }
    const writing = ledger.write(async ({ put, count }) => {
      await put(own(waiting))
      begun.resolve()
      while (blocker.isOn) await count(['batch'])
      return count(['batch'])
    })
    await begun.promise
    ledger.suspend()
    const otherPage = createIndexedDbLedger()
    await putAll(otherPage, [other(waiting)])
    expect(await countEntries(otherPage)).toBe(1)
    blocker.isOn = false
    ledger.resume()
    expect(await writing).toBe(2)
  })

  test('reports the failure of a transaction only once the page is awake.', async () => {
    const ledger = createEmptyLedger()
    const onSettled = vi.fn<() => void>()
    const begun = Promise.withResolvers<void>()
    const failing = ledger.write(async ({ count }) => {
      await count(['batch'])
      begun.resolve()
      throw new Error('a reason')
    })
    failing.catch(() => undefined).finally(onSettled)
    await begun.promise
    ledger.suspend()
    const otherPage = createIndexedDbLedger()
    await putAll(otherPage, [other(waiting)])
    expect(onSettled).not.toHaveBeenCalled()
    ledger.resume()
    await expect(failing).rejects.toThrow(StorageError)
  })

  test('keeps no other page waiting if the page goes to sleep while the ledger reads its own ID.', async () => {
    const ledger = createEmptyLedger()
    await putAll(ledger, [own(waiting)])
    ledger.reconnect()
    const abort = vi.spyOn(IDBTransaction.prototype, 'abort')
    const asleep = Promise.withResolvers<void>()
    // The mock below calls it with the database as `this`.
    // oxlint-disable-next-line typescript/unbound-method
    const { transaction } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (
      this: IDBDatabase,
      ...parameters
    ) {
      queueMicrotask(() => {
        ledger.suspend()
        asleep.resolve()
      })
      return transaction.apply(this, parameters)
    })
    const counting = countEntries(ledger)
    await asleep.promise
    expect(abort).toHaveBeenCalledOnce()
    const otherPage = createIndexedDbLedger()
    await putAll(otherPage, [other(waiting)])
    ledger.resume()
    expect(await counting).toBe(2)
  })

  test('begins nothing while the page sleeps.', async () => {
    const ledger = createEmptyLedger()
    ledger.suspend()
    const writing = putAll(ledger, [own(waiting)])
    const otherPage = createIndexedDbLedger()
    expect(await countEntries(otherPage)).toBe(0)
    ledger.resume()
    await writing
    expect(await countEntries(otherPage)).toBe(1)
  })

  test('begins nothing if the page goes to sleep while the ledger opens the database.', async () => {
    const ledger = createEmptyLedger()
    const writing = putAll(ledger, [own(waiting)])
    ledger.suspend()
    const otherPage = createIndexedDbLedger()
    expect(await countEntries(otherPage)).toBe(0)
    ledger.resume()
    await writing
    expect(await countEntries(otherPage)).toBe(1)
  })
})

describe('A database that was deleted', () => {
  test('is written anew with what the tab had, in the first transaction of the new one.', async () => {
    const onConnectionLost = vi.fn<() => void>()
    const restored = [own(waiting), own(rejected, { position: 1 })]
    const ledger = createEmptyLedger({
      onConnectionLost,
      async restore({ put }) {
        for (const entry of restored) await put(entry)
      },
    })
    await putAll(ledger, [own(waiting)])
    await deleteDatabase()
    expect(onConnectionLost).toHaveBeenCalledOnce()
    const before = await ledger.write(async ({ findAll, put }) => {
      const found = await findAll(['batch'])
      await put(other(waiting))
      return found
    })
    expect(before).toMatchObject(restored)
    expect(await countEntries(ledger)).toBe(3)
  })

  test('is restored once, and not when the same database is opened again.', async () => {
    const restore = vi.fn<() => Promise<void>>(async () => undefined)
    const ledger = createEmptyLedger({ restore })
    await putAll(ledger, [own(waiting)])
    ledger.reconnect()
    await countEntries(ledger)
    expect(restore).not.toHaveBeenCalled()
    await deleteDatabase()
    await countEntries(ledger)
    ledger.reconnect()
    await countEntries(ledger)
    expect(restore).toHaveBeenCalledOnce()
  })

  test('is restored by the next transaction when restoring it has failed.', async () => {
    let isBroken = true
    const ledger = createEmptyLedger({
      async restore({ put }) {
        if (isBroken) throw new Error('full')
        await put(own(waiting))
      },
    })
    await countEntries(ledger)
    await deleteDatabase()
    await expect(countEntries(ledger)).rejects.toThrow(StorageError)
    isBroken = false
    expect(await countEntries(ledger)).toBe(1)
  })

  test('is restored although another tab has used the new one first.', async () => {
    const ledger = createEmptyLedger({ restore: ({ put }) => put(own(waiting)) })
    await countEntries(ledger)
    await deleteDatabase()
    const ofOtherTab = createIndexedDbLedger()
    await putAll(ofOtherTab, [other(waiting)])
    expect(await countEntries(ledger)).toBe(2)
  })

  test('leaves no connection behind that would keep it from being deleted again.', async () => {
    let isBroken = true
    const ledger = createEmptyLedger({
      async restore() {
        if (isBroken) throw new Error('full')
      },
    })
    await countEntries(ledger)
    await deleteDatabase()
    await expect(countEntries(ledger)).rejects.toThrow(StorageError)
    isBroken = false
    await countEntries(ledger)
    await expect(deleteDatabase()).resolves.toBeUndefined()
  })
})
