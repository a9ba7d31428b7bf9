import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { orderLabel, orderMessage } from './order-texts.ts'
import { ORDERS, rowTexts } from './pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'

const LONG = 'x'.repeat(201)
const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', LONG],
])
const PET: Pet = { id: int64('981'), name: 'Rex', categoryId: int64('1'), status: 'sold' }

test.each<[part: Partial<Pet>, texts: string[]]>([
  [{}, ['981', 'Rex', 'Dogs', 'Sold']],
  [{ name: '' }, ['981', '(no name)', 'Dogs', 'Sold']],
  [{ name: ' \u200B' }, ['981', '(no name)', 'Dogs', 'Sold']],
  [{ name: LONG }, ['981', `${LONG.slice(1)}…`, 'Dogs', 'Sold']],
  [{ categoryId: int64('2') }, ['981', 'Rex', `${LONG.slice(1)}…`, 'Sold']],
  [{ categoryId: int64('3'), status: undefined }, ['981', 'Rex', '3', 'Not set']],
  [{ status: 'on loan' }, ['981', 'Rex', 'Dogs', 'on loan']],
])('A row of %j shows %j', (part, texts) => {
  expect(Object.values(rowTexts({ ...PET, ...part }, LABELS).texts)).toEqual(texts)
})

test.each<[part: Partial<Pet>, isUnusual: boolean]>([
  [{}, false],
  [{ name: 'Zoë Müller, the 2nd' }, false],
  [{ name: 'x'.repeat(21) }, true],
  [{ name: 'رکس' }, true],
  [{ name: '🐹' }, true],
  [{ categoryId: int64('2') }, true],
])('A row of %j needs the styles of unusual rows: %j', (part, isUnusual) => {
  expect(rowTexts({ ...PET, ...part }, LABELS).isUnusual).toBe(isUnusual)
})

test('Each order is announced, and offered', () => {
  expect(ORDERS.map(orderMessage)).toEqual([
    'Sorted by ID, smallest first',
    'Sorted by ID, largest first',
    'Sorted by name, A to Z',
    'Sorted by name, Z to A',
    'Sorted by category, A to Z',
    'Sorted by category, Z to A',
    'Sorted by status, available first',
    'Sorted by status, available last',
  ])
  expect(ORDERS.slice(0, 2).map(orderLabel)).toEqual(['ID, smallest first', 'ID, largest first'])
})
