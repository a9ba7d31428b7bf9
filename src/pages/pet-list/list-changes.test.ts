import { describe, expect, test } from 'vitest'
import { createNumberFormat } from '#src/lib/format-number.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { listChanges } from './list-changes.ts'

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
const SINCE = Date.parse('2026-11-22T09:42:00Z')
const format = { format: createNumberFormat('en'), time: createTimeFormat('en-GB', 'UTC') }
const changes = (before: PetList, now: PetList) =>
  listChanges(before, now, SINCE, { ...format, time: () => '10:42' })

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
    const { message = '', marks } = changes(list(before), list(now))
    expect([...marks]).toEqual([
      ...appeared.map((id) => [id, 'New']),
      ...changed.map((id) => [id, 'Changed']),
    ])
    expect(message.match(/(\d+) gone/)?.[1]).toBe(
      disappeared.length === 0 ? undefined : `${disappeared.length}`,
    )
    expect(message === '').toBe([...appeared, ...changed, ...disappeared].length === 0)
  })
})

describe('the message about changes', () => {
  const pets = (...ids: string[]) => ids.map((id) => pet(id))
  test.each<[before: PetList, now: PetList, text: string]>([
    [
      list(pets('1', '2', '3')),
      list([pet('1', { name: 'Max' }), ...pets('3', '4', '5')]),
      '2 new, 1 changed, 1 gone since 10:42',
    ],
    [list(pets('1', '2')), list(pets('2'), [1]), '1 gone since 10:42'],
    [list([]), list(Array.from({ length: 1204 }, (_, index) => pet(String(index)))), '1,204 new since 10:42'],
  ])('counts the differences (%#)', (before, now, text) => {
    expect(changes(before, now).message).toBe(text)
  })

  test('has the time of the list on the screen', () => {
    expect(listChanges(list([]), list([pet('1')]), SINCE, format).message).toMatch(/^1 new since .*09:42$/)
  })
})
