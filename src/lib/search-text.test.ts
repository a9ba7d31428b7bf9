import { expect, test } from 'vitest'
import { searchableText, searchWords } from './search-text.ts'

const isFound = (typed: string, text: string) =>
  searchWords(typed).every((word) => searchableText(text).includes(word))

test.each<[typed: string, text: string, isFound: boolean]>([
  ['rex', 'Rex', true],
  ['REX', 'rex', true],
  ['rex', 'Roxy', false],
  ['zoe', 'Zoë', true],
  ['Zoë', 'zoe', true],
  ['old  rex', 'Rex, the old one', true],
  ['old max', 'Rex, the old one', false],
  ['', 'Rex', true],
  [' \t', 'Rex', true],
  // These are words as they are typed, with a sigma at the end, or a dotted and a dotless i.
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς', true],
  ['Οδυσ', 'Οδυσσεύς', true],
  ['ISTANBUL', 'istanbul', true],
  ['ISPARTA', 'ısparta', true],
  // This is a compatibility form, as Japanese keyboards have it.
  ['Ｒｅｘ', 'Rex', true],
  // These have characters that cannot be seen, in the search or in the text.
  ['re\u200Bx\uFEFF', 'Rex', true],
  ['rex', 'Re\u00ADx', true],
  ['\u200B', 'Rex', true],
  ['میش', 'می\u200Cش', true],
  ['👨\u200D👩', 'Two 👨\u200D👩', true],
  ['👨👩', 'Two 👨\u200D👩', false],
  // These have digits of any script.
  ['１２', 'Pet 12', true],
  ['12', 'Pet ١٢', true],
  // These are IDs in the way the app writes them.
  ['#1003', '1003', true],
  ['＃１００３', '1003', true],
  ['ID 1003', '1003', true],
  ['id: -1003', '-1003', true],
  ['rex ID 1003', 'Rex 1003', true],
  ['id', '1003', false],
  ['id 10th', '10th', false],
  ['kid 1003', '1003', false],
  // These are an accent alone, and half of a surrogate pair.
  ['\u0301', 'e\u0301', true],
  ['\u0301', 'e', false],
  ['\ud83d', 'x\ud83dy', true],
  ['\ud83d', 'xy', false],
])('The search %j finds %j: %s', (typed, text, expected) => {
  expect(isFound(typed, text)).toBe(expected)
})

test.each([
  ['  two   words ', ['two', 'words']],
  ['', []],
  [' \u200B ', []],
  ['#1', ['1']],
  ['#', ['#']],
  ['\u0301', ['\u0301']],
])('The search %j is split into its words', (typed, words) => {
  expect(searchWords(typed)).toEqual(words)
})
