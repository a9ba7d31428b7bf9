import { isUnknownText } from '#src/outbox/outcome.ts'
import { normalized } from '#src/spreadsheet/headings.ts'
import type { Sheet } from '#src/spreadsheet/sheet.ts'
import {
  EVERYDAY_OUTCOMES,
  isMessageOf,
  isMessageOfSentRow,
  OUTCOMES,
  type OutcomeWord,
  REPORT_COLUMNS,
} from './report.ts'

/**
 * The outcome that a report gives a row which may have been sent.
 *
 * - `added`: the row was added.
 * - `may-be-added`: the row was sent, or it was left out because a pet like it had been sent.
 * - `waiting`: the row was still to be sent, and may have been sent since.
 * - `unclear`: the report does not tell, because a person has edited or deleted the outcome, or has
 *   inserted the row.
 */
export type ReportedOutcome = 'added' | 'may-be-added' | 'waiting' | 'unclear'

/**
 * This says whether a sheet is the report of an import, whatever was edited in it since.
 *
 * - `report`: it is one. `outcomes` has each row that may have been sent, by its number.
 * - `maybe-report`: these columns may be what is left of a report, and these rows may have been
 *   sent. Only a person can tell, because another file may be alike: a column "Sex" may have
 *   "unknown" in each row.
 */
export type ReportReading =
  | { readonly kind: 'report'; readonly outcomes: ReadonlyMap<number, ReportedOutcome> }
  | { readonly kind: 'maybe-report'; readonly columns: readonly number[]; readonly rows: ReadonlySet<number> }
  | { readonly kind: 'no-report' }

/** The outcomes of rows that were certainly not added, so that they can be sent again. */
const UNSENT_OUTCOMES: readonly string[] = ['rejected', 'not sent'] satisfies OutcomeWord[]

/** The outcomes whose words hardly any other file has. */
const REPORT_WORDS = OUTCOMES.filter((word) => everydayOutcome(word) === undefined)

/** Those of these words that say that a row may have been sent. */
const SENT_WORDS = REPORT_WORDS.filter((word) => !UNSENT_OUTCOMES.includes(word))

/** A sheet in the form in which it is compared with a report. Columns are counted from 0. */
type Table = {
  readonly rows: Sheet['rows']
  /** The cells of each column, from left to right, without letter case. */
  readonly columns: readonly Cells[]
  /** The headings. Without any, it is the first row, which may be headings taken for a pet. */
  readonly names: readonly string[]
  readonly hasHeadings: boolean
  /**
   * The columns that may have outcomes. Those of names and categories may not, because a pet may be
   * called "Unknown".
   */
  readonly candidates: readonly number[]
  /** The names of the configured environments. */
  readonly environmentNames: readonly string[]
}

/** The cells of a column from top to bottom. */
type Cells = readonly string[]

/**
 * Reads a sheet as the report of an import, if it is one.
 *
 * @param environmentNames the names of the configured environments, which stand in messages
 */
export function readReport(sheet: Sheet, environmentNames: readonly string[]): ReportReading {
  const table = tableOf(sheet, environmentNames)
  const outcomeColumns = outcomeColumnsOf(table)
  if (outcomeColumns.length > 0) return { kind: 'report', outcomes: readOutcomes(table, outcomeColumns) }
  return readRemains(table)
}

function tableOf({ headings, rows, columns }: Sheet, environmentNames: readonly string[]): Table {
  const names = (headings ?? rows[0])?.cells.map((cell) => withoutNumber(normalized(cell))) ?? []
  const isCandidate = (column: number) => column !== columns.name && column !== columns.category
  return {
    rows,
    columns: names.map((_name, column) => rows.map(({ cells }) => cellIn(cells, column))),
    names,
    hasHeadings: headings !== undefined,
    candidates: [...names.keys()].filter(isCandidate),
    environmentNames,
  }
}

/**
 * Returns a heading of a report without the number that some programs add to a repeated heading:
 * "outcome2", "outcome.1", "outcome (2)". The report of a report repeats headings.
 */
