import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Entry, EntryState } from '#src/outbox/entry.ts'
import { mayBeAdded } from '#src/outbox/entry-rules.ts'
import { added, held, ONE, rejected, sending, unknown, waiting } from '#tests/support/ledger-entries.ts'
import { entryOf, idsOf, rex } from '#tests/support/outbox-scenario.ts'
import { createIndexedDbLedger } from './indexed-db.ts'

const BASE_URL = 'https://a.example'
const KEY = entryOf().lookalikeKey

type OldRecord = Readonly<Record<string, unknown>>

/** An entry as versions 1 and 2 wrote it. Version 1 did not write `environmentId`. */
const oldEntry = (batch: string, position: number, part: OldRecord = {}): OldRecord => ({
  batch,
  position,
  environmentId: 'staging',
  baseUrl: BASE_URL,
  newPet: rex,
  animal: KEY,
  enteredAt: 1000,
  keyId: 'key 1',
  state: waiting,
  accepted: [],
  wasUnknown: false,
  before: [],
  open: undefined,
  overSince: undefined,
  ...part,
})

const oldFile = (id: string, startedAt: number, part: OldRecord = {}): OldRecord => ({
  id,
  environmentId: 'staging',
  baseUrl: BASE_URL,
  startedAt,
  ...part,
})

const row = { number: 2, cells: ['Rex'] }

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** Writes a database as this version of the app has left it. */
function writeOld(
  version: 1 | 2,
  batches: readonly OldRecord[],
  entries: readonly OldRecord[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('petstore-admin.outbox', version)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('batches', { keyPath: 'id' })
      const store = request.result.createObjectStore('entries', { keyPath: ['batch', 'position'] })
      store.createIndex('animal', ['baseUrl', 'animal'])
      store.createIndex('state', ['batch', 'state.kind'])
      store.createIndex('id', ['baseUrl', 'state.id'])
      store.createIndex('open', 'open')
      if (version === 2) store.createIndex('overSince', 'overSince')
    })
    request.addEventListener('error', () => reject(new Error('the old database could not be written')))
    request.addEventListener('success', () => {
      const transaction = request.result.transaction(['batches', 'entries'], 'readwrite')
      for (const batch of batches) transaction.objectStore('batches').put(batch)
      for (const entry of entries) transaction.objectStore('entries').put(entry)
      transaction.addEventListener('complete', () => {
        request.result.close()
        resolve()
      })
    })
  })
}

/** Writes a database as version 3 has left it, which had no index of forms. */
async function writeVersion3(entry: Entry): Promise<void> {
  const database = await openDB('petstore-admin.outbox', 3, {
    upgrade(upgraded) {
      upgraded.createObjectStore('imports', { keyPath: 'id' })
      upgraded.createObjectStore('about')
      const entries = upgraded.createObjectStore('entries', { keyPath: ['batch', 'position'] })
      entries.createIndex('state', ['batch', 'state.kind'])
      entries.createIndex('open', 'open')
    },
  })
  await database.put('entries', { ...entry, open: 1 })
  await database.put('about', 7, 'sequence')
  await database.put('about', 'the same', 'ledgerId')
  database.close()
}

const readAll = () =>
  createIndexedDbLedger().read(async ({ findAll, imports }) => ({
    entries: await findAll(['batch']),
    imports: await imports(),
    open: await findAll(['open']),
    over: await findAll(['overSince', Infinity]),
  }))

/** Returns what the current version makes of an old entry by hand with these parts. */
async function migrated(part: OldRecord) {
  await writeOld(2, [], [oldEntry('visit', 0, part)])
  const { entries } = await readAll()
  return entries[0]
}

test('A new database is empty, and its first sequence number is 1.', async () => {
  expect(await readAll()).toEqual({ entries: [], imports: [], open: [], over: [] })
  expect(await createIndexedDbLedger().write(({ takeSequence }) => takeSequence(1))).toBe(1)
})

