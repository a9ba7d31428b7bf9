// @vitest-environment node
import { constantFrom, sample, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryState } from '#src/outbox/entry.ts'
import { readCsv } from '#src/spreadsheet/read-csv.ts'
import { int64 } from '#tests/support/int64.ts'
import { LONE_SURROGATES, NAUGHTY_STRINGS } from '#tests/support/untrusted-strings.ts'
import { outcomeCells, reportCsv } from './report.ts'

const HEADER = ['name', 'category']
const ID = '9223372036854775807'
const entry = (cells: readonly string[], state: EntryState) => ({ row: { number: 0, cells }, state })

test('A complete report has a byte-order mark, CR LF, every column, then outcome, ID and message', () => {
  expect(
    reportCsv(HEADER, [
      entry(['Rex', '-7'], { kind: 'added', id: int64(ID) }),
      entry(['=1+1', 'Dogs, big'], { kind: 'rejected', message: '@name "=1+1" is\ntaken' }),
    ]),
  ).toBe(
    '\uFEFFname,category,outcome,id,message\r\n' +
      `Rex,-7,added,${ID},\r\n` +
      `'=1+1,"Dogs, big",rejected,,"'@name ""=1+1"" is\ntaken"\r\n`,
  )
})

test('Columns without headings have numbers', () => {
  expect(reportCsv(undefined, [entry(['Rex', '1'], { kind: 'added', id: int64(ID) })])).toBe(
    `\uFEFFColumn 1,Column 2,outcome,id,message\r\nRex,1,added,${ID},\r\n`,
  )
})

test('Each text comes back from every column and from the message', () => {
  const special = constantFrom(...'\'/=/-/@/"/,/;/\t/\r/\n/ /|/7/\uFEFF/🐕'.split('/'))
  const random = sample(string({ unit: special, maxLength: 7 }), { numRuns: 3000, seed: 1 })
  const texts = [...NAUGHTY_STRINGS, ...LONE_SURROGATES, ...random]
  const rows = texts.map((text) => entry([text, '1'], { kind: 'rejected', message: text }))
  const header = ['name', 'category', ...NAUGHTY_STRINGS]
  const report = readCsv(reportCsv(header, rows))
  expect(report.headings?.cells).toEqual([...header, 'outcome', 'id', 'message'])
  const inHeader = readCsv(reportCsv(HEADER, rows))
  expect(inHeader.rows.map(({ cells }) => cells)).toEqual(
    texts.map((text) => [text, '1', 'rejected', '', text]),
  )
})

test('A report of a report has the columns of the first one as ordinary columns', () => {
  const first = reportCsv(HEADER, [
    entry(['Rex', '1'], { kind: 'unknown', message: 'No answer', endedAt: 0 }),
  ])
  const { headings, rows } = readCsv(first)
  const second = reportCsv(
    headings?.cells,
    rows.map(({ cells }) => entry(cells, { kind: 'added', id: int64(ID) })),
  )
  expect(readCsv(second)).toMatchObject({
    headings: { cells: [...HEADER, 'outcome', 'id', 'message', 'outcome', 'id', 'message'] },
    rows: [{ number: 2, cells: ['Rex', '1', 'unknown', '', 'No answer', 'added', ID, ''] }],
  })
})

test.each<[EntryState, readonly string[]]>([
  [{ kind: 'added', id: undefined }, ['added', '', 'Marked as added; its ID is not known']],
  [{ kind: 'added', id: int64('7'), note: 'Possible duplicate' }, ['added', '7', 'Possible duplicate']],
  [{ kind: 'not-sent', message: 'Name is missing' }, ['not sent', '', 'Name is missing']],
  [{ kind: 'held', by: [] }, ['left out', '', 'It may already have been added']],
  [
    { kind: 'sending', claim: '', at: 0 },
    ['unknown', '', 'This row was being sent when the report was created'],
  ],
  [{ kind: 'waiting' }, ['waiting', '', 'Not sent yet']],
])('A report has these cells for %j', (state, cells) => {
  expect(outcomeCells(state)).toEqual(cells)
})
