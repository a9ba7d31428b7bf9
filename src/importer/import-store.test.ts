// @vitest-environment node
import 'fake-indexeddb/auto'
import {
  forceCloseDatabase,
  IDBDatabase as FakeDatabase,
  IDBFactory as FakeFactory,
  IDBObjectStore as FakeStore,
  IDBTransaction as FakeTransaction,
} from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import {
  createMemoryImportStore,
  type ImportRecord,
  type ImportRow,
  type ImportStore,
  openImportStore,
} from './import-store.ts'
import type { RowOutcome } from './import-types.ts'

// fake-indexeddb is no disk: durability, a killed browser and storage that is really full are tested in tests/browser.

const WAITING: RowOutcome = { kind: 'waiting' }
const SENDING: RowOutcome = { kind: 'sending' }
const ADDED: RowOutcome = { kind: 'added', id: '9007199254740993' as Int64 }

const record = (id: string, part: Partial<ImportRecord> = {}): ImportRecord => ({
  id,
  environmentId: 'staging',
  baseUrl: 'https://staging.example.com/v1',
  fileName: 'pets.csv',
  fileHash: 'abc',
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
])('a record %s', (_where, open, isLasting) => {
  test('says whether a reload loses it', async () => {
    expect((await open()).isLasting).toBe(isLasting)
  })

  test('gives back what was kept, to the letter', async () => {
    const store = await open()
    const kept = record('a', { fileName: undefined })
    const all = [row(0), { ...row(1), newPet: undefined }, row(2, ADDED)]
    await store.create(kept, all)
    expect(await store.list()).toEqual([kept])
    expect(await store.rows('a')).toMatchObject(all)
  })

  test('gives the rows in the order of the file, also the eleventh', async () => {
    const store = await open()
    await store.create(record('a'), rows(120))
    expect((await store.rows('a')).map(({ position }) => position)).toEqual(
      rows(120).map((one) => one.position),
    )
  })

  test.each<[string, RowOutcome]>([
    ['waiting', WAITING],
    ['sending', SENDING],
    ['added', ADDED],
    ['added without an id', { kind: 'added', id: undefined, message: 'Added' }],
    ['rejected', { kind: 'rejected', message: 'The name is "too" long' }],
    ['unknown', { kind: 'unknown', message: 'No answer' }],
  ])(
    'keeps the outcome %s, and leaves all else of the row and the other rows as they were',
    async (_what, outcome) => {
      const store = await open()
      await store.create(record('a'), rows(3))
      await store.write('a', [{ position: 1, outcome }])
      expect(await store.rows('a')).toMatchObject([row(0), row(1, outcome), row(2)])
      expect((await store.rows('a'))[1]?.outcome).toEqual(outcome)
    },
  )

  test('takes several changes at once; of two of one row, the later counts', async () => {
    const store = await open()
    await store.create(record('a'), rows(3))
    await store.write('a', [
      { position: 2, outcome: ADDED },
      { position: 0, outcome: WAITING },
      { position: 0, outcome: SENDING },
    ])
    expect(await outcomesOf(store, 'a')).toEqual([SENDING, WAITING, ADDED])
  })

  test('of two writes under way, the later counts', async () => {
    const store = await open()
    await store.create(record('a'), rows(1))
    await Promise.all([
      store.write('a', [{ position: 0, outcome: SENDING }]),
      store.write('a', [{ position: 0, outcome: ADDED }]),
    ])
    expect(await outcomesOf(store, 'a')).toEqual([ADDED])
  })

  test('refuses to write an import that it does not have, and invents nothing', async () => {
    const store = await open()
    await store.create(record('a'), rows(2))
    await expect(store.write('b', [{ position: 0, outcome: ADDED }])).rejects.toThrow(/no record/)
    expect(await store.rows('a')).toMatchObject(rows(2))
    expect(await store.rows('b')).toEqual([])
    expect(await store.list()).toHaveLength(1)
    await store.create(record('b'), rows(1))
    expect(await outcomesOf(store, 'b')).toEqual([WAITING])
  })

  test('keeps 1,203 rows and what became of each, in their order', async () => {
    const store = await open()
    await store.create(record('a'), rows(1203))
    await store.write(
      'a',
      Array.from({ length: 1001 }, (_, position) => ({ position, outcome: ADDED })),
    )
    const kept = await store.rows('a')
    expect(kept.map(({ position }) => position)).toEqual(Array.from({ length: 1203 }, (_, index) => index))
    expect(kept.findIndex(({ outcome }) => outcome.kind === 'waiting')).toBe(1001)
  })

  test('lists the imports of all environments, newest first', async () => {
    const store = await open()
    for (const [id, startedAt] of [
      ['b', 2000],
      ['c', 3000],
      ['a', 1000],
    ] as const) {
      await store.create(record(id, { startedAt, environmentId: `environment-${id}` }), rows(1))
    }
    expect((await store.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  test('is forgotten with its rows when it is discarded, and no other with it', async () => {
    const store = await open()
    for (const id of ['a', 'aa', 'b']) await store.create(record(id), rows(3))
    await store.discard('a')
    expect((await store.list()).map(({ id }) => id)).toEqual(['aa', 'b'])
    expect(await store.rows('a')).toEqual([])
    expect(await store.rows('aa')).toHaveLength(3)
    expect(await store.rows('b')).toHaveLength(3)
    await expect(store.write('a', [{ position: 0, outcome: ADDED }])).rejects.toThrow(/no record/)
    await expect(store.discard('a')).resolves.toBeUndefined()
  })

  test('leaves nothing behind when it is discarded: kept again, it begins anew', async () => {
    const store = await open()
    await store.create(record('a'), rows(2))
    await store.write('a', [{ position: 0, outcome: ADDED }])
    await store.discard('a')
    await store.create(record('a'), rows(2))
    expect(await outcomesOf(store, 'a')).toEqual([WAITING, WAITING])
  })

  test('is of the moment: what was read does not change with a later write', async () => {
    const store = await open()
    await store.create(record('a'), rows(1))
    const before = await store.rows('a')
    await store.write('a', [{ position: 0, outcome: ADDED }])
    expect(before[0]?.outcome).toEqual(WAITING)
  })
})

test('a row on its way is found so after a reload, and so is all the rest', async () => {
  const before = await openImportStore()
  await before.create(record('a'), rows(3))
  await before.write('a', [{ position: 0, outcome: ADDED }])
  await before.write('a', [{ position: 1, outcome: SENDING }])
  const after = await openImportStore()
  expect(await after.list()).toEqual([record('a')])
  expect(await after.rows('a')).toMatchObject([row(0, ADDED), row(1, SENDING), row(2)])
})

test('every change asks for strict durability', async () => {
  const asked: unknown[] = []
  const store = await openImportStore()
  const transaction = vi.spyOn(FakeDatabase.prototype, 'transaction')
  await store.create(record('a'), rows(1))
  await store.write('a', [{ position: 0, outcome: SENDING }])
  await store.discard('a')
  for (const [, mode, options] of transaction.mock.calls) asked.push([mode, options])
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['readwrite', { durability: 'strict' }]))
})

test('a change is over when its transaction is, not before', async () => {
  const store = await openImportStore()
  const seen: string[] = []
  const transaction = Reflect.get(FakeDatabase.prototype, 'transaction')
  vi.spyOn(FakeDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const made = transaction.apply(this, args)
    made.addEventListener('complete', () => seen.push('complete'))
    return made
  })
  await store.create(record('a'), rows(1)).then(() => seen.push('created'))
  await store.write('a', [{ position: 0, outcome: SENDING }]).then(() => seen.push('written'))
  await store.discard('a').then(() => seen.push('discarded'))
  expect(seen).toEqual(['complete', 'created', 'complete', 'written', 'complete', 'discarded'])
})

/** The transaction is aborted as browsers do it: some requests succeeded before, and none of them counts. */
function fillDisk(whileWriting: number) {
  let puts = 0
  // A transaction that is told to commit cannot be aborted from outside any more; the browser can.
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

describe('a disk that is full', () => {
  test('keeps no part of an import', async () => {
    const store = await openImportStore()
    fillDisk(3)
    await expect(store.create(record('a'), rows(5))).rejects.toMatchObject({ name: 'AbortError' })
    expect(await store.list()).toEqual([])
    expect(await store.rows('a')).toEqual([])
  })

  test('keeps no part of a write, and takes it when there is room again', async () => {
    const store = await openImportStore()
    await store.create(record('a'), rows(3))
    fillDisk(1)
    const changes = [0, 1, 2].map((position) => ({ position, outcome: ADDED }))
    await expect(store.write('a', changes)).rejects.toMatchObject({ name: 'AbortError' })
    expect(await outcomesOf(store, 'a')).toEqual([WAITING, WAITING, WAITING])
    await store.write('a', changes)
    expect(await outcomesOf(store, 'a')).toEqual([ADDED, ADDED, ADDED])
  })
})

test('of two tabs that go on with one import, the second can write nothing any more', async () => {
  const [first, second] = [await openImportStore(), await openImportStore()]
  await first.create(record('a'), rows(3))
  await second.rows('a')
  await first.write('a', [{ position: 0, outcome: SENDING }])
  for (const position of [0, 1]) {
    await expect(second.write('a', [{ position, outcome: SENDING }])).rejects.toMatchObject({
      name: 'ConstraintError',
    })
  }
  await first.write('a', [{ position: 0, outcome: ADDED }])
  expect(await outcomesOf(first, 'a')).toEqual([ADDED, WAITING, WAITING])

  // Once it has read what the other did, it may go on, and then the other may not.
  await second.rows('a')
  await second.write('a', [{ position: 1, outcome: ADDED }])
  await expect(first.write('a', [{ position: 1, outcome: SENDING }])).rejects.toMatchObject({
    name: 'ConstraintError',
  })
  expect(await outcomesOf(second, 'a')).toEqual([ADDED, ADDED, WAITING])
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

describe('a database that goes away between two writes', () => {
  test('deleted by hand: the next write rejects, and nothing is invented', async () => {
    const store = await openImportStore()
    await store.create(record('a'), rows(2))
    await deleteDatabase(await databaseName())
    await expect(store.write('a', [{ position: 0, outcome: SENDING }])).rejects.toThrow(/no record/)
    await expect(store.write('a', [{ position: 0, outcome: SENDING }])).rejects.toThrow(/no record/)
    expect(await store.rows('a')).toEqual([])
    expect(await store.list()).toEqual([])
  })

  test('deleted by hand: another import can be kept', async () => {
    const store = await openImportStore()
    await deleteDatabase(await databaseName())
    await store.create(record('b'), rows(2))
    await store.write('b', [{ position: 0, outcome: SENDING }])
    expect(await outcomesOf(store, 'b')).toEqual([SENDING, WAITING])
  })

  test('given up for another tab with a newer version of the app: it lets go, and the next write rejects', async () => {
    const store = await openImportStore()
    await store.create(record('a'), rows(2))
    const newer = await openAs(await databaseName(), 99)
    await expect(store.write('a', [{ position: 0, outcome: SENDING }])).rejects.toMatchObject({
      name: 'VersionError',
    })
    await expect(store.list()).rejects.toMatchObject({ name: 'VersionError' })
    newer.close()
    await expect(store.write('a', [{ position: 0, outcome: SENDING }])).rejects.toMatchObject({
      name: 'VersionError',
    })
  })

  test('given up while a write is under way: the write is kept whole', async () => {
    const store = await openImportStore()
    await store.create(record('a'), rows(2))
    const name = await databaseName()
    const writing = store.write('a', [{ position: 0, outcome: SENDING }])
    const [newer] = await Promise.all([openAs(name, 99), writing])
    expect(JSON.stringify(await everythingIn(newer))).toContain('"outcome":{"kind":"sending"}')
  })

  test('closed by the browser itself (site data cleared): it is opened anew, and what is left is what counts', async () => {
    const opening = vi.spyOn(indexedDB, 'open')
    const store = await openImportStore()
    await store.create(record('a'), rows(2))
    forceCloseDatabase(opening.mock.results[0]?.value.result)
    await store.write('a', [{ position: 0, outcome: SENDING }])
    expect(await outcomesOf(store, 'a')).toEqual([SENDING, WAITING])
    expect(opening).toHaveBeenCalledTimes(2)
  })
})

describe('where nothing can be kept, opening says so', () => {
  test('opening throws at once, as with blocked site data', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await expect(openImportStore()).rejects.toThrow('insecure')
  })

  test('there is no indexedDB at all', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(openImportStore()).rejects.toBeInstanceOf(TypeError)
  })

  test('reading the very property throws', async () => {
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

  test('the record is of a newer version of the app', async () => {
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
    await store.create(record('a'), rows(1))
    expect(await store.rows('a')).toHaveLength(1)
  })
})
