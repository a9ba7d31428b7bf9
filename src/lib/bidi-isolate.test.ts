import { expect, test } from 'vitest'
import { bidiIsolate } from './bidi-isolate.ts'

const [FIRST_STRONG, CLOSE] = ['\u2068', '\u2069']

test.each(['', 'Rex', 'Rex, the 2nd!', 'Köter', '田中さん', '🐕', '<b>', '\uD83D'])(
  '%j turns nothing and stays as it is',
  (text) => {
    expect(bidiIsolate(text)).toBe(text)
  },
)

test.each([
  ['letters from right to left', 'שלום', 1, 1],
  ['letters from right to left', 'مرحبا', 1, 1],
  ['letters from right to left', '\u{1E900}', 1, 1],
  ['an override', '\u202Eabc', 1, 1],
  ['an isolate that is closed', '\u2066abc\u2069', 1, 1],
  ['an isolate that is open', '\u2067abc', 1, 2],
  ['two isolates, one of them open', '\u2067a\u2066b\u2069', 1, 2],
  ['a mark that closes what it did not open', '\u2069\u202Eabc', 2, 1],
  ['two of them, and an open isolate', '\u2069\u2069a\u2066', 3, 2],
])('%s cannot turn what stands around it: %j', (_what, text, before, after) => {
  expect(bidiIsolate(text)).toBe(FIRST_STRONG.repeat(before) + text + CLOSE.repeat(after))
})
