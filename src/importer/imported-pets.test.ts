import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import type { NewPet } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import type { ImportRecord, ImportRow } from './import-journal.ts'
import type { RowOutcome } from './import-types.ts'
import { importedPets, readImportedPets } from './imported-pets.ts'
import { createImportStorage } from './import-storage.ts'
import { openImportStore } from './indexeddb-import-store.ts'

const REX: NewPet = { name: 'Rex', categoryId: int64('1'), status: 'sold' }
const added = (id?: string): RowOutcome => ({ kind: 'added', id: id === undefined ? undefined : int64(id) })

function rowOf(position: number, outcome: RowOutcome, newPet: NewPet | undefined = REX): ImportRow {
  return { position, number: position + 2, cells: [], newPet, outcome }
}

const ENVIRONMENT = { environmentId: 'staging', baseUrl: 'https://staging.test/v1' }

const RECORD: ImportRecord = {
  ...ENVIRONMENT,
  id: 'one',
  fileName: 'delivery.csv',
  fileHash: 'x',
  startedAt: 0,
  header: [],
  columns: { name: 0, categoryId: 1, status: 2 },
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

test('the pets that were added, in the order of the file, each once', () => {
  const rows = [
    rowOf(0, added('9')),
    rowOf(1, { kind: 'rejected', message: 'no' }),
    rowOf(2, added('9223372036854775807'), { ...REX, name: 'Mochi', status: undefined }),
    rowOf(3, added()),
    rowOf(4, { kind: 'unknown', message: '' }),
    rowOf(5, { kind: 'waiting' }),
    rowOf(6, { kind: 'sending' }),
    rowOf(7, added('9')),
  ]
  expect(importedPets({ rows })).toEqual({
    pets: [
      { id: '9', ...REX },
      { id: '9223372036854775807', name: 'Mochi', categoryId: '1', status: undefined },
    ],
    withoutId: [5],
    open: 3,
  })
})

const read = (id: string) => readImportedPets(createImportStorage(), id, ENVIRONMENT)

test('are read from the record that the browser has saved, with its last outcomes', async () => {
  const store = await openImportStore()
  const journal = await store.create(RECORD, [rowOf(0, { kind: 'waiting' })], new Set())
  await journal.append([{ position: 0, outcome: added('981') }])
  expect(await read('one')).toEqual({ pets: [{ id: '981', ...REX }], withoutId: [], open: 0 })
  expect(await read('another')).toBe('gone')
})

test.each([{ environmentId: 'production' }, { baseUrl: 'https://other.test/v1' }])(
  'an import of %j has no pets here',
  async (other) => {
    await (await openImportStore()).create(RECORD, [rowOf(0, added('981'))], new Set())
    expect(await readImportedPets(createImportStorage(), 'one', { ...ENVIRONMENT, ...other })).toBe(
      'elsewhere',
    )
  },
)

const blocked = () =>
  Object.create(globalThis.indexedDB, {
    open: {
      value: () => {
        throw new DOMException('no', 'SecurityError')
      },
    },
  }) as IDBFactory

test('without storage, the imports of this tab are read from its memory', async () => {
  globalThis.indexedDB = blocked()
  const getStore = createImportStorage()
  const journal = await (await getStore()).create(RECORD, [rowOf(0, { kind: 'waiting' })], new Set())
  await journal.append([{ position: 0, outcome: added('981') }])
  expect(await readImportedPets(getStore, 'one', ENVIRONMENT)).toEqual({
    pets: [{ id: '981', ...REX }],
    withoutId: [],
    open: 0,
  })
})

test('storage that is blocked can be tried again', async () => {
  await (await openImportStore()).create(RECORD, [rowOf(0, added('981'))], new Set())
  const working = globalThis.indexedDB
  const getStore = createImportStorage()
  const readAgain = () => readImportedPets(getStore, 'one', ENVIRONMENT)
  globalThis.indexedDB = blocked()
  await expect(readAgain()).rejects.toThrow('no')
  globalThis.indexedDB = working
  expect(await readAgain()).toMatchObject({ open: 0 })
})
