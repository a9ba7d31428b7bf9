import { describe, expect, test } from 'vitest'
import { createNumberFormat } from '#src/lib/format-number.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { changesMessage, compareLists, marksOf } from './list-changes.ts'

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
const message = (before: PetList, now: PetList, limit = 20) =>
  changesMessage(before, now, { limit, since: SINCE }, { ...format, time: () => '10:42' })

const BIG = ['9007199254740992', '9007199254740993'] as const

describe('what has changed', () => {
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
    [
      'an ID twice, in another order',
      [pet('1'), pet('1', { name: 'A' })],
      [pet('1', { name: 'A' }), pet('1')],
      [],
      [],
      [],
    ],
    ['an ID that is now there twice', [pet('1')], [pet('1'), pet('1')], [], ['1'], []],
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
    expect(compareLists(list(before), list(now))).toEqual({ appeared, changed, disappeared })
    expect(message(list(before), list(now)) === undefined).toBe(
      [...appeared, ...changed, ...disappeared].length === 0,
    )
  })
})

describe('the message', () => {
  const pets = (...ids: string[]) => ids.map((id) => pet(id))
  test.each<[what: string, before: PetList, now: PetList, limit: number, text: string]>([
    [
      'a complete list',
      list(pets('1', '2', '3')),
      list([pet('1', { name: 'Max' }), ...pets('3', '4', '5')]),
      20,
      '2 new, 1 changed, 1 gone since 10:42',
    ],
    [
      'a truncated list: a pet that fell out of it may still exist, and one that came in may be an old one',
      list(pets('1', '2')),
      list(pets('2', '3')),
      2,
      '1 new in the first 2, 1 no longer in the first 2 since 10:42',
    ],
    ['a list that was complete', list(pets('1')), list(pets('1', '2')), 2, '1 new since 10:42'],
    ['a list that is complete now', list(pets('1', '2')), list(pets('2')), 2, '1 gone since 10:42'],
    [
      'an element that cannot be read now',
      list(pets('1', '2')),
      list(pets('2'), [1]),
      20,
      '1 no longer shown since 10:42',
    ],
    [
      'an element that could not be read',
      list(pets('2'), [1]),
      list(pets('1', '2')),
      20,
      '1 newly shown since 10:42',
    ],
    [
      'many',
      list([]),
      list(Array.from({ length: 1204 }, (_, index) => pet(String(index)))),
      2000,
      '1,204 new since 10:42',
    ],
  ])('%s', (_what, before, now, limit, text) => {
    expect(message(before, now, limit)).toBe(text)
  })

  test('the time is that of the list that is shown', () => {
    expect(changesMessage(list([]), list([pet('1')]), { limit: 20, since: SINCE }, format)).toMatch(
      /^1 new since .*09:42$/,
    )
  })
})

test('rows of new and changed pets are marked in words', () => {
  const before = list([pet('1'), pet('2')])
  const now = list([pet('1', { name: 'Max' }), pet('2'), pet('3')])
  expect([...marksOf(before, now, 20)]).toEqual([
    ['3', 'New'],
    ['1', 'Changed'],
  ])
  expect(marksOf(before, now, 2).get(int64('3'))).toBe('New in this list')
})
