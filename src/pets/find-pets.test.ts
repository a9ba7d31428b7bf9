import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { createPetFinder, unknownId } from './find-pets.ts'
import type { Pet } from './pet.ts'

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
  ['REX', ['Rex', 'Ädam Rex', 'T-Rex', 'Prexy']],
  ['  ädam  ', ['Ädam Rex']],
  ['adam', ['Ädam Rex']],
  ['rex pigs', ['Ädam Rex']],
  ['rex cats', []],
  ['grey hamster', ['hamster, grey']],
  ['guinea', ['Ädam Rex', 'Max']],
  ['9007199254740993', ['Max']],
  ['900719925474099', ['Max', 'Max']],
  ['33', ['Ισις']],
  ['ισις', ['Ισις']],
  ['981', ['Rex', 'hamster, grey', 'T-Rex']],
  // An ID in another spelling, which no text has.
  ['0981', ['Rex']],
  ['x', ['Ädam Rex', 'Max', 'Max', 'Prexy', 'Rex', 'T-Rex']],
  ['.*', []],
  ['zzz', []],
])('“%s” finds, best first', (typed, names) => {
  const search = createPetFinder(LABELS, 'en')
  expect(search(PETS, typed).map(({ name }) => name)).toEqual(names)
})

test('without words it finds all pets, by name', () => {
  const names = createPetFinder(LABELS, 'en')(PETS, ' ').map(({ name }) => name)
  expect(names).toEqual(['Ädam Rex', 'hamster, grey', 'Max', 'Max', 'Prexy', 'Rex', 'T-Rex', 'Ισις'])
})

test('numbers in names are ordered as numbers', () => {
  const pets = [pet('1', 'Pet 10'), pet('2', 'Pet 9'), pet('3', 'Pet 100')]
  expect(createPetFinder(LABELS, 'en')(pets, 'pet').map(({ id }) => id)).toEqual(['2', '1', '3'])
})

test('pets without a name are last', () => {
  const pets = [pet('1', ' '), pet('2', 'Max'), pet('3', ''), pet('4', 'Äda')]
  expect(createPetFinder(LABELS, 'en')(pets, '').map(({ id }) => id)).toEqual(['4', '2', '3', '1'])
})

test.each([
  ['981', undefined],
  ['9812', undefined],
  ['98', '98'],
  [' 0098 ', '98'],
  ['-7', '-7'],
  ['9007199254740994', '9007199254740994'],
  ['9223372036854775808', undefined],
  ['98 rex', undefined],
  ['1e3', undefined],
  ['', undefined],
])('“%s” offers to look up %s', (typed, expected) => {
  expect(unknownId(PETS, typed)).toBe(expected)
})
