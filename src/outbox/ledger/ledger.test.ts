import { describe, expect, test } from 'vitest'
import { type Entry, entryIdOf, type EntryState, type Import, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import { createEmptyLedger } from '#tests/support/device.ts'
import {
  added,
  discarded,
  ONE,
  otherEntry as other,
  ownEntry as own,
  putAll,
  rejected,
  rowEntry as row,
  sending,
  TWO,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { idsOf, mia } from '#tests/support/outbox-scenario.ts'
import { createInMemoryLedger } from './in-memory.ts'
import { type Ledger, StorageError, type EntryQuery } from './ledger.ts'

const BASE_URL = 'https://a.example'
const KEY = own(waiting).lookalikeKey
const record: Import = { id: 'file', environmentId: 'staging', baseUrl: BASE_URL, startedAt: 5 }

const createInMemory = () => createInMemoryLedger({ saved: { imports: [], entries: [] } })

const implementations: readonly [name: string, create: () => Ledger][] = [
  ['on the disk', createEmptyLedger],
  ['in memory', createInMemory],
]

const entries: readonly Entry[] = [
  own(waiting, { position: 10 }),
  own({ kind: 'added', id: TWO, confirmedTo: 'key 1' }, { position: 2, signInId: SEVERAL_SIGN_INS }),
  own({ kind: 'added', id: undefined, confirmedTo: 'key 1' }, { position: 1 }),
  own(unknown, { signInId: 'key 1' }),
  own(waiting, { position: 3, newPet: mia }),
  own({ kind: 'held', by: ['own 0', 'other 3'] }, { position: 4 }),
  other({ ...added, confirmedTo: 'key 2' }, { position: 3, signInId: 'key 1' }),
  other(waiting, { position: 5, baseUrl: 'https://b.example' }),
  other({ kind: 'held', by: ['own 0'] }, { position: 6 }),
  other(discarded, { position: 7 }),
  row(waiting, { sequence: 7 }),
  row(waiting, { position: 1, sequence: 6 }),
  row(rejected, { position: 2, sequence: 9 }),
  row({ ...added, confirmedTo: 'key 1' }, { position: 3, sequence: 8 }),
  // Its name begins like that of the other import.
  row(waiting, { batch: 'file 2', importId: 'file 2', sequence: 3 }),
]

/** Returns the IDs of the newest look-alikes of Rex that were entered before a sequence number. */
const newestIds = (
  ledger: Ledger,
  kind: EntryState['kind'],
  below: number,
  { baseUrl = BASE_URL, passedOver = [] as readonly string[] } = {},
) =>
  ledger.read(async ({ newestOfEachImport }) => {
    const of = { baseUrl, lookalikeKey: KEY }
    const newest = await newestOfEachImport(of, kind, below, (entry) => passedOver.includes(entryIdOf(entry)))
    return idsOf(newest).toSorted()
  })

describe.each(implementations)('A ledger %s', (_name, create) => {
  async function setUp() {
    const ledger = create()
    await putAll(ledger, entries)
    return ledger
  }

  test('gives back an entry as it was written last, and nothing under another address.', async () => {
    const ledger = await setUp()
    await putAll(ledger, [own(rejected)])
    expect(await ledger.read(({ get }) => get('own 0'))).toMatchObject(own(rejected))
    expect(await ledger.read(({ get }) => get('own 9'))).toBeUndefined()
  })

  test('has no entry any more that was deleted.', async () => {
    const ledger = await setUp()
    await ledger.write((transaction) => transaction.delete('own 10'))
    expect(await ledger.read(({ get }) => get('own 10'))).toBeUndefined()
    expect(await ledger.read(({ count }) => count(['batch']))).toBe(entries.length - 1)
  })

  test.each<[where: EntryQuery, ids: readonly string[]]>([
    [
      ['batch', 'other'],
      ['other 3', 'other 5', 'other 6', 'other 7'],
    ],
    [['batch', 'gone'], []],
    [
      ['batch', 'file'],
      ['file 0', 'file 1', 'file 2', 'file 3'],
    ],
    [['batch', 'file 2'], ['file 2 0']],
    [
      ['batch', 'own'],
      ['own 0', 'own 1', 'own 2', 'own 3', 'own 4', 'own 10'],
    ],
    [
      ['state', 'own', 'waiting'],
      ['own 3', 'own 10'],
    ],
    [
      ['state', 'file', 'waiting'],
      ['file 0', 'file 1'],
    ],
    [['state', 'own', 'sending'], []],
    [['lookalike', BASE_URL, KEY, 'waiting', ''], ['own 10']],
    [
      ['lookalike', BASE_URL, KEY, 'waiting', 'file'],
      ['file 1', 'file 0'],
    ],
    [['lookalike', BASE_URL, KEY, 'discarded'], ['other 7']],
    [['lookalike', 'https://b.example', KEY, 'waiting'], ['other 5']],
    [['lookalike', BASE_URL, 'gone', 'waiting'], []],
    [['id', BASE_URL, TWO], ['own 2']],
    [['id', 'https://b.example', ONE], []],
    [['heldBy', 'other 3'], ['own 4']],
    [['heldBy', 'own 9'], []],
  ])('finds what is asked for, in its order: %j.', async (where, ids) => {
    const ledger = await setUp()
    const found = await ledger.read(async (ledgerRead) => ({
      all: await ledgerRead.findAll(where),
      first: await ledgerRead.first(where),
      count: await ledgerRead.count(where),
    }))
    expect(idsOf(found.all)).toEqual(ids)
    expect(found.first && entryIdOf(found.first)).toBe(ids[0])
    expect(found.count).toBe(ids.length)
  })

  test.each<[where: EntryQuery, ids: readonly string[]]>([
    [['batch'], idsOf(entries)],
    [
      ['lookalike', BASE_URL, KEY],
      idsOf(entries.filter(({ baseUrl, lookalikeKey }) => baseUrl === BASE_URL && lookalikeKey === KEY)),
    ],
    [
      ['lookalike', BASE_URL, KEY, 'waiting'],
      ['own 10', 'file 0', 'file 1', 'file 2 0'],
    ],
    [
      ['id', BASE_URL, ONE],
      ['other 3', 'file 3'],
    ],
    [
      ['confirmed', BASE_URL, 'key 1'],
      ['own 2', 'file 3'],
    ],
    [['confirmed', BASE_URL, 'key 2'], ['other 3']],
    [['confirmed', 'https://b.example', 'key 1'], []],
    [
      ['heldBy', 'own 0'],
      ['own 4', 'other 6'],
    ],
    [['open'], ['own 0', 'own 3', 'own 4', 'own 10', 'other 5', 'other 6']],
  ])('finds what is asked for, in any order: %j.', async (where, ids) => {
    const ledger = await setUp()
    const found = await ledger.read(
      async ({ findAll, count }) => [await findAll(where), await count(where)] as const,
    )
    expect(idsOf(found[0]).toSorted()).toEqual(ids.toSorted())
    expect(found[1]).toBe(ids.length)
  })

  test('finds no more than it is asked for.', async () => {
    const ledger = await setUp()
    const found = await ledger.read(async ({ findAll }) => [
      await findAll(['batch', 'own'], 2),
      await findAll(['batch', 'own'], 100),
      await findAll(['confirmed', BASE_URL, 'key 1'], 1),
    ])
    expect(idsOf(found[0] ?? [])).toEqual(['own 0', 'own 1'])
    expect(found.map(({ length }) => length)).toEqual([2, 6, 1])
  })

  test('finds an entry by what it is now, and not by what it was.', async () => {
    const ledger = await setUp()
    await putAll(ledger, [own({ ...added, confirmedTo: 'key 1' })])
    const found = await ledger.read(async ({ findAll }) => [
      await findAll(['open']),
      await findAll(['lookalike', BASE_URL, KEY, 'unknown']),
      await findAll(['confirmed', BASE_URL, 'key 1']),
    ])
    expect(found.map((list) => idsOf(list).includes('own 0'))).toEqual([false, false, true])
  })

  test('names the newest look-alike of each import, and none of those by hand.', async () => {
    const ledger = await setUp()
    const newest = (kind: 'waiting' | 'added' | 'unknown', baseUrl = BASE_URL) =>
      newestIds(ledger, kind, Infinity, { baseUrl })
    expect(await newest('waiting')).toEqual(['file 0', 'file 2 0'])
    expect(await newest('added')).toEqual(['file 3'])
    expect(await newest('unknown')).toEqual([])
    expect(await newest('waiting', 'https://b.example')).toEqual([])
  })

  test.each([
    [8, ['file 0', 'file 2 0']],
    [7, ['file 1', 'file 2 0']],
    [6, ['file 2 0']],
    [4, ['file 2 0']],
    [3, []],
  ])('names the newest look-alike of each import that was entered before %i.', async (below, ids) => {
    expect(await newestIds(await setUp(), 'waiting', below)).toEqual(ids)
  })

  test('names the row before one that is passed over, as far as there is one.', async () => {
    const ledger = await setUp()
    const newest = (...passedOver: readonly string[]) =>
      newestIds(ledger, 'waiting', Infinity, { passedOver })
    expect(await newest('file 0')).toEqual(['file 1', 'file 2 0'])
    expect(await newest('file 0', 'file 1')).toEqual(['file 2 0'])
  })

  test('names an older row of an import where a corrected one has a larger number.', async () => {
    const ledger = create()
    await putAll(ledger, [
      row(waiting, { position: 0, sequence: 20 }),
      row(waiting, { position: 1, sequence: 5 }),
      row(waiting, { position: 2, sequence: 6 }),
      row(waiting, { batch: 'late', importId: 'late', sequence: 21 }),
    ])
    expect(await newestIds(ledger, 'waiting', 10)).toEqual(['file 2'])
    expect(await newestIds(ledger, 'waiting', 21)).toEqual(['file 0'])
  })

  test('gives each sequence number once, in the order in which they are taken.', async () => {
    const ledger = create()
    const [first, second] = await ledger.write(async ({ takeSequence }) => [
      await takeSequence(1),
      await takeSequence(3),
    ])
    expect(second).toBe(first + 1)
    expect(await ledger.read(({ lastSequence }) => lastSequence())).toBe(first + 3)
    expect(await ledger.write(({ takeSequence }) => takeSequence(1))).toBe(first + 4)
  })

  test('keeps the records of imports.', async () => {
    const ledger = create()
    await ledger.write(async ({ putImport, deleteImport }) => {
      for (const id of ['file', 'gone', 'third']) await putImport({ ...record, id })
      await putImport({ ...record, fileName: 'a.csv' })
      await deleteImport('gone')
    })
    const read = await ledger.read(async ({ imports, getImport }) => ({
      all: (await imports()).map(({ id }) => id),
      file: await getImport('file'),
      gone: await getImport('gone'),
    }))
    expect(read).toEqual({
      all: ['file', 'third'],
      file: { ...record, fileName: 'a.csv' },
      gone: undefined,
    })
  })

  test('runs transactions one after the other.', async () => {
    const ledger = create()
    const takeTwo = () =>
      ledger.write(async ({ takeSequence }) => [await takeSequence(1), await takeSequence(1)])
    const taken = (await Promise.all([takeTwo(), takeTwo()])).flat()
    const [first = 0] = taken
    expect(taken).toEqual([first, first + 1, first + 2, first + 3])
  })

  test('writes nothing of a transaction that throws, and goes on with the next one.', async () => {
    const ledger = await setUp()
    const firstSequence = await ledger.write(({ takeSequence }) => takeSequence(1))
    const act = ledger.write(async ({ put, takeSequence, putImport }) => {
      await put(own(rejected))
      await takeSequence(5)
      await putImport(record)
      throw new Error('a reason')
    })
    await expect(act).rejects.toThrow(Error)
    const after = await ledger.write(async ({ get, takeSequence, imports }) => [
      (await get('own 0'))?.state,
      await takeSequence(1),
      await imports(),
    ])
    expect(after).toEqual([unknown, firstSequence + 1, []])
  })
})

const settledAt = (enteredAt: number) => own(added, { enteredAt, position: enteredAt })

describe('overSince', () => {
  test('On the disk, it finds what is settled and was entered then or before.', async () => {
    const ledger = createEmptyLedger()
    await putAll(ledger, [settledAt(7), settledAt(8), settledAt(9), own(unknown, { enteredAt: 7 })])
    expect(idsOf(await ledger.read(({ findAll }) => findAll(['overSince', 8])))).toEqual(['own 7', 'own 8'])
  })

  test('In memory, nothing is deleted because it is old.', async () => {
    const ledger = createInMemory()
    await putAll(ledger, [settledAt(7)])
    expect(await ledger.read(({ findAll }) => findAll(['overSince', Infinity]))).toEqual([])
  })
})

describe.each([
  ['can be read alone', async () => createEmptyLedger()],
  ['can no longer be read', async () => undefined],
])('A ledger in memory, of a tab whose disk %s', (_what, openDisk) => {
  const onDisk = own(waiting)

  async function createWithDisk(): Promise<Ledger> {
    const disk = await openDisk()
    await disk?.write(async ({ put, putImport }) => {
      await put(onDisk)
      await putImport(record)
    })
    return createInMemoryLedger({ saved: { imports: [record], entries: [onDisk] }, disk })
  }

  test('has what is on the disk as evidence.', async () => {
    const { read } = await createWithDisk()
    expect(await read(({ get }) => get('own 0'))).toMatchObject(onDisk)
    expect(await read(({ getImport }) => getImport('file'))).toEqual(record)
  })

  test('does not send what is on the disk: another tab may do that.', async () => {
    const { read, write } = await createWithDisk()
    await expect(write(({ put }) => put({ ...onDisk, state: sending }))).rejects.toThrow(StorageError)
    expect(await read(({ get }) => get('own 0'))).toMatchObject(onDisk)
  })

  test('sends what was entered in it, before what it may not send.', async () => {
    const { read, write } = await createWithDisk()
    await write(({ put }) => put(own(waiting, { position: 1 })))
    const first = await read((transaction) => transaction.first(['state', 'own', 'waiting']))
    expect(first?.position).toBe(1)
    expect(await read(({ maySend }) => Promise.all([maySend('own 0'), maySend('own 1')]))).toEqual([
      false,
      true,
    ])
    await write(({ put }) => put(own(sending, { position: 1 })))
    expect((await read(({ get }) => get('own 1')))?.state).toEqual(sending)
  })

  test('neither rewrites nor deletes an import of the disk.', async () => {
    const { read, write } = await createWithDisk()
    const rewrite = write(({ putImport }) => putImport({ ...record, startedAt: 9 }))
    await expect(rewrite).rejects.toThrow(StorageError)
    await expect(write(({ deleteImport }) => deleteImport('file'))).rejects.toThrow(StorageError)
    expect(await read(({ imports }) => imports())).toEqual([record])
  })

  test('does not delete an entry of the disk.', async () => {
    const { read, write } = await createWithDisk()
    await expect(write((transaction) => transaction.delete('own 0'))).rejects.toThrow(StorageError)
    expect(await read(({ get }) => get('own 0'))).toMatchObject(onDisk)
  })

  test('has one state of an entry of the disk that was changed in it.', async () => {
    const { read, write } = await createWithDisk()
    await write(({ put }) => put({ ...onDisk, state: added }))
    expect(await read(({ count }) => count(['batch']))).toBe(1)
    expect(await read(({ count }) => count(['state', 'own', 'waiting']))).toBe(0)
    expect((await read(({ get }) => get('own 0')))?.state).toEqual(added)
  })

  test('puts what is entered after everything that any tab has on the disk.', async () => {
    const ledger = await createWithDisk()
    expect(await ledger.write(({ takeSequence }) => takeSequence(1))).toBeGreaterThan(2 ** 51)
  })
})

/** Creates a ledger in memory whose disk works until it is broken. */
async function setUpBesideDisk() {
  const disk = createEmptyLedger()
  const world = { isBroken: false, unreadCount: 0 }
  const read: Ledger['read'] = async (act) => {
    if (world.isBroken) throw new StorageError('broken')
    return disk.read(act)
  }
  const ledger = createInMemoryLedger({
    saved: { imports: [], entries: [own(unknown)] },
    disk: { read },
    onUnread: () => {
      world.unreadCount += 1
    },
  })
  await putAll(disk, [own(unknown)])
  return { disk, world, ledger }
}

const findUnknown = ({ read }: Ledger) =>
  read(({ findAll }) => findAll(['lookalike', BASE_URL, KEY, 'unknown']))

describe('A ledger in memory, beside a disk to which another tab writes', () => {
  test('has what the other tab writes, and what it has entered itself.', async () => {
    const { disk, ledger } = await setUpBesideDisk()
    await putAll(ledger, [own(unknown, { position: 1 })])
    await putAll(disk, [
      other(unknown),
      row(added, { sequence: 3 }),
      row(added, { position: 1, sequence: 9 }),
    ])
    expect(idsOf(await findUnknown(ledger)).toSorted()).toEqual(['other 0', 'own 0', 'own 1'])
    expect(await newestIds(ledger, 'added', Infinity)).toEqual(['file 1'])
  })

  test('has what it could read last once the disk cannot be read, and says so once.', async () => {
    const { disk, world, ledger } = await setUpBesideDisk()
    await putAll(ledger, [own(unknown, { position: 1 })])
    await putAll(disk, [other(unknown)])
    world.isBroken = true
    expect(idsOf(await findUnknown(ledger))).toEqual(['own 0', 'own 1'])
    world.isBroken = false
    expect(idsOf(await findUnknown(ledger))).toEqual(['own 0', 'own 1'])
    expect(world.unreadCount).toBe(1)
  })

  test('has what it has read of another tab, in whatever way, once the disk cannot be read.', async () => {
    const { disk, world, ledger } = await setUpBesideDisk()
    await disk.write(({ putImport }) => putImport(record))
    await putAll(disk, [other(unknown), other(waiting, { position: 1 }), row(added)])
    await findUnknown(ledger)
    await ledger.read(({ get }) => get('other 1'))
    await ledger.read(({ getImport }) => getImport('file'))
    await newestIds(ledger, 'added', Infinity)
    world.isBroken = true
    const all = await ledger.read(({ findAll }) => findAll(['batch']))
    expect(idsOf(all).toSorted()).toEqual(['file 0', 'other 0', 'other 1', 'own 0'])
    expect(await ledger.read(({ imports }) => imports())).toEqual([record])
  })

  test('has what was changed in it until the other tab changes that, too, or deletes it.', async () => {
    const { disk, ledger } = await setUpBesideDisk()
    const stateOfOwn = async () => (await ledger.read(({ get }) => get('own 0')))?.state
    await putAll(ledger, [own(discarded)])
    expect(await stateOfOwn()).toEqual(discarded)
    await putAll(disk, [own(added)])
    expect(await stateOfOwn()).toEqual(added)
    await putAll(ledger, [own(discarded)])
    await disk.write((transaction) => transaction.delete('own 0'))
    expect(await stateOfOwn()).toBeUndefined()
  })

  test('still reads the disk after it has refused a change.', async () => {
    const { disk, world, ledger } = await setUpBesideDisk()
    await expect(ledger.write((transaction) => transaction.delete('own 0'))).rejects.toThrow(StorageError)
    await putAll(disk, [other(unknown)])
    expect(await findUnknown(ledger)).toHaveLength(2)
    expect(world.unreadCount).toBe(0)
  })

  test('knows that the disk has lost its history.', async () => {
    const { disk, ledger } = await setUpBesideDisk()
    await disk.write(({ noteLostHistory }) => noteLostHistory('key 1'))
    expect(await ledger.read(({ hasLostHistory }) => hasLostHistory('key 1'))).toBe(true)
    expect(await ledger.read(({ hasLostHistory }) => hasLostHistory('key 2'))).toBe(false)
  })
})
