// @vitest-environment node
import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { createPetstoreDb } from './db.ts'
import { seedPets } from './seed.ts'
import type { Persistence } from './stored-pets.ts'

const rex = { name: 'Rex', categoryId: '1' as Int64, status: undefined }

function memory(text: string | null = null): Persistence & { text: string | null } {
  const storage = {
    text,
    load: () => storage.text,
    save: (next: string) => {
      storage.text = next
    },
  }
  return storage
}

const blocked: Persistence = {
  load: () => {
    throw new Error('SecurityError')
  },
  save: () => {
    throw new Error('QuotaExceededError')
  },
}

test('the database starts with the seed by default', () => {
  expect(createPetstoreDb().all()).toEqual(seedPets())
})

test('an empty database assigns ids from 1001', () => {
  const db = createPetstoreDb({ pets: [] })
  expect([db.add(rex).id, db.add(rex).id]).toEqual(['1001', '1002'])
})

test.each([
  ['one more than the largest id', ['1500', '7'], '1501'],
  ['not derived from ids of 2^53 and beyond', ['9007199254740992', '9223372036854775807'], '1001'],
  ['not one that is taken, next to 2^53', ['9007199254740991', '9007199254740992'], '9007199254740993'],
])('the next id is %s', (_rule, ids, next) => {
  const db = createPetstoreDb({ pets: [] })
  for (const id of ids) db.create({ id: id as Int64 })
  expect(db.add(rex).id).toBe(next)
})

test('a pet from `add` comes first, one from `create` last', () => {
  const db = createPetstoreDb({ pets: [] })
  db.create({ name: 'Tom' })
  db.create({ name: 'Ada' })
  db.add(rex)
  expect(db.list({ limit: 100 }).map(({ name }) => name)).toEqual(['Rex', 'Tom', 'Ada'])
})

test('`create` has defaults, and refuses an id that exists', () => {
  const db = createPetstoreDb({ pets: [] })
  expect(db.create({ status: undefined })).toEqual({
    id: '1001',
    name: 'Rex',
    categoryId: '1',
    status: undefined,
  })
  expect(() => db.create({ id: '1001' as Int64 })).toThrow('1001')
})

test('a list is filtered by status, then limited', () => {
  const db = createPetstoreDb()
  const sold = db.list({ status: 'sold', limit: 5 })
  expect(sold).toHaveLength(5)
  expect(new Set(sold.map(({ status }) => status))).toEqual(new Set(['sold']))
})

test('reset restores the initial pets, clear leaves none', () => {
  const db = createPetstoreDb()
  db.clear()
  expect(db.all()).toEqual([])
  db.add(rex)
  db.reset()
  expect(db.all()).toEqual(seedPets())
})

test('pets survive a reload, with exact ids and a missing status', () => {
  const persistence = memory()
  const before = createPetstoreDb({ persistence })
  const added = before.add({ ...rex, categoryId: '9223372036854775807' as Int64 })

  const after = createPetstoreDb({ persistence })

  expect(after.all()).toEqual(before.all())
  expect(after.get(added.id)).toEqual(added)
  expect(after.get('9007199254740993' as Int64)?.name).toBe('Rex')
  expect(after.add(rex).id).not.toBe(added.id)
})

test('after a reload, a cleared database is empty and one that was reset has the seed', () => {
  const persistence = memory()
  createPetstoreDb({ persistence }).clear()
  const db = createPetstoreDb({ persistence })
  expect(db.all()).toEqual([])
  db.reset()
  expect(createPetstoreDb({ persistence }).all()).toEqual(seedPets())
})

test('two tabs with one storage share their pets, and assign no id twice', () => {
  const persistence = memory()
  const [here, there] = [createPetstoreDb({ persistence }), createPetstoreDb({ persistence })]
  const first = here.add(rex)
  expect(there.get(first.id)).toEqual(first)
  const second = there.add(rex)
  expect(second.id).not.toBe(first.id)
  expect(here.all()).toHaveLength(seedPets().length + 2)
})

const stored = (pet: object) => JSON.stringify({ version: 1, pets: [pet] })

test.each([
  ['invalid JSON', '{"version":1,"pets":['],
  ['foreign JSON', '{"theme":"dark"}'],
  ['null', 'null'],
  ['another version', JSON.stringify({ version: 2, pets: [] })],
  ['pets that are not an array', JSON.stringify({ version: 1, pets: {} })],
  ['an id that is a number', stored({ id: 1, name: 'Rex', categoryId: '1' })],
  ['an id out of range', stored({ id: '9223372036854775808', name: 'Rex', categoryId: '1' })],
  ['no name', stored({ id: '1', categoryId: '1' })],
  ['a status that is not a string', stored({ id: '1', name: 'Rex', categoryId: '1', status: null })],
  [
    'a duplicate id',
    JSON.stringify({
      version: 1,
      pets: [
        { id: '1', name: 'Rex', categoryId: '1' },
        { id: '1', name: 'Tom', categoryId: '1' },
      ],
    }),
  ],
])('a stored text with %s is ignored', (_what, text) => {
  const persistence = memory(text)
  const db = createPetstoreDb({ persistence })
  expect(db.all()).toEqual(seedPets())
  db.clear()
  expect(createPetstoreDb({ persistence }).all()).toEqual([])
})

test('without storage, pets are kept until the page is closed', () => {
  const db = createPetstoreDb({ persistence: blocked })
  const added = db.add(rex)
  expect(db.all()).toHaveLength(seedPets().length + 1)
  expect(db.get(added.id)).toEqual(added)
})

test('when saving fails, the older stored text is not adopted', () => {
  const persistence = memory()
  const db = createPetstoreDb({ persistence })
  db.add(rex)
  persistence.save = blocked.save
  const added = db.add(rex)
  expect(db.get(added.id)).toEqual(added)
})
