// @vitest-environment node
import 'fake-indexeddb/auto'
import {
  forceCloseDatabase,
  IDBDatabase as FakeDatabase,
  IDBFactory as FakeFactory,
  IDBObjectStore as FakeStore,
  IDBTransaction as FakeTransaction,
} from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import {
  ConcurrentImportError,
  type ImportJournal,
  type ImportRecord,
  type ImportRow,
  type ImportStore,
} from './import-journal.ts'
import { createMemoryImportStore } from './memory-import-store.ts'
import { upgradeDatabase } from './import-database.ts'
import { openImportStore } from './indexeddb-import-store.ts'
import type { RowOutcome } from './import-types.ts'

// fake-indexeddb has no disk: durability, a killed browser and full storage are tested in tests/browser.

const WAITING: RowOutcome = { kind: 'waiting' }
const SENDING: RowOutcome = { kind: 'sending' }
const ADDED: RowOutcome = { kind: 'added', id: '9007199254740993' as Int64 }

const record = (id: string, part: Partial<ImportRecord> = {}): ImportRecord => ({
  id,
  environmentId: 'staging',
  baseUrl: 'https://staging.example.com/v1',
  fileName: 'pets.csv',
  fileHash: `hash of ${id}`,
  startedAt: 1000,
  header: ['name', 'categoryId', 'note'],
  columns: { name: 0, categoryId: 1, status: undefined },
  ...part,
})

const row = (position: number, outcome: RowOutcome = WAITING): ImportRow => ({
  position,
  number: position + 2,
  cells: [` Pet\n${position}🐕`, '9223372036854775807', ''],
  newPet: {
    name: ` Pet\n${position}🐕`,
    categoryId: '9223372036854775807' as Int64,
    status: position % 2 === 0 ? undefined : 'sold',
  },
  outcome,
})

const rows = (count: number) => Array.from({ length: count }, (_, position) => row(position))

const outcomesOf = async (store: ImportStore, id: string) =>
  (await store.rows(id)).map(({ outcome }) => outcome)

const create = (store: ImportStore, id: string, all: readonly ImportRow[]): Promise<ImportJournal> =>
  store.create(record(id), all, new Set())

async function openAgain(store: ImportStore, id: string): Promise<ImportJournal> {
  const journal = await store.open(id)
  if (journal === undefined) throw new Error(`There is no import ${id}`)
  return journal
}

const databaseName = async () => (await indexedDB.databases())[0]?.name ?? ''

