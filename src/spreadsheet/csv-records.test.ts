// @vitest-environment node
import { expect, test } from 'vitest'
import { type Delimiter, readRecord, startAfter } from './csv-records.ts'

function recordsOf(text: string, delimiter: Delimiter = ','): string[] {
  const records: string[] = []
  for (let at = 0; at < text.length;) {
    const { end, problem } = readRecord(text, at, delimiter)
    if (problem === 'unclosed-quote') return [...records, '(never closed)']
    records.push(text.slice(at, end))
    at = startAfter(text, end)
  }
  return records
}

test.each([
  ['', []],
  ['a', ['a']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\rc\nd\r\n', ['a', 'b', 'c', 'd']],
  ['\n\r\n\ra', ['', '', '', 'a']],
  ['a\n\r', ['a', '']],
  ['"a\nb"\nc', ['"a\nb"', 'c']],
  ['x,"a\r\n,b",y\rc', ['x,"a\r\n,b",y', 'c']],
  ['"a""\n""b"\nc', ['"a""\n""b"', 'c']],
  ['""\n""""\n"""\n"', ['""', '""""', '"""\n"']],
  // A quotation mark inside of a cell is text.
  ['5" disk\n3"', ['5" disk', '3"']],
  [' "a\nb"', [' "a', 'b"']],
  ['"a"b"\nc', ['"a"b"', 'c']],
  ['a\n"b', ['a', '(never closed)']],
  ['a\nx,"b""', ['a', '(never closed)']],
  ['"', ['(never closed)']],
])('%j has the records %j', (text, records) => {
  expect(recordsOf(text)).toEqual(records)
})

test.each([
  ['x;"a\nb"', ';', ['x;"a\nb"']],
  ['x\t"a\nb"', '\t', ['x\t"a\nb"']],
  ['x|"a\nb"', '|', ['x|"a\nb"']],
  ['x;"a\nb"', ',', ['x;"a', 'b"']],
] as const)(
  'in %j, separated by %j, a quotation mark opens a cell only at its start',
  (text, delimiter, records) => {
    expect(recordsOf(text, delimiter)).toEqual(records)
  },
)

test.each([
  ['', ['']],
  ['a', ['a']],
  ['a,b,', ['a', 'b', '']],
  [',', ['', '']],
  [' a , b ', [' a ', ' b ']],
  ['"a,b","c""d","e\r\nf",""', ['a,b', 'c"d', 'e\r\nf', '']],
  ['""""', ['"']],
  ['5" disk,b', ['5" disk', 'b']],
  ['"a" ,"b" ', ['a', 'b']],
  ['"a",#b', ['a', '#b']],
  ['"a\n"', ['a\n']],
])('the record %j has the cells %j', (record, cells) => {
  expect(readRecord(record, 0, ',')).toEqual({ cells, end: record.length, problem: undefined })
})

test.each(['"a"b', '"a"b,c', '"a" b', '"a"b"', '"a" "b"', '"a""b"c', 'x,"a"b'])(
  '%j has text after a closing quotation mark',
  (record) => {
    expect(readRecord(record, 0, ',')).toMatchObject({ end: record.length, problem: 'text-after-quote' })
  },
)

test('an unclosed quotation mark is reported before text after a closing one', () => {
  expect(readRecord('"a"b,"c', 0, ',').problem).toBe('unclosed-quote')
  expect(readRecord('"a"b\n"c', 0, ',').problem).toBe('text-after-quote')
})
