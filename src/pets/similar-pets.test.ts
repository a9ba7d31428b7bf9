import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { indexSimilarPets } from './similar-pets.ts'

const pet = (id: string, name: string, category: string) => ({
  id: int64(id),
  name,
  categoryId: int64(category),
  status: undefined,
})

const KNOWN = [
  pet('1', 'Rex', '1'),
  pet('2', ' REX ', '1'),
  pet('3', 'Rex', '2'),
  pet('4', 'Rexy', '1'),
  pet('5', 'Old name', '1'),
  pet('5', 'Rex', '1'),
  pet('9007199254740993', 'Mog', '9223372036854775807'),
]

test.each([
  ['rex', '1', ['1', '2', '5']],
  ['  Rex', '1', ['1', '2', '5']],
  ['Rex', '2', ['3']],
  ['Rex', '3', []],
  ['Re', '1', []],
  ['Old name', '1', []],
  ['MOG', '9223372036854775807', ['9007199254740993']],
  ['MOG', '9223372036854775806', []],
])('"%s" with category %s is like %j', (name, category, ids) => {
  const found = indexSimilarPets(KNOWN)({ name, categoryId: int64(category) })
  expect(found.map(({ id }) => id)).toEqual(ids)
})