beforeEach(() => {
  vi.stubGlobal('indexedDB', new FakeFactory())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each([
  ['on disk', openImportStore, true],
  ['in memory', () => Promise.resolve(createMemoryImportStore()), false],
])('a record %s', (_where, open, isPersistent) => {
  test('says whether it survives a reload', async () => {
    expect((await open()).isPersistent).toBe(isPersistent)
  })

  test('returns exactly what was saved', async () => {
    const store = await open()
    const saved = record('a', { fileName: undefined })
    const all = [row(0), { ...row(1), newPet: undefined }, row(2, ADDED)]
    await store.create(saved, all, new Set())
    expect((await store.list()).map((one) => one.record)).toEqual([saved])
    expect(await store.rows('a')).toMatchObject(all)
  })

  test('returns all rows in the order of the file, each as it was last', async () => {
    const store = await open()
    const journal = await create(store, 'a', rows(1001))
    for (const position of Array(501).keys()) void journal.append([{ position, outcome: ADDED }])
    await journal.append([{ position: 1000, outcome: ADDED }])
    expect(await store.rows('a')).toMatchObject(
      rows(1001).map(({ position }) => row(position, position < 501 || position === 1000 ? ADDED : WAITING)),
    )
  })

  test.each<[string, RowOutcome]>([
    ['waiting', WAITING],
    ['sending', SENDING],
    ['added', ADDED],
    ['added without an id', { kind: 'added', id: undefined, message: 'Added' }],
    ['rejected', { kind: 'rejected', message: 'The name is "too" long' }],
    ['unknown', { kind: 'unknown', message: 'No response' }],
  ])('saves the outcome %s, and changes nothing else of this row or of others', async (_what, outcome) => {
    const store = await open()
    const journal = await create(store, 'a', rows(3))
    await journal.append([{ position: 1, outcome }])
    expect(await store.rows('a')).toMatchObject([row(0), row(1, outcome), row(2)])
    expect((await store.rows('a'))[1]?.outcome).toEqual(outcome)
  })

  test('saves several changes at once; of two changes to one row, the last one counts', async () => {
    const store = await open()
    const journal = await create(store, 'a', rows(3))
    await journal.append([
      { position: 2, outcome: ADDED },
      { position: 0, outcome: WAITING },
      { position: 0, outcome: SENDING },
    ])
    expect(await outcomesOf(store, 'a')).toEqual([SENDING, WAITING, ADDED])
  })

  test('of two concurrent writes, the later one counts', async () => {
    const store = await open()
    const journal = await create(store, 'a', rows(1))
    await Promise.all([
      journal.append([{ position: 0, outcome: SENDING }]),
      journal.append([{ position: 0, outcome: ADDED }]),
    ])
    expect(await outcomesOf(store, 'a')).toEqual([ADDED])
  })

  test('is opened with its present outcomes, and its journal continues from there', async () => {
    const store = await open()
    await (await create(store, 'a', rows(3))).append([{ position: 0, outcome: ADDED }])
    const journal = await openAgain(store, 'a')
    expect(journal.record).toEqual(record('a'))
    expect(journal.rows).toMatchObject([row(0, ADDED), row(1), row(2)])
    await journal.append([{ position: 1, outcome: SENDING }])
    expect(await outcomesOf(store, 'a')).toEqual([ADDED, SENDING, WAITING])
    expect(await store.open('b')).toBeUndefined()
    expect(await store.rows('b')).toEqual([])
  })

  test('is listed with its counts; a row that is sending counts as unknown', async () => {
    const store = await open()
    const journal = await create(store, 'a', [...rows(5), row(5, { kind: 'rejected', message: 'No' })])
    const counts = async () => (await store.list())[0]?.counts
    expect(await counts()).toEqual({ added: 0, rejected: 1, unknown: 0, waiting: 5 })
    await journal.append([{ position: 0, outcome: SENDING }])
    expect(await counts()).toEqual({ added: 0, rejected: 1, unknown: 1, waiting: 4 })
    await journal.append([
      { position: 0, outcome: WAITING },
      { position: 0, outcome: ADDED },
      { position: 3, outcome: SENDING },
    ])
    expect(await counts()).toEqual({ added: 1, rejected: 1, unknown: 1, waiting: 3 })
    await (await openAgain(store, 'a')).append([{ position: 3, outcome: ADDED }])
    expect(await counts()).toEqual({ added: 2, rejected: 1, unknown: 0, waiting: 3 })
  })

  test.each([
    ['the same rows for the same address', 'rejected', {}],
    ['an import that the user was shown', 'saved', { id: 'known' }],
    ['other rows', 'saved', { fileHash: 'other' }],
    ['the same rows for another address', 'saved', { baseUrl: 'https://api.example.com/v1' }],
  ])('beside %s, started meanwhile, it is %s', async (_what, expected, part) => {
    const store = await open()
    await store.create(record('b', { fileHash: 'abc', ...part }), rows(1), new Set())
    const result = await store.create(record('a', { fileHash: 'abc' }), rows(1), new Set(['known'])).then(
      () => 'saved',
      (error: unknown) => (error instanceof ConcurrentImportError ? 'rejected' : error),
    )
    expect(result).toBe(expected)
    expect(await store.list()).toHaveLength(expected === 'saved' ? 2 : 1)
  })

  test('saves 1,203 rows and the outcome of each, in order', async () => {
    const store = await open()
    const journal = await create(store, 'a', rows(1203))
    await journal.append(Array.from({ length: 1001 }, (_, position) => ({ position, outcome: ADDED })))
    const saved = await store.rows('a')
    expect(saved.map(({ position }) => position)).toEqual(Array.from({ length: 1203 }, (_, index) => index))
    expect(saved.findIndex(({ outcome }) => outcome.kind === 'waiting')).toBe(1001)
  })

  test('lists the imports of all environments, newest first', async () => {
    const store = await open()
    for (const [id, startedAt] of [
      ['b', 2000],
      ['c', 3000],
      ['a', 1000],
    ] as const) {
      await store.create(record(id, { startedAt, environmentId: `environment-${id}` }), rows(1), new Set())
    }
    expect((await store.list()).map((one) => one.record.id)).toEqual(['c', 'b', 'a'])
  })

  test('is deleted with its rows when it is discarded, and no other import is', async () => {
    const store = await open()
    const journal = await create(store, 'a', rows(3))
    for (const id of ['aa', 'b']) await create(store, id, rows(3))
    await store.discard('a')
    expect((await store.list()).map((one) => one.record.id)).toEqual(['aa', 'b'])
    expect(await store.rows('a')).toEqual([])
    expect(await store.rows('aa')).toHaveLength(3)
    expect(await store.rows('b')).toHaveLength(3)
    await expect(journal.append([{ position: 0, outcome: ADDED }])).rejects.toThrow(/no record/)
    await expect(store.discard('a')).resolves.toBeUndefined()
  })

  test('leaves nothing behind when it is discarded: saved again, it starts from the beginning', async () => {
    const store = await open()
    const journal = await create(store, 'a', rows(2))
    await journal.append([{ position: 0, outcome: ADDED }])
    await store.discard('a')
    await create(store, 'a', rows(2))
    expect(await outcomesOf(store, 'a')).toEqual([WAITING, WAITING])
  })

  test('returns a copy: rows that were read do not change with a later write', async () => {
    const store = await open()
    const journal = await create(store, 'a', rows(1))
    const before = await store.rows('a')
    await journal.append([{ position: 0, outcome: ADDED }])
    expect(before[0]?.outcome).toEqual(WAITING)
  })
})

test('after a reload, a row that was sending is found so, and so are all others', async () => {
  const before = await openImportStore()
  const journal = await create(before, 'a', rows(3))
  await journal.append([{ position: 0, outcome: ADDED }])
  await journal.append([{ position: 1, outcome: SENDING }])
  const after = await openImportStore()
  expect(await after.list()).toEqual([
    { record: record('a'), counts: { added: 1, rejected: 0, unknown: 1, waiting: 1 } },
  ])
  expect(await after.rows('a')).toMatchObject([row(0, ADDED), row(1, SENDING), row(2)])
})

test('every change requests strict durability', async () => {
  const requested: unknown[] = []
  const store = await openImportStore()
  const transaction = vi.spyOn(FakeDatabase.prototype, 'transaction')
  const journal = await create(store, 'a', rows(1))
  await journal.append([{ position: 0, outcome: SENDING }])
  await store.discard('a')
  for (const [, mode, options] of transaction.mock.calls) requested.push([mode, options])
  expect(requested).toEqual(Array.from({ length: 3 }, () => ['readwrite', { durability: 'strict' }]))
})

test('a change resolves when its transaction is complete, not before', async () => {
  const store = await openImportStore()
  const seen: string[] = []
  const transaction = Reflect.get(FakeDatabase.prototype, 'transaction')
  vi.spyOn(FakeDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const made = transaction.apply(this, args)
    made.addEventListener('complete', () => seen.push('complete'))
    return made
  })
  const journal = await create(store, 'a', rows(1))
  seen.push('created')
  await journal.append([{ position: 0, outcome: SENDING }]).then(() => seen.push('written'))
  await store.discard('a').then(() => seen.push('discarded'))
  expect(seen).toEqual(['complete', 'created', 'complete', 'written', 'complete', 'discarded'])
})

/** Aborts the transaction as browsers do: some of its requests have succeeded, and none of them counts. */
function fillDisk(whileWriting: number) {
  let puts = 0
  // After commit(), only the browser can abort a transaction.
  vi.spyOn(FakeTransaction.prototype, 'commit').mockImplementation(() => undefined)
  for (const method of ['put', 'add'] as const) {
    const original = Reflect.get(FakeStore.prototype, method)
    vi.spyOn(FakeStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args) {
      const request = original.apply(this, args)
      puts += 1
      if (puts === whileWriting) request.addEventListener('success', () => this.transaction.abort())
      return request
    })
  }
}

