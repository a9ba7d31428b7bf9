import { expect, test } from 'vitest'
import { bidiIsolate } from './bidi-isolate.ts'

test.each(['', 'Rex, the 2nd!', '田中さん', '\uD83D'])(
  '%j has no bidi characters and stays unchanged',
  (text) => {
    expect(bidiIsolate(text)).toBe(text)
  },
)

test.each([
  ['Hebrew letters', 'שלום', 'שלום'],
  ['Adlam letters', '\u{1E900}', '\u{1E900}'],
  ['an override', '\u202Eabc', '\u202Eabc'],
  ['isolates, one of them open', '\u2067a\u2066b\u2069', 'ab'],
  ['an unmatched closing mark', '\u2069\u202Eabc', '\u202Eabc'],
])('%s cannot affect the text around it: %j', (_what, text, within) => {
  expect(bidiIsolate(text)).toBe(`\u2068${within}\u2069`)
})
