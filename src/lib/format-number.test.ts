import { expect, test } from 'vitest'
import { formatNumber } from './format-number.ts'

test.each([
  [0, '0'],
  [-1, '-1'],
  [999, '999'],
  [1000, '1,000'],
  [1204, '1,204'],
  [-12_345, '-12,345'],
  [1_000_000, '1,000,000'],
])('%d is written as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})
