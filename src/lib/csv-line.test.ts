// @vitest-environment node
import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test.each([
  [['Rex', '', ' Rex '], 'Rex,, Rex '],
  [['a"b'], '"a""b"'],
  [['a,b', 'a;b', 'a\tb', 'a|b'], '"a,b","a;b","a\tb","a|b"'],
  [['a\nb', 'a\rb'], '"a\nb","a\rb"'],
  [['\uFEFFa'], '"\uFEFFa"'],
  [['=1+1', '-7', '=a,b'], `'=1+1,-7,"'=a,b"`],
  [['M\0x'], 'M\uFFFDx'],
])('%j is the line %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})

test('another guard is used instead', () => {
  expect(csvLine(['=1', 'a'], (cell) => `<${cell}>`)).toBe('<=1>,<a>\r\n')
})