function withoutNumber(heading: string): string {
  const reportHeadings: readonly string[] = REPORT_COLUMNS
  const word = heading.replace(/[\s._-]*\(?\d+\)?$/, '')
  return reportHeadings.includes(word) ? word : heading
}

function cellIn(cells: readonly string[], column: number): string {
  const cell = cells[column] ?? ''
  // There may be a million blank cells, and each change of a review looks at all of them.
  return cell === '' ? '' : normalized(cell)
}

/**
 * Returns the columns that certainly have the outcomes of a report. If the three headings of a
 * report stand side by side, they decide. Otherwise the cells decide, too.
 */
function outcomeColumnsOf(table: Table): readonly number[] {
  const { names, candidates } = table
  const columnsOfReports = candidates.filter((column) => isOutcomeIdAndMessage(names, column))
  if (columnsOfReports.length > 0) return columnsOfReports
  return candidates.filter((column) => hasOutcomes(table, column))
}

function isOutcomeIdAndMessage(names: readonly string[], column: number): boolean {
  return REPORT_COLUMNS.every((name, index) => names[column + index] === name)
}

/**
 * Returns whether a column certainly has the outcomes of a report, although a person may have
 * changed, moved or deleted headings and columns, or edited some outcomes.
 */
function hasOutcomes(table: Table, column: number): boolean {
  const { columns, names, hasHeadings } = table
  const cells = columns[column] ?? []
  const heading = names[column] ?? ''
  if (hasMessages(table, column)) return true
  if (isBeforeIdAndMessage(names, column)) return cells.some(isOutcome)
  // Other lists of pets may have a column "Outcome", too, with "Adoption" and "Unknown".
  if (heading === 'outcome') {
    if (isBeforeIdOrMessage(names, column) && cells.some(isReportWord)) return true
    return hasIds(table, column) || cells.every(isOutcome) || areOutcomes(cells.filter(isFilled))
  }
  // If the headings were deleted, the first row may count as the headings.
  const hasNoHeading = !hasHeadings || heading === '' || isOutcome(heading)
  const areReportWords = cells.some(isReportWord) && areMostly(isOutcome, withoutBlankEnd(cells))
  return hasNoHeading && (hasIds(table, column) || areReportWords)
}

/** Returns whether the next two columns have the other headings of a report. */
function isBeforeIdAndMessage(names: readonly string[], column: number): boolean {
  return names[column + 1] === 'id' && names[column + 2] === 'message'
}

/** Returns whether one of the other headings of a report is somewhere behind this column. */
function isBeforeIdOrMessage(names: readonly string[], column: number): boolean {
  return ['id', 'message'].some((name) => names.includes(name, column))
}

/** Returns whether the ID of an added pet stands beside its outcome. */
function hasIds({ columns }: Table, outcomeColumn: number): boolean {
  const outcomes = columns[outcomeColumn] ?? []
  const ids = columns[outcomeColumn + 1] ?? []
  return outcomes.some((outcome, row) => outcome === 'added' && isLikeId(ids[row]))
}