describe('a full disk', () => {
  test('saves no part of an import', async () => {
    const store = await openImportStore()
    fillDisk(3)
    await expect(create(store, 'a', rows(5))).rejects.toMatchObject({ name: 'AbortError' })
    expect(await store.list()).toEqual([])
    expect(await store.rows('a')).toEqual([])
  })

  test('saves no part of a write, and all of it when there is space again', async () => {
    const store = await openImportStore()
    const journal = await create(store, 'a', rows(3))
    fillDisk(1)
    const changes = [0, 1, 2].map((position) => ({ position, outcome: ADDED }))
    await expect(journal.append(changes)).rejects.toMatchObject({ name: 'AbortError' })
    expect(await outcomesOf(store, 'a')).toEqual([WAITING, WAITING, WAITING])
    await journal.append(changes)
    expect(await outcomesOf(store, 'a')).toEqual([ADDED, ADDED, ADDED])
  })
})

test('of two tabs that run one import, the second can no longer write', async () => {
  const [first, second] = [await openImportStore(), await openImportStore()]
  const mine = await create(first, 'a', rows(3))
  const other = await openAgain(second, 'a')
  await mine.append([{ position: 0, outcome: SENDING }])
  // Reading the rows does not help.
  await second.rows('a')
  for (const position of [0, 1]) {
    await expect(other.append([{ position, outcome: SENDING }])).rejects.toMatchObject({
      name: 'ConstraintError',
    })
  }
  await mine.append([{ position: 0, outcome: ADDED }])
  expect(await outcomesOf(first, 'a')).toEqual([ADDED, WAITING, WAITING])

  // Opened again, it knows what the other did and may continue, and then the other may not.
  const again = await openAgain(second, 'a')
  await again.append([{ position: 1, outcome: ADDED }])
  await expect(mine.append([{ position: 1, outcome: SENDING }])).rejects.toMatchObject({
    name: 'ConstraintError',
  })
  expect(await outcomesOf(second, 'a')).toEqual([ADDED, ADDED, WAITING])
})

