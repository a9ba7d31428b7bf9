// @vitest-environment node
import { mapColumns } from './map-columns.ts'
import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { decodeFile } from './decode.ts'
import type { RowOutcome } from './import-types.ts'
import { LONE_SURROGATES, NAUGHTY_STRINGS } from '#tests/support/untrusted-strings.ts'
import { readSheet } from './read-sheet.ts'
import { type ReportRow, reportCsv, rejectedRowsCsv } from './report.ts'

const HEADER = ['name', 'category']
const COLUMNS = { name: 0, categoryId: 1, status: undefined }
const ID = '9223372036854775807' as Int64
const WAITING: RowOutcome = { kind: 'waiting' }

function reported(cells: readonly string[], outcome: RowOutcome): ReportRow {
  return { cells, outcome }
}

async function bytesOf(parts: readonly string[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob([...parts]).arrayBuffer())
}

test('the complete report: byte-order mark, CR LF, every column, then outcome, id and message', async () => {
  const rows: ReportRow[] = [
    reported(['Rex', '-7'], { kind: 'added', id: ID }),
    reported(['=1+1', 'Dogs, big'], { kind: 'rejected', message: 'Name "=1+1" is\ntaken' }),
  ]
  expect((await reportCsv(HEADER, rows)).join('')).toBe(
    '\uFEFFname,category,outcome,id,message\r\n' +
      `Rex,-7,added,${ID},\r\n` +
      `'=1+1,"Dogs, big",rejected,,"Name ""=1+1"" is\ntaken"\r\n`,
  )
})

test.each<[RowOutcome, string]>([
  [{ kind: 'added', id: ID }, `added,${ID},`],
  [{ kind: 'added', id: '-9223372036854775808' as Int64 }, 'added,-9223372036854775808,'],
  [{ kind: 'added', id: ID, message: 'Found in the list' }, `added,${ID},Found in the list`],
  [{ kind: 'added', id: undefined }, 'added,,"Added, but its ID is not known"'],
  [{ kind: 'added', id: undefined, message: 'Marked by hand' }, 'added,,Marked by hand'],
  [{ kind: 'rejected', message: 'Enter a name' }, 'rejected,,Enter a name'],
  [{ kind: 'rejected', message: '@name is taken' }, "rejected,,'@name is taken"],
  [{ kind: 'unknown', message: 'No answer' }, 'unknown,,No answer'],
  [{ kind: 'sending' }, 'unknown,,This row was being sent when the report was created'],
  [WAITING, 'waiting,,Not sent yet'],
])('%j is %s', async (outcome, text) => {
  const csv = (await reportCsv(HEADER, [reported(['Rex', '1'], outcome)])).join('')
  expect(csv.split('\r\n')[1]).toBe(`Rex,1,${text}`)
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
])('the cell %j is written %s', async (cell, written) => {
  expect((await rejectedRowsCsv({ header: [cell], columns: COLUMNS }, [])).join('')).toBe(
    `\uFEFF${written}\r\n`,
  )
})

test('a report read back has the same cells, whatever is in them', async () => {
  const header = [...HEADER, ...NAUGHTY_STRINGS]
  // Each text once in each of several columns
  const rows = [0, 1, 2, 3, 4].map((shift) => header.slice(shift).concat(header.slice(0, shift)))
  const parts = await reportCsv(
    header,
    rows.map((cells) => reported(cells, WAITING)),
  )
  const { text = '', notes } = decodeFile(await bytesOf(parts))
  expect(notes).toEqual([])
  const { sheet } = await readSheet(text)
  expect(sheet?.header).toEqual([...header, 'outcome', 'id', 'message'])
  expect(sheet?.rows.map(({ cells }) => cells)).toEqual(
    rows.map((cells) => cells.concat('waiting', '', 'Not sent yet')),
  )
})

test('each text comes back as the name of a rejected row, and as its message', async () => {
  const texts = [...NAUGHTY_STRINGS, ...LONE_SURROGATES, ...randomTexts(3000)]
  const rows = texts.map((text) => reported([text, '1'], { kind: 'rejected', message: text }))
  const rejectedRows = (
    await readSheet((await rejectedRowsCsv({ header: HEADER, columns: COLUMNS }, rows)).join(''))
  ).sheet
  expect(rejectedRows?.rows.map(({ cells }) => cells)).toEqual(texts.map((text) => [text, '1']))
  const report = (await readSheet((await reportCsv(HEADER, rows)).join(''))).sheet
  expect(report?.rows.map(({ cells }) => cells)).toEqual(
    texts.map((text) => [text, '1', 'rejected', '', text]),
  )
})

test('a report of a report has the columns of the first one as ordinary columns', async () => {
  const first = (
    await reportCsv(HEADER, [reported(['Rex', '1'], { kind: 'unknown', message: 'No answer' })])
  ).join('')
  const { sheet } = await readSheet(first)
  const rows = (sheet?.rows ?? []).map(({ cells }) => reported(cells, { kind: 'added', id: ID }))
  const second = await readSheet((await reportCsv(sheet?.header ?? [], rows)).join(''))
  expect(second.sheet?.header).toEqual([...HEADER, 'outcome', 'id', 'message', 'outcome', 'id', 'message'])
  expect(second.sheet?.rows).toEqual([
    { number: 2, cells: ['Rex', '1', 'unknown', '', 'No answer', 'added', ID, ''] },
  ])
})

test('the file of rejected rows has the columns of the input', async () => {
  const rows: ReportRow[] = [
    reported(['Rex', '1'], { kind: 'added', id: ID }),
    reported(['=Max', 'x'], { kind: 'rejected', message: 'no' }),
    reported(['Bob', '1'], { kind: 'unknown', message: 'no answer' }),
    reported(['Tim', '1'], WAITING),
    reported(['', '2'], { kind: 'rejected', message: 'no' }),
  ]
  expect((await rejectedRowsCsv({ header: HEADER, columns: COLUMNS }, rows)).join('')).toBe(
    "\uFEFFname,category\r\n'=Max,x\r\n,2\r\n",
  )
})

test.each([
  ['as they are where they are found', ['Category', 'NAME'], [1, 0, undefined], 'Category,NAME'],
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
] as const)('the columns of rejected rows are %s', async (_what, header, columns, written) => {
  const [name, categoryId, status] = columns
  const [line] = (await rejectedRowsCsv({ header, columns: { name, categoryId, status } }, []))
    .join('')
    .split('\r')
  expect(line).toBe(`\uFEFF${written}`)
  // Read back, they are the same columns.
  expect(mapColumns(written.split(','))).toMatchObject({ name, categoryId, status })
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
