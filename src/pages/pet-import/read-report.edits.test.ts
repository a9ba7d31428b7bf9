// @vitest-environment node
import { expect, test } from 'vitest'
import { csvText } from '#src/lib/csv.ts'
import { readCsv } from '#src/spreadsheet/read-csv.ts'
import { readReport } from './read-report.ts'
import { OUTCOMES, type OutcomeWord, REPORT_COLUMNS } from './report.ts'

/** A sheet as its headings and rows. */
type Cells = readonly (readonly string[])[]
type Edit = (sheet: Cells) => Cells

const MESSAGES: Readonly<Record<OutcomeWord, string>> = {
  added: '',
  rejected: 'Staging said: The name is too long.',
  unknown: 'Staging did not respond.',
  'not sent': 'Category is missing.',
  'left out': 'It may already have been added',
  waiting: 'Not sent yet',
}

/** Returns a report with these outcomes. Each pet is named after its outcome: "added pet". */
function reportWith(outcomes: readonly OutcomeWord[]): Cells {
  const rows = outcomes.map((outcome, row) => {
    const id = outcome === 'added' ? String(900 + row) : ''
    return [`${outcome} pet`, '1', outcome, id, MESSAGES[outcome]]
  })
  return [['name', 'category', ...REPORT_COLUMNS], ...rows]
}

const columnNamed = ([headings]: Cells, name: string) => headings?.indexOf(name) ?? -1

const deleteColumn =
  (name: string): Edit =>
  (sheet) => {
    const column = columnNamed(sheet, name)
    return sheet.map((cells) => cells.filter((_cell, index) => index !== column))
  }

const renameHeadings =
  (names: Readonly<Record<string, string>>): Edit =>
  ([headings = [], ...rows]) => [headings.map((name) => names[name] ?? name), ...rows]

const changeOutcome =
  (from: OutcomeWord, to: string): Edit =>
  (sheet) => {
    const column = columnNamed(sheet, 'outcome')
    return sheet.map((cells) => cells.map((cell, index) => (index === column && cell === from ? to : cell)))
  }

const clearColumn =
  (name: string): Edit =>
  (sheet) => {
    const column = columnNamed(sheet, name)
    const [headings = [], ...rows] = sheet
    return [headings, ...rows.map((cells) => cells.map((cell, index) => (index === column ? '' : cell)))]
  }

const insertColumn =
  (at: number, heading: string, cell: string): Edit =>
  ([headings = [], ...rows]) => [
    headings.toSpliced(at, 0, heading),
    ...rows.map((cells) => cells.toSpliced(at, 0, cell)),
  ]

const moveToFront =
  (name: string): Edit =>
  (sheet) => {
    const column = columnNamed(sheet, name)
    return sheet.map((cells) => [cells[column] ?? '', ...cells.toSpliced(column, 1)])
  }

/** Adds as many new pets below the report as it has rows. */
const continueBelow: Edit = (sheet) => {
  const newPets = sheet.slice(1).map((_cells, row) => [`new pet ${row}`, '1', '', '', ''])
  return [...sheet, ...newPets]
}

const EDITS: readonly (readonly [what: string, edit: Edit])[] = [
  ['nothing was edited', (sheet) => sheet],
  ['the column "id" was deleted', deleteColumn('id')],
  ['the column "message" was deleted', deleteColumn('message')],
  ['the column "outcome" was deleted', deleteColumn('outcome')],
  ['"outcome" was renamed', renameHeadings({ outcome: 'result' })],
  ['"id" was renamed', renameHeadings({ id: 'nr' })],
  ['"message" was renamed', renameHeadings({ message: 'note' })],
  ['the headings were translated', renameHeadings({ outcome: 'Ergebnis', id: 'Nr', message: 'Meldung' })],
  ['the headings were deleted', renameHeadings({ outcome: '', id: '', message: '' })],
  ['the first row was deleted', ([, ...rows]) => rows],
  ['"added" was deleted', changeOutcome('added', '')],
  ['"added" was ticked off', changeOutcome('added', 'ok')],
  ['"added" got a note', changeOutcome('added', 'added by Ann')],
  ['the IDs were deleted', clearColumn('id')],
  ['the messages were deleted', clearColumn('message')],
  ['"outcome" was moved to the front', moveToFront('outcome')],
  ['"id" was moved to the front', moveToFront('id')],
  ['a column was inserted after "outcome"', insertColumn(3, 'cage', '4')],
  ['a blank column was inserted after "outcome"', insertColumn(3, '', '')],
  ['a column of remarks was added', insertColumn(5, 'remarks', 'rejected')],
]

const REPORTS: readonly (readonly OutcomeWord[])[] = [
  ['added', 'rejected', 'added', 'unknown', 'added'],
  ['added', 'added', 'rejected'],
  ['unknown', 'rejected', 'waiting'],
  ['waiting', 'waiting', 'added'],
  ['left out', 'rejected'],
  ['unknown', 'unknown', 'not sent', 'not sent'],
  [...OUTCOMES],
]

const UNSENT_PETS = ['rejected pet', 'not sent pet', 'new pet']

/** Returns the names of the pets that may have been sent, but are taken for new ones. */
function sentPetsTakenForNew(cells: Cells): readonly string[] {
  const sheet = readCsv(csvText(cells.map((row) => [...row])))
  const reading = readReport(sheet, ['Staging'])
  const isAskedAbout = (number: number) =>
    (reading.kind === 'report' && reading.outcomes.has(number)) ||
    (reading.kind === 'maybe-report' && reading.rows.has(number))
  const names = sheet.rows
    .filter(({ number }) => !isAskedAbout(number))
    .map((row) => row.cells[sheet.columns.name ?? 0] ?? '')
  return names.filter((name) => !UNSENT_PETS.some((unsent) => name.startsWith(unsent)))
}

test.each(EDITS)(
  'No row that may have been sent is taken for a new one: in its report, %s',
  (_what, edit) => {
    for (const outcomes of REPORTS) expect(sentPetsTakenForNew(edit(reportWith(outcomes)))).toEqual([])
  },
)

test.each(EDITS)(
  'No row that may have been sent is taken for a new one: pets were added below its report, in which %s',
  (_what, edit) => {
    for (const outcomes of REPORTS)
      expect(sentPetsTakenForNew(edit(continueBelow(reportWith(outcomes))))).toEqual([])
  },
)
