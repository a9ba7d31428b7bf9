// @vitest-environment node
import { expect, test } from 'vitest'
import { csvText, guardCell, guardCellAndDigits, unguardCell } from './csv.ts'
import { LONE_SURROGATES, NAUGHTY_STRINGS } from '#tests/support/untrusted-strings.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['-', "'-"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  // The text begins with a guard.
  ["'=1+1", "''=1+1"],
  // The formula is behind blanks, quotation marks or a line break, or in full width.
  [' =1', "' =1"],
  ['\n=1', "'\n'=1"],
  ['"=1"', `'"=1"`],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  // These are formulas in a program that splits cells at a semicolon.
  ['a;=1', "a;'=1"],
  // These are formulas in a program that ends a cell at a line break or a tab.
  ['a\n=1', "a\n'=1"],
  ['a\t=1', "a\t'=1"],
  ['a; @b;-c', "a;' @b;'-c"],
  ["a;'=1", "a;''=1"],
  ['=a;=b', "'=a;'=b"],
  // These texts are no formulas.
  ['', ''],
  ['Rex', 'Rex'],
  ["'Rex", "'Rex"],
  ['a;b', 'a;b'],
  // These are numbers and IDs.
  ['-7', '-7'],
  ['-7,25', '-7,25'],
  ['-9223372036854775808', '-9223372036854775808'],
  // These are not quite numbers.
  ['-7\n', "'-7\n"],
  ['-7-7', "'-7-7"],
  ['-٣', "'-٣"],
])('The text %j is written to a report as %j, and comes back', (cell, guarded) => {
  expect(guardCell(cell)).toBe(guarded)
  expect(unguardCell(guarded)).toBe(cell)
})

test.each([
  // These are numbers, dates and times.
  ['9223372036854775807', '="9223372036854775807"'],
  ['-9223372036854775808', '="-9223372036854775808"'],
  ['7', '="7"'],
  ['007', '="007"'],
  ['.5', '=".5"'],
  ['1E5', '="1E5"'],
  ['May 5', '="May 5"'],
  ['5. März', '="5. März"'],
  ['1'.repeat(127), `="${'1'.repeat(127)}"`],
  // None of these can be taken for a number.
  ['', ''],
  ['Rex', 'Rex'],
  ['7"', '7"'],
  ['7\n', '7\n'],
  ['\r7', "'\r7"],
  ['7\t', '7\t'],
  ['1'.repeat(128), '1'.repeat(128)],
  // These are formulas.
  ['-', "'-"],
  ['=7', "'=7"],
  ['+-7', "'+-7"],
  ['-7-7', "'-7-7"],
  ["'-7-7", "''-7-7"],
  ['="7"', `'="7"`],
  [`'="7"`, `''="7"`],
])('The text %j is written for spreadsheet programs as %j, and comes back', (cell, guarded) => {
  expect(guardCellAndDigits(cell)).toBe(guarded)
  expect(unguardCell(guarded)).toBe(cell)
})

test.each([
  ["'=x", '=x'],
  ["''=x", "'=x"],
  ["'-7", '-7'],
  ["'Rex", "'Rex"],
  ['=x', '=x'],
  ['="Rex"', 'Rex'],
  ['=""', ''],
  ['="\'=x"', "'=x"],
  ['="1"&"2"', '="1"&"2"'],
  ['="1', '="1'],
])('The text %j typed into a file is read as %j', (typed, read) => {
  expect(unguardCell(typed)).toBe(read)
})

test('Every text of up to five special characters comes back as it was', () => {
  const changed: string[] = []
  let texts = ['']
  for (let length = 0; length <= 5; length += 1) {
    for (const guard of [guardCell, guardCellAndDigits])
      changed.push(...texts.filter((text) => unguardCell(guard(text)) !== text))
    texts = texts.flatMap((text) =>
      ["'", '=', '-', '\t', '\r', '\n', '7', ';', '"', 'a'].map((next) => text + next),
    )
  }
  expect(changed).toEqual([])
})

test('Among naughty texts, only numbers start like a formula, and all texts come back', () => {
  for (const text of ['\0', '\0=1', ...LONE_SURROGATES, ...NAUGHTY_STRINGS]) {
    const guarded = guardCell(text)
    expect(unguardCell(guarded)).toBe(text)
    expect(unguardCell(guardCellAndDigits(text))).toBe(text)
    expect(/^\s*[=+\-@\t\r＝＋－＠]/.test(guarded) && !/^[+-]\d+([.,]\d+)?$/.test(guarded)).toBe(false)
  }
})

test.each([
  [['Rex', '', ' Rex '], 'Rex,, Rex '],
  [['a"b'], '"a""b"'],
  [['a,b', 'a;b', 'a\tb', 'a|b'], '"a,b","a;b","a\tb","a|b"'],
  [['a\nb', 'a\rb'], '"a\nb","a\rb"'],
  [['\uFEFFa'], '"\uFEFFa"'],
  [['=1+1', '-7', '=a,b'], `'=1+1,-7,"'=a,b"`],
  [['M\0x'], 'M\uFFFDx'],
])('The cells %j become the line %j', (cells, line) => {
  expect(csvText([cells, cells])).toBe(`\uFEFF${line}\r\n${line}\r\n`)
})

test('The caller can choose another guard', () => {
  expect(csvText([['=1', 'a']], (cell) => `<${cell}>`)).toBe('\uFEFF<=1>,<a>\r\n')
})
