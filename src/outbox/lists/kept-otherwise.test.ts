import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { petsKeptAs } from './kept-otherwise.ts'

const ONE = int64('1')

test.each<[mayBe: boolean, sent: string, kept: string]>([
  [true, 'Bartholomew the Magnificent', 'Bartholomew the Magn'],
  [true, 'Tom & Jerry', 'Tom &amp; Jerry'],
  [true, "O'Malley", 'O&#39;Malley'],
  [true, 'Little Rex', 'Little%20Rex'],
  [true, 'Zoë', 'Zoe'],
  [true, 'Zoë', 'Zo?'],
  [true, 'Zoë', 'ZoÃ«'],
  [true, 'Мурка', 'Мурка!'],
  [true, 'Рекс', '????'],
  [true, 'Рекс', 'Ð ÐµÐºÑ\u0081'],
  [true, '小白', '??'],
  [true, 'Rex 🐶', 'Rex ????'],
  [true, 'Rex 🐶', 'Rex'],
  [true, 'Søren', 'Soren'],
  [true, 'Łatka', 'Latka'],
  [true, 'Weißpfote', 'Weisspfote'],
  [true, 'Müsli', 'Muesli'],
  [true, 'Müsli', 'Musli'],
  [true, 'Rex', 'Rex (2)'],
  [true, 'Rex', 'Rex-1'],
  [true, 'Zoë', 'Zoe 2'],
  [false, 'Rex (2)', 'Rex'],
  [false, 'Rex', 'Rex 2nd'],
  [false, 'Rexy', 'Rex'],
  [false, 'Rex', 'Mia'],
  [false, 'Мурка 2', 'Барсик 2'],
  [false, '🐶', '🐱'],
  [false, 'Bartholomew', 'Bartholomew the Magnificent'],
])('It is %s that %j may have been kept as %j.', (mayBe, sent, kept) => {
  const pet = { id: ONE, name: kept, categoryId: ONE, status: undefined }
  const keptPets = petsKeptAs({ name: sent, categoryId: ONE, status: undefined }, [pet])
  expect(keptPets).toEqual(mayBe ? [pet] : [])
})

test('A pet of another category is another pet.', () => {
  const pet = { id: ONE, name: 'Zoe', categoryId: int64('2'), status: undefined }
  expect(petsKeptAs({ name: 'Zoë', categoryId: ONE, status: undefined }, [pet])).toEqual([])
})

test('A look-alike is not under another name.', () => {
  const pet = { id: ONE, name: ' rex ', categoryId: ONE, status: undefined }
  expect(petsKeptAs({ name: 'Rex', categoryId: ONE, status: undefined }, [pet])).toEqual([])
})
