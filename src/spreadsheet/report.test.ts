// @vitest-environment node
import { mapColumns } from './map-columns.ts'
import { expect, test } from 'vitest'
import { decodeText } from './decode.ts'
import { LONE_SURROGATES, NAUGHTY_STRINGS } from '#tests/support/untrusted-strings.ts'
import { readSheet } from './read-sheet.ts'
import { reportCsv, reportedRows, rowsCsv } from './report.ts'

const HEADER = ['name', 'category']
const COLUMNS = { name: 0, category: 1, status: undefined }
const ID = '9223372036854775807'

test('the complete report: byte-order mark, CR LF, every column, then outcome, id and message', () => {
  expect(
    reportCsv(HEADER, [
      { cells: ['Rex', '-7'], outcome: ['added', ID, ''] },
      { cells: ['=1+1', 'Dogs, big'], outcome: ['rejected', '', '@name "=1+1" is\ntaken'] },
    ]),
  ).toBe(
    '\uFEFFname,category,outcome,id,message\r\n' +
      `Rex,-7,added,${ID},\r\n` +
      `'=1+1,"Dogs, big",rejected,,"'@name ""=1+1"" is\ntaken"\r\n`,
  )
})

test.each([
  ['Rex', 'Rex'],
  [' Rex ', ' Rex '],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
  ['=a,b', '"\'=a,b"'],
  ['\ta', '"\'\ta"'],
  ["'=a", "''=a"],
  ['-7', '-7'],
  ['+31612345678', '+31612345678'],
])('the cell %j is written %s', (cell, written) => {
  const columns = { name: undefined, category: undefined, status: undefined }
  expect(rowsCsv({ header: [cell], columns }, [])).toBe(`\uFEFF${written}\r\n`)
})

test('a report read back has the same cells, whatever is in them', () => {
  const header = [...HEADER, ...NAUGHTY_STRINGS]
  // Each text once in each of several columns
  const rows = [0, 1, 2, 3, 4].map((shift) => header.slice(shift).concat(header.slice(0, shift)))
  const csv = reportCsv(
    header,
    rows.map((cells) => ({ cells, outcome: ['waiting', '', 'Not sent yet'] })),
  )
  const { text = '', notes } = decodeText(new TextEncoder().encode(csv))
  expect(notes).toEqual([])
  const { sheet } = readSheet(text)
  expect(sheet?.header).toEqual([...header, 'outcome', 'id', 'message'])
  expect(sheet?.rows.map(({ cells }) => cells)).toEqual(
    rows.map((cells) => cells.concat('waiting', '', 'Not sent yet')),
  )
})

test('each text comes back as the name of a row to fix, and as its message', () => {
  const texts = [...NAUGHTY_STRINGS, ...LONE_SURROGATES, ...randomTexts(3000)]
  const toFix = readSheet(
    rowsCsv(
      { header: HEADER, columns: COLUMNS },
      texts.map((text) => [text, '1']),
    ),
  ).sheet
  expect(toFix?.rows.map(({ cells }) => cells)).toEqual(texts.map((text) => [text, '1']))
  const report = readSheet(
    reportCsv(
      HEADER,
      texts.map((text) => ({ cells: [text, '1'], outcome: ['rejected', '', text] })),
    ),
  ).sheet
  expect(report?.rows.map(({ cells }) => cells)).toEqual(
    texts.map((text) => [text, '1', 'rejected', '', text]),
  )
})

test('a report of a report has the columns of the first one as ordinary columns', () => {
  const first = reportCsv(HEADER, [{ cells: ['Rex', '1'], outcome: ['unknown', '', 'No answer'] }])
  const { header = [], rows = [] } = readSheet(first).sheet ?? {}
  const second = reportCsv(
    header,
    rows.map(({ cells }) => ({ cells, outcome: ['added', ID, ''] })),
  )
  expect(readSheet(second).sheet).toMatchObject({
    header: [...HEADER, 'outcome', 'id', 'message', 'outcome', 'id', 'message'],
    rows: [{ number: 2, cells: ['Rex', '1', 'unknown', '', 'No answer', 'added', ID, ''] }],
  })
})

test.each<[what: string, csv: string, rows: readonly number[]]>([
  [
    'rows that were sent',
    'name,outcome,id,message\nA,added,1,\nB,rejected,,no\nC,unknown,,\nD,waiting,,',
    [2, 4, 5],
  ],
  ['cells that were edited', 'name,OUTCOME,Id,message\nA, Added ,,my note', [2]],
  [
    'the last report of several',
    'name,outcome,id,message,outcome,id,message\nA,unknown,,,rejected,,\nB,waiting,,,added,7,',
    [3],
  ],
  ['no report', 'name,outcome\nA,added', []],
])('a report says which rows were sent: %s', (_what, csv, rows) => {
  expect([...reportedRows(readSheet(csv).sheet ?? { header: [], rows: [] })]).toEqual(rows)
})

test.each([
  ['named as they are always found', ['Category', 'NAME'], [1, 0, undefined], 'categoryId,name'],
  ['named where the user matched them', ['Tier', 'Art', 'Preis'], [0, 1, undefined], 'name,categoryId,Preis'],
  ['named, with the status', ['Column 1', 'Column 2', 'Column 3'], [2, 0, 1], 'categoryId,status,name'],
  [
    'named where another column was meant',
    ['name', 'category', 'notes'],
    [1, 0, 2],
    'categoryId,name,status',
  ],
  [
    'told apart where a name is taken',
    ['name', 'Tier', 'Art'],
    [1, 2, undefined],
    'name (not imported),name,categoryId',
  ],
  [
    'told apart where there is a status that was not meant',
    ['name', 'categoryId', 'status'],
    [0, 1, undefined],
    'name,categoryId,status (not imported)',
  ],
  [
    'told apart where another category was meant',
    ['name', 'categoryId', 'category'],
    [0, 2, undefined],
    'name,categoryId (not imported),categoryId',
  ],
] as const)('the columns of rows to fix are %s', (_what, header, columns, written) => {
  const [name, category, status] = columns
  const [line] = rowsCsv({ header, columns: { name, category, status } }, []).split('\r')
  expect(line).toBe(`\uFEFF${written}`)
  // Read back, they are the same columns.
  const read = { header: written.split(','), headerRow: 1, rows: [] }
  expect(mapColumns(read, new Map())).toEqual({ name, category, status })
})

/** Deterministic, of the characters that are special in CSV or to the formula guard. */
function randomTexts(count: number): string[] {
  const alphabet = ["'", '=', '-', '@', '"', ',', ';', '\t', '\r', '\n', ' ', '|', '7', 'a', '\uFEFF', '🐕']
  let seed = 1
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed >>> 8) % below
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: next(8) }, () => alphabet[next(alphabet.length)]).join(''),
  )
}