test('of two tabs that import the same rows at once, only one can', async () => {
  const tabs = [await openImportStore(), await openImportStore()]
  const results = await Promise.allSettled(
    tabs.map((store, index) =>
      store.create(record(`import ${index}`, { fileHash: 'abc' }), rows(2), new Set()),
    ),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await tabs[0]?.list()).toHaveLength(1)
})

test('the next version of the database preserves every import', async () => {
  const store = await openImportStore()
  await (await create(store, 'a', rows(2))).append([{ position: 0, outcome: ADDED }])
  const name = await databaseName()
  const next = await openDB(name, 3, { upgrade: upgradeDatabase as never })
  expect(await next.count('imports')).toBe(1)
  expect(await next.count('rows')).toBe(2)
  expect(await next.count('journal')).toBe(1)
})

test('an import of an older version of the app is listed with its counts, and can be continued', async () => {
  const old = await openImportStore()
  await (await create(old, 'a', rows(3))).append([{ position: 0, outcome: ADDED }])
  const database = await openAs(await databaseName(), 2)
  // Older versions did not save counts.
  for (const storeName of ['imports', 'journal']) {
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
    const [entry] = await settledRequest(store.getAll() as IDBRequest<{ counts?: unknown }[]>)
    delete entry?.counts
    await settledRequest(store.put(entry))
  }
  database.close()
  const store = await openImportStore()
  expect((await store.list())[0]?.counts).toEqual({ added: 1, rejected: 0, unknown: 0, waiting: 2 })
  await (await openAgain(store, 'a')).append([{ position: 1, outcome: SENDING }])
  expect((await store.list())[0]?.counts).toEqual({ added: 1, rejected: 0, unknown: 1, waiting: 1 })
})

const settledRequest = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('rejected')))
  })

const deleteDatabase = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')))
    request.addEventListener('blocked', () => reject(new Error('the store held on to its database')))
  })

const openAs = (name: string, version: number) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
    request.addEventListener('blocked', () => reject(new Error('the store held on to its database')))
  })

