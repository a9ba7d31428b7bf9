import { expect, test } from 'vitest'
import { compareInt64, type Int64, int64FromBigInt, int64FromText, isWholeNumber } from './int64.ts'

test.each([
  ['7', '7'],
  ['-1', '-1'],
  ['+5', '5'],
  ['-007', '-7'],
  ['-0', '0'],
  ['9007199254740993', '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775808'],
  [`${'0'.repeat(30)}9223372036854775807`, '9223372036854775807'],
  // These are out of range for 64 bits.
  ['9223372036854775808', undefined],
  ['-9223372036854775809', undefined],
])('The whole number %s is the ID %s, with all digits', (text, id) => {
  expect(isWholeNumber(text)).toBe(true)
  expect(int64FromText(text)).toBe(id)
})

test.each([
  ['', ' 7', '7 ', '7\n', '+', '--7', '1.0', '1,204', '1e3', '0x10', '10n', '1_000', 'abc', 'Infinity'],
  // These are the typographic minus sign, an Arabic digit and a full-width digit.
  ['−7', '٣', '\uFF17'],
])('These texts are neither whole numbers nor IDs: %j', (...texts) => {
  expect(texts.filter(isWholeNumber)).toEqual([])
  expect(texts.map(int64FromText)).toEqual(texts.map(() => undefined))
})

test.each([
  [-1n, '-1'],
  [2n ** 53n + 1n, '9007199254740993'],
  [2n ** 63n - 1n, '9223372036854775807'],
  [-(2n ** 63n), '-9223372036854775808'],
  [2n ** 63n, undefined],
  [-(2n ** 63n) - 1n, undefined],
])('The number %d becomes the ID %s', (value, id) => {
  expect(int64FromBigInt(value)).toBe(id)
})

test('IDs are sorted by number, also beyond 2^53', () => {
  const inOrder = ['-10', '-9', '0', '9', '10', '9007199254740992', '9007199254740993'] as Int64[]
  expect(inOrder.toReversed().toSorted(compareInt64)).toEqual(inOrder)
  expect(inOrder.toSorted(compareInt64)).toEqual(inOrder)
  expect(['6', '7', '8'].map((id) => compareInt64('7' as Int64, id as Int64))).toEqual([1, 0, -1])
})
