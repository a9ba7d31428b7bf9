import { expect, test } from 'vitest'
import { rowNumbersText } from './row-numbers-text.ts'

test.each([
  [[3], 3, 'row 3'],
  [[3], 1, 'row 3'],
  [[3, 4, 5], 3, 'rows 3, 4, 5'],
  [[3, 4, 5, 6], 3, 'rows 3, 4, 5, …'],
])('rows %j, at most %i', (numbers, max, text) => {
  expect(rowNumbersText(numbers, max)).toBe(text)
})
