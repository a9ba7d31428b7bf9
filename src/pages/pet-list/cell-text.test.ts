import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { categoryText, isLong, nameText } from './cell-text.ts'

test.each([
  ['Rex', 'Rex'],
  ['', '(no name)'],
  [' \u200B', '(no name)'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(200)}…`],
])('the name %j is shown as %j', (name, text) => {
  expect(nameText({ name })).toBe(text)
})

test('a category is shown by its label, or by its ID where there is none', () => {
  const labels = new Map([
    ['1', 'Dogs'],
    ['2', 'x'.repeat(201)],
  ])
  const shown = ['1', '2', '3'].map((id) => categoryText({ categoryId: int64(id) }, labels))
  expect(shown).toEqual(['Dogs', `${'x'.repeat(200)}…`, '3'])
})

test('a text of more than 20 characters may need more than two lines', () => {
  expect([isLong('x'.repeat(20)), isLong('x'.repeat(21))]).toEqual([false, true])
})
