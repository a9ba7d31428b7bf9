import { expect, test } from 'vitest'
import { bidiIsolate } from './bidi-isolate.ts'

const [ISOLATE, POP] = ['\u2068', '\u2069']

test.each(['', 'Rex, the 2nd!', '田中さん', '\uD83D'])(
  'The text %j has no bidi characters and stays unchanged',
  (text) => {
    expect(bidiIsolate(text)).toBe(text)
  },
)

test.each([
  ['Hebrew letters', 'שלום', 1, 1],
  ['Adlam letters', '\u{1E900}', 1, 1],
  ['an override', '\u202Eabc', 1, 1],
  ['an isolate that is closed', '\u2066abc\u2069', 1, 1],
  ['an isolate that is open', '\u2067abc', 1, 2],
  ['two isolates, one of them open', '\u2067a\u2066b\u2069', 1, 2],
  ['an unmatched closing mark', '\u2069\u202Eabc', 2, 1],
  ['two unmatched closing marks and an open isolate', '\u2069\u2069a\u2066', 3, 2],
])('A text with %s cannot affect the text around it: %j', (_what, text, before, after) => {
  expect(bidiIsolate(text)).toBe(ISOLATE.repeat(before) + text + POP.repeat(after))
})
