// @vitest-environment node
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test.each([
  [['Rex', '', ' Rex '], 'Rex,, Rex '],
  [['a"b'], '"a""b"'],
  [['a,b', 'a;b', 'a\tb', 'a|b'], '"a,b","a;b","a\tb","a|b"'],
  [['a\nb', 'a\rb'], '"a\nb","a\rb"'],
  [['\uFEFFa'], '"\uFEFFa"'],
  [['=1+1', '-7', '=a,b'], `'=1+1,-7,"'=a,b"`],
  [['M\0x'], 'M\uFFFDx'],
])('%j is the line %j', (cells, line) => {
  expect(csvText([cells, cells])).toBe(`\uFEFF${line}\r\n${line}\r\n`)
})

test('another guard is used instead', () => {
  expect(csvText([['=1', 'a']], (cell) => `<${cell}>`)).toBe('\uFEFF<=1>,<a>\r\n')
})
