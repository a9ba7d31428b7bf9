// @vitest-environment node
import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { findSimilarPets } from './similar-rows.ts'

const pet = (id: string, name: string, categoryId = '1') => ({
  id: int64(id),
  name,
  categoryId: int64(categoryId),
  status: 'sold',
})
const row = (name: string, categoryId = '1') => ({
  newPet: { name, categoryId: int64(categoryId), status: undefined },
})

test('rows with the name and category of a pet are found, whatever the case and the status', async () => {
  const pets = [pet('7', 'Rex'), pet('8', 'Luna'), pet('9', 'rex')]
  const checks = [row(' REX '), row('Rex', '2'), { problems: { name: 'Enter a name' } }, row('Luna')]
  expect([...(await findSimilarPets(checks, pets))].map(([position, { id }]) => [position, id])).toEqual([
    [0, '7'],
    [3, '8'],
  ])
  expect(await findSimilarPets(checks, [])).toEqual(new Map())
})
