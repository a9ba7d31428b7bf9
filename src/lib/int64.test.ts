import { expect, test } from 'vitest'
import { compareInt64, type Int64, int64FromBigInt, int64FromText, isWholeNumber } from './int64.ts'

test.each([
  ['0', '0'],
  ['7', '7'],
  ['-1', '-1'],
  ['+5', '5'],
  ['007', '7'],
  ['-007', '-7'],
  ['+0', '0'],
  ['-0', '0'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740992', '9007199254740992'],
  ['9007199254740993', '9007199254740993'],
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808'],
  [`${'0'.repeat(30)}9223372036854775807`, '9223372036854775807'],
])('%s is the id %s, with all digits', (text, id) => {
  expect(int64FromText(text)).toBe(id)
})

test.each(['9223372036854775808', '-9223372036854775809', '99999999999999999999', '-99999999999999999999'])(
  '%s is a whole number, but out of range for 64 bits',
  (text) => {
    expect(isWholeNumber(text)).toBe(true)
    expect(int64FromText(text)).toBeUndefined()
  },
)

test.each([
  '',
  ' ',
  ' 7',
  '7 ',
  '7\n',
  '+',
  '-',
  '--7',
  '+-7',
  '1.0',
  '1,204',
  '1e3',
  '9.22337E+18',
  '0x10',
  '0b1',
  '10n',
  '1_000',
  'abc',
  'NaN',
  'Infinity',
  '−7', // the typographic minus sign
  '٣', // an Arabic digit
  '\uFF17', // a full-width digit
])('%j is neither a whole number nor an id', (text) => {
  expect(isWholeNumber(text)).toBe(false)
  expect(int64FromText(text)).toBeUndefined()
})

test.each([
  [0n, '0'],
  [-1n, '-1'],
  [2n ** 53n + 1n, '9007199254740993'],
  [2n ** 63n - 1n, '9223372036854775807'],
  [-(2n ** 63n), '-9223372036854775808'],
  [2n ** 63n, undefined],
  [-(2n ** 63n) - 1n, undefined],
])('the number %d becomes the id %s', (value, id) => {
  expect(int64FromBigInt(value)).toBe(id)
})

test('ids sort numerically, also beyond 2^53', () => {
  const inOrder = [
    '-9223372036854775808',
    '-10',
    '-9',
    '0',
    '9',
    '10',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775806',
    '9223372036854775807',
  ] as Int64[]
  expect(inOrder.toReversed().toSorted(compareInt64)).toEqual(inOrder)
  expect(inOrder.toSorted(compareInt64)).toEqual(inOrder)
})

test('neighbouring ids beyond 2^53 are not equal', () => {
  const [id, next] = ['9007199254740992', '9007199254740993'] as [Int64, Int64]
  expect(compareInt64(id, id)).toBe(0)
  expect(compareInt64(id, next)).toBeLessThan(0)
  expect(compareInt64(next, id)).toBeGreaterThan(0)
})
