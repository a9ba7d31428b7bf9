// @vitest-environment node
import { expect, test } from 'vitest'
import { type Entry, newEntry, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { ColumnMap } from '#src/spreadsheet/sheet.ts'
import { int64 } from '#tests/support/int64.ts'
import { type Draft, type DraftRow, type KnownPets, reviewOf, toRowsToSend } from './review.ts'

const CONFIGURED = { labels: new Map([['1', 'Dogs']]), environmentNames: new Map([['staging', 'Staging']]) }
const COLUMNS: ColumnMap = { name: 0, category: 1, status: 2 }
const REX = { name: 'Rex', categoryId: int64('1'), status: undefined }
const REX_ENTRY: Entry = newEntry({
  batch: 'visit',
  position: 0,
  environmentId: 'staging',
  baseUrl: 'https://api.example.com/v1',
  newPet: REX,
  enteredAt: 0,
})
const REX_IS_KNOWN: KnownPets = new Map([[lookalikeKeyOf(REX), [REX_ENTRY]]])
const REX_ACCEPTED = { kind: 'included', accepted: { entries: ['visit 0'], imports: [] } } as const

/** Returns a row of these cells, which is row 2 of the file unless it says otherwise. */
function row(cells: readonly string[], rest: Partial<DraftRow> = {}): DraftRow {
  return { number: 2, cells, ...rest }
}

function draftOf(
  rows: readonly DraftRow[],
  headings: readonly string[] = ['name', 'category', 'status'],
): Draft {
  return { sheet: { headings: { number: 1, cells: headings }, rows, columns: COLUMNS, notes: [] } }
}

const REX_CELLS = ['Rex', 'dogs', '']
const INCLUDED = { kind: 'included', accepted: NOTHING_ACCEPTED } as const
const NOTHING_KNOWN: KnownPets = new Map()

test.each<[what: string, row: DraftRow, known: KnownPets, kind: string, leftOutBy: string | undefined]>([
  ['with a name and a category is ready', row(REX_CELLS), NOTHING_KNOWN, 'ready', undefined],
  ['without a name has a problem', row(['', '1', '']), NOTHING_KNOWN, 'invalid', undefined],
  [
    'that the person leaves out is left out',
    row(REX_CELLS, { decision: { kind: 'left-out' } }),
    NOTHING_KNOWN,
    'left-out',
    'person',
  ],
  [
    'that the spreadsheet hides is left out',
    row(REX_CELLS, { isHidden: true }),
    NOTHING_KNOWN,
    'left-out',
    'hidden',
  ],
  [
    'that is hidden and has a problem is left out',
    row(['', '1', ''], { isHidden: true }),
    NOTHING_KNOWN,
    'left-out',
    'hidden',
  ],
  [
    'that is hidden and included is ready',
    row(REX_CELLS, { isHidden: true, decision: INCLUDED }),
    NOTHING_KNOWN,
    'ready',
    undefined,
  ],
  ['whose pet is known is left out', row(REX_CELLS), REX_IS_KNOWN, 'left-out', 'look-alike'],
  [
    'whose known pet was accepted is ready',
    row(REX_CELLS, { decision: REX_ACCEPTED }),
    REX_IS_KNOWN,
    'ready',
    undefined,
  ],
  [
    'that is hidden, included and known stays left out',
    row(REX_CELLS, { isHidden: true, decision: INCLUDED }),
    REX_IS_KNOWN,
    'left-out',
    'look-alike',
  ],
  [
    'that repeats the headings has a problem',
    row(['NAME', 'Category', 'status']),
    NOTHING_KNOWN,
    'invalid',
    undefined,
  ],
])('A row %s', (_what, draftRow, known, kind, leftOutBy) => {
  const review = reviewOf(draftOf([draftRow]), CONFIGURED, known)
  expect(review.rows[0]).toMatchObject({ kind, leftOutBy })
})

test('Rows that a report says were sent are left out by the report, hidden or not', () => {
  const rows = [
    row(['Rex', '1', '', 'added', '7', '']),
    row(['Mia', '1', '', 'added', '8', ''], { number: 3, isHidden: true }),
    row(['Tom', '1', '', 'rejected', '', 'No.'], { number: 4 }),
  ]
  const draft = draftOf(rows, ['name', 'category', 'status', 'outcome', 'id', 'message'])
  const review = reviewOf(draft, CONFIGURED, NOTHING_KNOWN)
  expect(review.rows.map(({ leftOutBy }) => leftOutBy)).toEqual(['report', 'report', undefined])
  // "Include hidden rows" would send rows that the report says were sent.
  expect(review.hidden).toEqual([])
})

test('The question about hidden rows is about rows that are left out because they are hidden, or were included', () => {
  const rows = [
    row(['Rex', '1', ''], { isHidden: true }),
    row(['Mia', '1', ''], { number: 3, isHidden: true, decision: INCLUDED }),
    row(['Tom', '1', ''], { number: 4, isHidden: true, decision: { kind: 'left-out' } }),
    row(['Leo', '1', ''], { number: 5 }),
  ]
  const review = reviewOf(draftOf(rows), CONFIGURED, NOTHING_KNOWN)
  expect(review.hidden.map(({ number }) => number)).toEqual([2, 3])
})

test('The question about look-alikes is about no row that is left out for another reason', () => {
  const rows = [
    row(REX_CELLS),
    row(REX_CELLS, { number: 3, isHidden: true }),
    row(REX_CELLS, { number: 4, decision: { kind: 'left-out' } }),
    row(REX_CELLS, { number: 5, decision: REX_ACCEPTED }),
  ]
  const review = reviewOf(draftOf(rows), CONFIGURED, REX_IS_KNOWN)
  expect(review.known.map(({ number }) => number)).toEqual([2, 5])
})

test('A total and a placeholder are ready, but in doubt', () => {
  const rows = [
    row(['Total', '1', '']),
    row(['n/a', '1', ''], { number: 3 }),
    row(['Rex', '1', ''], { number: 4 }),
  ]
  const review = reviewOf(draftOf(rows), CONFIGURED, NOTHING_KNOWN)
  expect(review.ready.map(({ doubt }) => doubt)).toEqual(['total', 'placeholder', undefined])
})

test('Only rows that nothing but a look-alike leaves out go to the outbox', () => {
  const rows = [
    row(['Rex', '1', '']),
    row(['Mia', '1', ''], { number: 3, isHidden: true }),
    row(['Tom', '1', ''], { number: 4, decision: { kind: 'left-out' } }),
    row(['', '1', ''], { number: 5 }),
  ]
  const rowsToSend = toRowsToSend(reviewOf(draftOf(rows), CONFIGURED, REX_IS_KNOWN))
  expect(rowsToSend).toMatchObject([
    {
      position: 0,
      row: { number: 2 },
      state: { kind: 'waiting' },
      accepted: NOTHING_ACCEPTED,
      leftOutFor: [...REX_IS_KNOWN.values()].flat(),
    },
    {
      position: 1,
      row: { number: 5 },
      state: { kind: 'not-sent', message: 'Name is missing' },
      leftOutFor: [],
    },
  ])
})
