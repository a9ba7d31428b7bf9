// @vitest-environment node
import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { createPetstoreDb, type Persistence } from './db.ts'
import { seedPets } from './seed.ts'

const rex = { name: 'Rex', categoryId: '9223372036854775807' as Int64, status: undefined }

function memory(text: string | null = null): Persistence {
  return {
    load: () => text,
    save: (next: string) => void (text = next),
  }
}

test.each([
  ['one more than the largest id', ['1500', '7'], '1501'],
  ['not derived from ids of 2^53 and beyond', ['9007199254740992', '9223372036854775807'], '1001'],
  ['not one that is taken, next to 2^53', ['9007199254740991', '9007199254740992'], '9007199254740993'],
])('The next ID is %s', (_rule, ids, next) => {
  const db = createPetstoreDb({ pets: [] })
  for (const id of ids) db.create({ id: id as Int64 })
  expect(db.add(rex).id).toBe(next)
})

test('Pets survive a reload, with exact IDs and a missing status, and two tabs share them', () => {
  const persistence = memory()
  const before = createPetstoreDb({ persistence })
  const added = before.add(rex)
  const after = createPetstoreDb({ persistence })
  expect(after.all()).toEqual([added, ...seedPets()])
  const second = before.add(rex)
  expect(after.get(second.id)).toEqual(second)
  expect(after.add(rex).id).not.toBe(second.id)
})

test.each(['[{"id":1', '{"version":1,"pets":[]}'])(
  'The stored text %s is not valid, and is ignored',
  (text) => {
    expect(createPetstoreDb({ persistence: memory(text) }).all()).toEqual(seedPets())
  },
)

test('Pets are kept until the page is closed when nothing can be saved', () => {
  const db = createPetstoreDb({ persistence: { load: () => null, save: () => expect.unreachable() } })
  expect(db.get(db.add(rex).id)).toMatchObject(rex)
})
