import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { findPets } from './find-pets.ts'
import type { Pet } from '#src/pets/pet.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Guinea pigs'],
])

const pet = (id: string, name: string, categoryId = '1'): Pet => ({
  id: id as Int64,
  name,
  categoryId: categoryId as Int64,
  status: undefined,
})

const PETS = [
  pet('981', 'Rex'),
  pet('9812', 'T-Rex'),
  pet('3', 'Prexy'),
  pet('4', 'Ädam Rex', '2'),
  pet('9007199254740993', 'Max'),
  pet('9007199254740992', 'Max', '2'),
  pet('7', 'Ισις', '33'),
  pet('8', 'hamster, grey', '981'),
]

test.each([
  ['rex', ['Rex', 'Ädam Rex', 'T-Rex', 'Prexy']],
  ['adam', ['Ädam Rex']],
  ['rex pigs', ['Ädam Rex']],
  ['rex cats', []],
  ['guinea', ['Ädam Rex', 'Max']],
  ['9007199254740993', ['Max']],
  ['900719925474099', ['Max', 'Max']],
  ['33', ['Ισις']],
  ['ισις', ['Ισις']],
  ['981', ['Rex', 'hamster, grey', 'T-Rex']],
  // This is an ID in another spelling, which no text has.
  ['0981', ['Rex']],
  ['x', ['Ädam Rex', 'Max', 'Max', 'Prexy', 'Rex', 'T-Rex']],
  ['zzz', []],
])('The search “%s” finds the best match first', (typed, names) => {
  expect(findPets(PETS, typed, LABELS).map(({ name }) => name)).toEqual(names)
})

test('Without words, it finds all pets by name, with numbers as numbers, and those without a name last', () => {
  const names = ['', 'Pet 10', 'Pet 9', ' ', 'Äda', 'Max']
  const found = findPets(
    names.map((name, index) => pet(String(index), name)),
    ' ',
    LABELS,
  )
  expect(found.map(({ name }) => name)).toEqual(['Äda', 'Max', 'Pet 9', 'Pet 10', '', ' '])
})
