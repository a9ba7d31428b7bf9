import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from './json.ts'

/** Pairs of JSON and its value, each of which is read and written. */
const BOTH_WAYS: [text: string, value: unknown][] = [
  ['0', 0],
  ['9007199254740991', 2 ** 53 - 1],
  ['-9007199254740991', -(2 ** 53 - 1)],
  ['9007199254740992', 2n ** 53n],
  ['9007199254740993', 2n ** 53n + 1n],
  ['-9007199254740993', -(2n ** 53n) - 1n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['-9223372036854775808', -(2n ** 63n)],
  ['1.5', 1.5],
  ['0.1234567890123456', 0.123_456_789_012_345_6],
  ['"9007199254740993"', '9007199254740993'],
  ['"a \\"9007199254740993\\" and é 🐕"', 'a "9007199254740993" and é 🐕'],
  ['null', null],
  ['[9007199254740993,9007199254740992,1]', [2n ** 53n + 1n, 2n ** 53n, 1]],
  ['{"id":9223372036854775807,"name":"Rex"}', { id: 2n ** 63n - 1n, name: 'Rex' }],
  ['{"a":{"b":[{"c":-9223372036854775808}]}}', { a: { b: [{ c: -(2n ** 63n) }] } }],
]

/** Pairs that are read, but never written. */
const READ_ONLY: [text: string, value: unknown][] = [
  ['1e3', 1000],
  ['1.0', 1],
  ['-0', -0],
  ['9007199254740993.5', 9_007_199_254_740_994],
  ['1e20', 1e20],
  ['[1e3,9007199254740993,1.0]', [1000, 2n ** 53n + 1n, 1]],
  [' [ 9007199254740993 ,\n\t-1 ] ', [2n ** 53n + 1n, -1]],
  ['{"\\u0069d":9007199254740993}', { id: 2n ** 53n + 1n }],
  // When a key occurs twice, the last value counts.
  ['{"id":9007199254740993,"id":9007199254740995}', { id: 2n ** 53n + 3n }],
  ['{"id":9007199254740993,"id":7}', { id: 7 }],
  ['[{"a":{"id":9007199254740993,"id":null}}]', [{ a: { id: null } }]],
]

function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  return typeof value === 'object' ? 'structure' : typeof value
}

for (const [text, value] of [...BOTH_WAYS, ...READ_ONLY]) {
  test(`${JSON.stringify(text)} is read exactly (${shown(value)})`, () => {
    expect(parseJson(text)).toStrictEqual(value)
  })
}

for (const [text, value] of BOTH_WAYS) {
  test(`${JSON.stringify(text)} is written digit by digit (${shown(value)})`, () => {
    expect(stringifyJson(value)).toBe(text)
  })
}

test('An undefined field is not sent', () => {
  expect(stringifyJson({ name: 'Rex', categoryId: 1n, status: undefined })).toBe(
    '{"name":"Rex","categoryId":1}',
  )
})

test.each(['{"__proto__":{"isAdmin":true}}', '{"__proto__":{"isAdmin":true},"id":9007199254740993}'])(
  'A field named __proto__ is plain data: %s',
  (text) => {
    const value = parseJson(text) as Record<string, unknown>
    expect(Object.keys(value)).toContain('__proto__')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value['isAdmin']).toBeUndefined()
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  },
)
