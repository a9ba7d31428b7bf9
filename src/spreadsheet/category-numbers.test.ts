// @vitest-environment node
import { expect, test } from 'vitest'
import { digitsOf } from './category-numbers.ts'

test.each([
  ['9.00719925474099E+15', '9007199254740990'],
  [' 9,22E18 ', '9220000000000000000'],
  ['-12e2', '-1200'],
  ['9007199254740990', '9007199254740990'],
  ['1.25E+1', undefined],
  ['1E-7', undefined],
  ['1E999999999', undefined],
  ['9.22337203685477E+18', '9223372036854770000'],
  ['Dogs', undefined],
  ['1E-30', undefined],
  ['123.9999999999999999999999E0', undefined],
])('The digits of %j are: %s', (cell, digits) => {
  expect(digitsOf(cell)).toBe(digits)
})
