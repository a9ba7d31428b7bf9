import { describe, expect, test } from 'vitest'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { listChanges, marksOf } from './list-changes.ts'

const pet = (id: string, part: Partial<Pet> = {}): Pet => ({
  id: int64(id),
  name: 'Rex',
  categoryId: int64('1'),
  status: 'available',
  ...part,
})
const list = (pets: readonly Pet[], unreadable: readonly number[] = []): PetList => ({
  pets,
  unreadable,
  returned: pets.length + unreadable.length,
})
const BIG = ['9007199254740992', '9007199254740993'] as const

describe('the rows are marked with what has changed', () => {
  test.each<
    [what: string, before: Pet[], now: Pet[], appeared: string[], changed: string[], disappeared: string[]]
  >([
    ['nothing', [pet('1'), pet('2')], [pet('1'), pet('2')], [], [], []],
    ['the order alone', [pet('1'), pet('2')], [pet('2'), pet('1')], [], [], []],
    ['two empty lists', [], [], [], [], []],
    ['a new pet', [pet('1')], [pet('1'), pet('2')], ['2'], [], []],
    ['a pet that is gone', [pet('1'), pet('2')], [pet('2')], [], [], ['1']],
    ['a name', [pet('1')], [pet('1', { name: 'Max' })], [], ['1'], []],
    ['a category', [pet('1')], [pet('1', { categoryId: int64('2') })], [], ['1'], []],
    ['a status', [pet('1')], [pet('1', { status: 'sold' })], [], ['1'], []],
    ['a status that is not set any more', [pet('1')], [pet('1', { status: undefined })], [], ['1'], []],
    ['IDs that JavaScript rounds to one', [pet(BIG[0])], [pet(BIG[1])], [BIG[1]], [], [BIG[0]]],
    ['an ID twice', [pet('1'), pet('1')], [pet('1'), pet('1')], [], [], []],
    ['a new ID that is there twice', [], [pet('1'), pet('1')], ['1'], [], []],
    [
      'two names with a quotation mark',
      [pet('1', { name: '","' })],
      [pet('1', { name: '"' })],
      [],
      ['1'],
      [],
    ],
  ])('%s', (_what, before, now, appeared, changed, disappeared) => {
    const changes = listChanges(list(before), list(now))
    expect([...marksOf(changes)]).toEqual([
      ...appeared.map((id) => [id, 'New']),
      ...changed.map((id) => [id, 'Changed']),
    ])
    expect(changes.flatMap(({ kind, pet: { id } }) => (kind === 'gone' ? [id] : []))).toEqual(disappeared)
    expect(changes).toHaveLength([...appeared, ...changed, ...disappeared].length)
  })
})

test('a pet that changed is known as it was and as it is, and one that is gone as it was', () => {
  const before = [pet('1', { name: 'Max' }), pet('2', { status: 'sold' })]
  expect(listChanges(list(before), list([pet('1')]))).toEqual([
    { kind: 'changed', pet: pet('1'), before: pet('1', { name: 'Max' }) },
    { kind: 'gone', pet: pet('2', { status: 'sold' }) },
  ])
})