/** Returns whether the cell may be an ID. Spreadsheet programs show a large one as "9.0E+15". */
function isLikeId(cell: string | undefined): boolean {
  return cell !== undefined && /^-?\d[\d.,'\s]*(e\+?\d+)?$/.test(cell)
}

/**
 * Returns whether each row with an everyday outcome has the message that a report writes about it.
 * The message is in one of the next two columns, because the column "id" may have been deleted.
 */
function hasMessages({ rows, columns, environmentNames }: Table, outcomeColumn: number): boolean {
  const outcomes = columns[outcomeColumn] ?? []
  const rowsToExplain = outcomes.flatMap((cell, row) => {
    const outcome = everydayOutcome(cell)
    const nextCells = rows[row]?.cells.slice(outcomeColumn + 1, outcomeColumn + REPORT_COLUMNS.length) ?? []
    return outcome === undefined ? [] : [{ outcome, nextCells }]
  })
  const isExplained = rowsToExplain.every(({ outcome, nextCells }) =>
    nextCells.some((message) => isMessageOf(outcome, message.trim(), environmentNames)),
  )
  return rowsToExplain.length > 0 && isExplained
}

/** Returns the cell if it is an outcome whose word is common in other files, too. */
function everydayOutcome(cell: string): (typeof EVERYDAY_OUTCOMES)[number] | undefined {
  return EVERYDAY_OUTCOMES.find((word) => word === cell)
}

/**
 * Returns whether a column may have the outcomes of a report, whatever its heading is. A report has
 * an outcome in each row, so a few remarks among many rows are none. Blank cells at the end do not
 * count, because a person may have added rows below the report.
 */
function mayHaveOutcomes(cells: Cells): boolean {
  return cells.every(isOutcome) || areOutcomes(withoutBlankEnd(cells))
}

/** Returns whether most of these cells are outcomes, and one of them is no everyday word. */
function areOutcomes(cells: Cells): boolean {
  return cells.some(beginsWithReportWord) && areMostly(isLikeOutcome, cells)
}

/** Returns whether more than half of the cells pass the test. */
function areMostly(test: (cell: string) => boolean, cells: Cells): boolean {
  return cells.filter(test).length * 2 > cells.length
}

function isFilled(cell: string): boolean {
  return cell !== ''
}

/** Returns the cells up to the last one that is filled. */
function withoutBlankEnd(cells: Cells): Cells {
  return cells.slice(0, cells.findLastIndex(isFilled) + 1)
}

function isOutcome(cell: string): boolean {
  const words: readonly string[] = OUTCOMES
  return words.includes(cell)
}

function isReportWord(cell: string): boolean {
  const words: readonly string[] = REPORT_WORDS
  return words.includes(cell)
}

function isLikeOutcome(cell: string): boolean {
  return isOutcome(cell) || beginsWithReportWord(cell)
}

/**
 * Returns whether the cell is a report word. One that says that a row may have been sent may have a
 * note behind it: "added (981)".
 */
function beginsWithReportWord(cell: string): boolean {
  return isReportWord(cell) || beginsWithSentWord(cell)
}

function beginsWithSentWord(cell: string): boolean {
  return SENT_WORDS.some((word) => beginsWith(word, cell))
}

/** Returns whether the cell is this word, or begins with it as a whole word. */
function beginsWith(word: string, cell: string): boolean {
  return cell.startsWith(word) && !/^[\p{L}\p{N}]/u.test(cell.slice(word.length))
}

/**
 * Returns the outcome of each row that may have been sent, by the number of the row. If a row has
 * outcomes of several reports, the last one counts.
 *
 * - A row whose outcome no report writes may have been sent, because people tick rows off in a
 *   report, or put notes into it.
 * - A row that was not sent, as the report says, may have been sent since, if another cell says so.
 */
function readOutcomes(table: Table, outcomeColumns: readonly number[]): ReadonlyMap<number, ReportedOutcome> {
  const { rows, columns, candidates } = table
  const possibleOutcomeColumns = candidates.filter(
    (column) => !outcomeColumns.includes(column) && mayHaveOutcomes(columns[column] ?? []),
  )
  const outcomes = new Map<number, ReportedOutcome>()
  for (const [row, { number }] of rows.entries()) {
    const cellOf = (column: number) => columns[column]?.[row] ?? ''
    const lastColumn = outcomeColumns.findLast((column) => isFilled(cellOf(column)))
    const outcome = lastColumn === undefined ? '' : cellOf(lastColumn)
    if (lastColumn === undefined || !UNSENT_OUTCOMES.includes(outcome)) {
      outcomes.set(number, reportedOutcome(outcome))
      continue
    }
    const otherCells = possibleOutcomeColumns.map(cellOf)
    if (isNotedAsSent(table, row, lastColumn) || otherCells.some(maySaySent)) outcomes.set(number, 'unclear')
  }
  return outcomes
}

/**
 * Returns whether a person has noted that the row was sent after all: with an ID next to the
 * outcome, or with a remark to the right of it, such as "added by Ann".
 */
function isNotedAsSent({ columns }: Table, row: number, outcomeColumn: number): boolean {
  const nextCells = columns.slice(outcomeColumn + 1).map((cells) => cells[row] ?? '')
  return isLikeId(nextCells[0]) || nextCells.some(beginsWithSentWord)
}

/** Returns whether a cell of a column that may have outcomes may say that the row was sent. */
function maySaySent(cell: string): boolean {
  return isFilled(cell) && !UNSENT_OUTCOMES.includes(cell)
}

function reportedOutcome(outcome: string): ReportedOutcome {
  if (beginsWith('added', outcome)) return 'added'
  if (outcome === 'waiting') return 'waiting'
  return outcome === 'unknown' || beginsWith('left out', outcome) ? 'may-be-added' : 'unclear'
}

/** Reads a sheet that may have what is left of a report after some of its columns were deleted. */
function readRemains(table: Table): ReportReading {
  const parts = table.candidates
    .map((column) => ({
      column,
      numbers: numbersOf(table, [
        ...sentRowsByOutcome(table, column),
        ...sentRowsByMessageOrId(table, column),
      ]),
    }))
    .filter(({ numbers }) => numbers.length > 0)
  if (parts.length === 0) return { kind: 'no-report' }
  return {
    kind: 'maybe-report',
    columns: parts.map(({ column }) => column),
    rows: new Set(parts.flatMap(({ numbers }) => numbers)),
  }
}

function numbersOf({ rows }: Table, indexes: readonly number[]): readonly number[] {
  return indexes.flatMap((index) => rows[index]?.number ?? [])
}

/**
 * Returns the rows (from 0) that may have been sent, to judge by the outcomes in this column. If
 * the column may have outcomes, all rows count except those that were certainly not sent. In any
 * other column, a row counts only if its cell is a report word for a row that may have been sent.
 */
function sentRowsByOutcome({ columns, names }: Table, column: number): readonly number[] {
  const cells = columns[column] ?? []
  const isOfReport = () => isBeforeIdOrMessage(names, column) || cells.filter(isFilled).every(isOutcome)
  const isOutcomeColumn = mayHaveOutcomes(cells) || (names[column] === 'outcome' && isOfReport())
  const mayBeOfSentRow = isOutcomeColumn
    ? (cell: string) => !UNSENT_OUTCOMES.includes(cell)
    : (cell: string) => SENT_WORDS.some((word) => isWordAlone(word, cell))
  return withoutBlankEnd(cells).flatMap((cell, row) => (mayBeOfSentRow(cell) ? row : []))
}

/** Returns whether the cell is this word, maybe with a number: "added (981)". */
function isWordAlone(word: string, cell: string): boolean {
  return beginsWith(word, cell) && !/\p{L}/u.test(cell.slice(word.length))
}

/**
 * Returns the rows (from 0) that may have been sent, to judge by the messages or the IDs of a
 * report in this column. IDs count only next to another heading of a report.
 *
 * Other files may say "Owner did not respond." So such a message counts only if it names an
 * environment. Next to a heading "id", any name will do, because the environment may have had
 * another name when the report was written.
 */
function sentRowsByMessageOrId(
  { rows, columns, names, environmentNames }: Table,
  column: number,
): readonly number[] {
  const isIdOfReport =
    names[column] === 'id' && (names[column + 1] === 'message' || names[column - 1] === 'outcome')
  const isMessageBesideId = names[column] === 'message' && names[column - 1] === 'id'
  const mayBeEnvironment = (name: string) => isMessageBesideId || environmentNames.includes(name)
  return rows.flatMap(({ cells }, row) => {
    const message = cells[column]?.trim() ?? ''
    const isOfSentRow = isMessageOfSentRow(message) || isUnknownText(message, mayBeEnvironment)
    const isId = isIdOfReport && isFilled(columns[column]?.[row] ?? '')
    return isOfSentRow || isId ? row : []
  })
}
