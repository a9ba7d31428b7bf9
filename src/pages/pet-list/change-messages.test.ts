import '#tests/support/counts-in-english.ts'
import { describe, expect, test } from 'vitest'
import { createNumberFormat } from '#src/lib/format-number.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { addedMessage, changedFacts, changeWords, goneNote } from './change-messages.ts'
import type { PetChange } from './list-changes.ts'

const pet = (id: number, part: Partial<Pet> = {}): Pet => ({
  id: int64(String(id)),
  name: 'Rex',
  categoryId: int64('1'),
  status: 'available',
  ...part,
})
const list = (...ids: readonly number[]): PetList => ({
  pets: ids.map((id) => pet(id)),
  unreadable: [],
  returned: ids.length,
})

test('each kind of change has its number, in one order', () => {
  const changes: readonly PetChange[] = [
    { kind: 'gone', pet: pet(1) },
    ...Array.from({ length: 1204 }, (_, id) => ({ kind: 'new', pet: pet(id) }) as const),
  ]
  expect(changeWords(changes, createNumberFormat('en')).map(({ text }) => text)).toEqual([
    '1,204 new',
    '1 gone',
  ])
  expect(changeWords([])).toEqual([])
})

test('a change says what was and what is, in the words of the table', () => {
  const before = pet(1, { name: 'Max', status: undefined })
  expect(changedFacts(before, pet(1, { categoryId: int64('2') }), new Map([['2', 'Cats']]))).toEqual([
    'Name: was Max, now Rex',
    'Category: was 1, now Cats',
    'Status: was Not set, now Available',
  ])
})

test.each([
  ['a list that is cut', list(1, 2), { limit: 2, status: undefined }, /may not have all pets/],
  ['a filtered list', list(1), { limit: 20, status: 'sold' as const }, /another status/],
  [
    'a complete list of all pets',
    list(1),
    { limit: 20, status: undefined },
    /cannot be deleted.*may still exist/,
  ],
])('What is gone from %s is not called deleted', (_what, now, filter, note) => {
  expect(goneNote(now, filter)).toMatch(note)
})

test('pets that are gone from a list with pets that cannot be read may be among these', () => {
  const unreadable = { ...list(1), unreadable: [1], returned: 2 }
  expect(goneNote(unreadable, { limit: 20, status: undefined })).toBe(
    'What is gone may still exist, because some pets of this list cannot be read.',
  )
})

describe('the list says of pets that were just added', () => {
  test.each([
    [['1'], [1, 2], 'Your new pet is marked.'],
    [['9'], [1, 2], 'Your new pet is not in this list.'],
    [['1', '2'], [1, 2], 'Your 2 new pets are marked.'],
    [['1', '2', '9'], [1, 2], '2 of your 3 new pets are in this list, marked.'],
    [['1', '9'], [1, 2], '1 of your 2 new pets is in this list, marked.'],
    // Two answers have given the same ID.
    [['1', '1'], [1, 2], '1 of your 2 new pets is in this list, marked.'],
    [['8', '9'], [1, 2], 'None of your 2 new pets is in this list.'],
  ])('%j in a list of %j', (added, ids, text) => {
    const { pets } = list(...ids)
    expect(addedMessage(added.map(int64), list(...ids), pets)).toBe(text)
  })

  test.each([
    [['1'], 'Your new pet is in this list, but the search hides it.'],
    [['1', '2'], 'Your 2 new pets are in this list, but the search hides 1.'],
    [['1', '2', '9'], '2 of your 3 new pets are in this list, but the search hides 1.'],
  ])('%j in a list of pets 1 and 2, of which a search leaves pet 2', (added, text) => {
    expect(addedMessage(added.map(int64), list(1, 2), list(2).pets)).toBe(text)
  })
})