/** Whatever its stores are. */
const everythingIn = (database: IDBDatabase) =>
  Promise.all(
    Array.from(
      database.objectStoreNames,
      (name) =>
        new Promise((resolve) => {
          const request = database.transaction(name).objectStore(name).getAll()
          request.addEventListener('success', () => resolve(request.result))
        }),
    ),
  )

describe('a database that is lost between two writes', () => {
  test('deleted by hand: the next write rejects, and creates nothing', async () => {
    const store = await openImportStore()
    const journal = await create(store, 'a', rows(2))
    await deleteDatabase(await databaseName())
    await expect(journal.append([{ position: 0, outcome: SENDING }])).rejects.toThrow(/no record/)
    await expect(journal.append([{ position: 0, outcome: SENDING }])).rejects.toThrow(/no record/)
    expect(await store.rows('a')).toEqual([])
    expect(await store.list()).toEqual([])
  })

  test('deleted by hand: another import can be saved', async () => {
    const store = await openImportStore()
    await deleteDatabase(await databaseName())
    const journal = await create(store, 'b', rows(2))
    await journal.append([{ position: 0, outcome: SENDING }])
    expect(await outcomesOf(store, 'b')).toEqual([SENDING, WAITING])
  })

  test('closed for another tab with a newer version of the app: the next write rejects', async () => {
    const store = await openImportStore()
    const journal = await create(store, 'a', rows(2))
    const newer = await openAs(await databaseName(), 99)
    await expect(journal.append([{ position: 0, outcome: SENDING }])).rejects.toMatchObject({
      name: 'VersionError',
    })
    await expect(store.list()).rejects.toMatchObject({ name: 'VersionError' })
    newer.close()
    await expect(journal.append([{ position: 0, outcome: SENDING }])).rejects.toMatchObject({
      name: 'VersionError',
    })
  })

  test('closed during a write: the write is completed', async () => {
    const store = await openImportStore()
    const journal = await create(store, 'a', rows(2))
    const name = await databaseName()
    const writing = journal.append([{ position: 0, outcome: SENDING }])
    const [newer] = await Promise.all([openAs(name, 99), writing])
    expect(JSON.stringify(await everythingIn(newer))).toContain('"outcome":{"kind":"sending"}')
  })

  test('closed by the browser (site data cleared): it is opened again, and what is left counts', async () => {
    const opening = vi.spyOn(indexedDB, 'open')
    const store = await openImportStore()
    const journal = await create(store, 'a', rows(2))
    forceCloseDatabase(opening.mock.results[0]?.value.result)
    await journal.append([{ position: 0, outcome: SENDING }])
    expect(await outcomesOf(store, 'a')).toEqual([SENDING, WAITING])
    expect(opening).toHaveBeenCalledTimes(2)
  })
})

describe('opening rejects when the browser cannot save anything', () => {
  test('opening throws at once, as with blocked site data', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await expect(openImportStore()).rejects.toThrow('insecure')
  })

  test('there is no indexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(openImportStore()).rejects.toBeInstanceOf(TypeError)
  })

  test('reading the property indexedDB throws', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB') ?? {}
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
    await expect(openImportStore()).rejects.toThrow('Access is denied')
    Object.defineProperty(globalThis, 'indexedDB', before)
  })

  test('the database is of a newer version of the app', async () => {
    await openImportStore()
    const newer = await openAs(await databaseName(), 99)
    newer.close()
    await expect(openImportStore()).rejects.toMatchObject({ name: 'VersionError' })
  })

  test.each([
    [
      'throws at once',
      () => {
        vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        })
        return Promise.resolve()
      },
    ],
    ['fails later', async (name: string) => (await openAs(name, 99)).close()],
  ])('a store that could not be opened again (%s) is opened when it can be', async (_how, getInTheWay) => {
    const store = await openImportStore()
    const name = await databaseName()
    await deleteDatabase(name)
    await getInTheWay(name)
    await expect(store.list()).rejects.toBeInstanceOf(Error)
    await deleteDatabase(name)
    expect(await store.list()).toEqual([])
    await create(store, 'a', rows(1))
    expect(await store.rows('a')).toHaveLength(1)
  })
})
