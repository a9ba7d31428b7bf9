// @vitest-environment node
import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './formula-guard.ts'
import { LONE_SURROGATES, NAUGHTY_STRINGS } from '#tests/support/untrusted-strings.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-', "'-"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  // Text that begins with a guard
  ["'=1+1", "''=1+1"],
  ["''=1+1", "'''=1+1"],
  ["'-7", "''-7"],
  // No formula
  ['', ''],
  ['Rex', 'Rex'],
  ["'Rex", "'Rex"],
  ["'", "'"],
  [' =1', ' =1'],
  ['\n=1', '\n=1'],
  // Numbers and IDs
  ['-7', '-7'],
  ['+7', '+7'],
  ['-7.25', '-7.25'],
  ['-7,5', '-7,5'],
  ['-9223372036854775808', '-9223372036854775808'],
  // Not quite numbers
  ['-7\n', "'-7\n"],
  ['-7-7', "'-7-7"],
  ['-٣', "'-٣"],
])('%j goes into a report as %j, and comes back', (cell, guarded) => {
  expect(guardCell(cell)).toBe(guarded)
  expect(unguardCell(guarded)).toBe(cell)
})

test.each([
  ["'=x", '=x'],
  ["''=x", "'=x"],
  ["'-7", '-7'],
  ["'Rex", "'Rex"],
  ['=x', '=x'],
])('%j typed into a file is read as %j', (typed, read) => {
  expect(unguardCell(typed)).toBe(read)
})

test('every text of up to five characters that matter comes back as it was', () => {
  const changed: string[] = []
  let texts = ['']
  for (let length = 0; length <= 5; length += 1) {
    changed.push(...texts.filter((text) => unguardCell(guardCell(text)) !== text))
    texts = texts.flatMap((text) =>
      ["'", '=', '-', '\t', '\r', '\n', '7', '.', 'a'].map((next) => text + next),
    )
  }
  expect(changed).toEqual([])
})

test('naughty texts come back as they were, and none of them starts like a formula but numbers', () => {
  for (const text of ['\0', '\0=1', ...LONE_SURROGATES, ...NAUGHTY_STRINGS]) {
    const guarded = guardCell(text)
    expect(unguardCell(guarded)).toBe(text)
    expect(/^[=+\-@\t\r]/.test(guarded) && !/^[+-]\d+([.,]\d+)?$/.test(guarded)).toBe(false)
  }
})
