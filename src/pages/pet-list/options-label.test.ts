import { expect, test } from 'vitest'
import { ORDERS } from '#src/pets/table/pet-columns.ts'
import { optionsLabel } from './options-label.ts'

const orderBy = (param: string) => ORDERS.find((order) => order.param === param)

test.each([
  [20, undefined, 'Options'],
  [50, undefined, 'Options\n50 pets'],
  [1, undefined, 'Options\n1 pet'],
  [20, 'name', 'Options\nby name'],
  [20, 'id', 'Options\nby ID'],
  [100, '-category', 'Options\n100 pets, by category ↓'],
])('The button for %i pets, sorted by %s, says what is set', (limit, sort, label) => {
  expect(optionsLabel({ limit, sort: sort === undefined ? undefined : orderBy(sort) })).toBe(label)
})