describe('From version 3', () => {
  test('everything stays, and entries are found by their form.', async () => {
    const entry = entryOf({ state: unknown, press: 'the form' })
    await writeVersion3(entry)
    const ledger = createIndexedDbLedger()
    expect(await ledger.read(({ findAll }) => findAll(['open']))).toMatchObject([entry])
    expect(await ledger.read(({ ledgerId }) => ledgerId())).toBe('the same')
    expect(await ledger.read(({ lastSequence }) => lastSequence())).toBe(7)
    expect(await ledger.read(({ findAll }) => findAll(['form', 'the form']))).toHaveLength(1)
    await ledger.write(({ put }) => put({ ...entry, position: 1, formId: 'a form' }))
    expect(await ledger.read(({ findAll }) => findAll(['form', 'a form']))).toHaveLength(1)
  })
})

describe('From version 2', () => {
  test('an entry keeps everything, under the names of today.', async () => {
    const old = { accepted: ['other 0'], before: [ONE], wasUnknown: true, state: unknown }
    expect(await migrated(old)).toMatchObject({
      batch: 'visit',
      position: 0,
      importId: '',
      environmentId: 'staging',
      baseUrl: BASE_URL,
      newPet: rex,
      lookalikeKey: KEY,
      enteredAt: 1000,
      signInId: 'key 1',
      accepted: { entries: ['other 0'], imports: [] },
      knownBefore: [ONE],
      wasUnknown: true,
      state: unknown,
    })
  })

  test('an entry has none of the names of then.', async () => {
    const names = Object.keys((await migrated({})) ?? {})
    expect(names.filter((name) => ['animal', 'keyId', 'before'].includes(name))).toEqual([])
  })

  test.each<EntryState>([
    waiting,
    held,
    sending,
    rejected,
    unknown,
    { kind: 'discarded' },
    { kind: 'added', id: undefined },
  ])('the state %o stays.', async (state) => {
    expect((await migrated({ state }))?.state).toEqual(state)
  })

  test('a pet with an ID is confirmed to the sign-in that sent it.', async () => {
    const state = { kind: 'added', id: ONE, note: 'A note.' } as const
    expect((await migrated({ state }))?.state).toEqual({ ...state, confirmedTo: 'key 1' })
    const confirmed = await createIndexedDbLedger().read(({ findAll }) =>
      findAll(['confirmed', BASE_URL, 'key 1']),
    )
    expect(idsOf(confirmed)).toEqual(['visit 0'])
  })

  test('a 2xx without a pet counts as unknown: it proves nothing.', async () => {
    const state = { kind: 'added', id: undefined, note: 'The answer was not a pet.', endedAt: 7 }
    const message = 'The answer was not a pet.'
    expect((await migrated({ state }))?.state).toEqual({ kind: 'unknown', message, endedAt: 7 })
  })

  test('the order becomes sequence numbers: by hand when entered, and rows when their import began.', async () => {
    const files = [oldFile('file', 2000), oldFile('early', 500)]
    await writeOld(2, files, [
      oldEntry('file', 1, { row, enteredAt: 9000 }),
      oldEntry('file', 0, { row, enteredAt: 9000 }),
      oldEntry('visit', 1, { enteredAt: 3000 }),
      oldEntry('visit', 0, { enteredAt: 1000 }),
      oldEntry('early', 0, { row, enteredAt: 9000 }),
    ])
    const { entries } = await readAll()
    const inOrder = entries.toSorted((first, second) => first.sequence - second.sequence)
    expect(idsOf(inOrder)).toEqual(['early 0', 'visit 0', 'file 0', 'file 1', 'visit 1'])
    expect(inOrder.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  })

  test('what is entered next comes after everything.', async () => {
    await writeOld(2, [], [oldEntry('visit', 0), oldEntry('visit', 1)])
    expect(await createIndexedDbLedger().write(({ takeSequence }) => takeSequence(1))).toBe(3)
  })

  test('an import and its rows are kept, and belong together.', async () => {
    const file = oldFile('file', 2000, { fileName: 'a.csv', header: ['Name'] })
    await writeOld(2, [file], [oldEntry('file', 0, { row })])
    const { imports, entries, open } = await readAll()
    expect(imports).toEqual([file])
    expect(entries).toMatchObject([{ batch: 'file', importId: 'file', row }])
    expect(open).toEqual([])
  })

  test('what is left of a discarded import stays accounted for.', async () => {
    const rest = { row: undefined, newPet: undefined }
    const possiblyAdded = { ...rest, state: { kind: 'discarded' }, wasUnknown: true }
    await writeOld(
      2,
      [],
      [oldEntry('gone', 0, { ...rest, state: added }), oldEntry('gone', 1, possiblyAdded)],
    )
    const { entries, open, over } = await readAll()
    expect(entries).toMatchObject([{ state: added, lookalikeKey: KEY }, possiblyAdded])
    expect(open).toEqual([])
    expect(idsOf(over)).toEqual(['gone 0'])
  })

  test('what is left of a discarded import, and was answered without a pet, may have been added.', async () => {
    const state = { kind: 'added', id: undefined, endedAt: 7 }
    const entry = await migrated({ row: undefined, newPet: undefined, state, wasUnknown: false })
    expect(entry).toMatchObject({ state: { kind: 'discarded' }, wasUnknown: true, lookalikeKey: KEY })
    expect(entry && mayBeAdded(entry)).toBe(true)
  })

  test('entries are found by the indexes of today.', async () => {
    await writeOld(2, [], [oldEntry('visit', 0), oldEntry('visit', 1, { state: held })])
    const found = await createIndexedDbLedger().read(async ({ findAll }) => [
      await findAll(['open']),
      await findAll(['lookalike', BASE_URL, KEY, 'waiting', '']),
      await findAll(['heldBy', 'other 0']),
    ])
    expect(found.map((entries) => idsOf(entries))).toEqual([['visit 0', 'visit 1'], ['visit 0'], ['visit 1']])
  })
})

describe('From version 1', () => {
  const batches = [
    oldFile('visit', 1, { source: 'hand' }),
    oldFile('file', 2, { source: 'file' }),
    oldFile('gone', 3, { source: 'file', isDiscarded: true }),
  ]
  const entries = [
    oldEntry('visit', 0, { environmentId: undefined, state: unknown, open: 1 }),
    oldEntry('file', 0, { environmentId: undefined, row }),
    oldEntry('gone', 0, {
      environmentId: undefined,
      state: { kind: 'discarded' },
      row: undefined,
      newPet: undefined,
    }),
  ]

  test('only imports that were not discarded keep a record.', async () => {
    await writeOld(1, batches, entries)
    expect((await readAll()).imports.map(({ id }) => id)).toEqual(['file'])
  })

  test('every entry is kept, with the environment of its batch.', async () => {
    await writeOld(1, batches, entries)
    const { entries: kept, open, over } = await readAll()
    expect(kept).toMatchObject([
      { batch: 'file', importId: 'file', environmentId: 'staging' },
      { batch: 'gone', importId: '', environmentId: 'staging' },
      { batch: 'visit', importId: '', environmentId: 'staging', state: unknown },
    ])
    expect(idsOf(open)).toEqual(['visit 0'])
    expect(idsOf(over)).toEqual(['gone 0'])
  })

  test('an entry whose batch is gone is kept all the same.', async () => {
    await writeOld(1, [], [oldEntry('visit', 0, { environmentId: undefined, state: unknown })])
    expect((await readAll()).entries).toMatchObject([{ environmentId: '', state: unknown }])
  })

  test('what was discarded by hand is not shown as open.', async () => {
    await writeOld(1, batches, [oldEntry('visit', 0, { state: { kind: 'discarded' }, open: 1 })])
    expect((await readAll()).open).toEqual([])
  })
})
