import { isUnknownText } from '#src/outbox/outcome.ts'
import { normalized } from '#src/spreadsheet/headings.ts'
import type { Sheet } from '#src/spreadsheet/sheet.ts'
import { EVERYDAY_OUTCOMES, isMessageOf, OUTCOMES, type OutcomeWord, REPORT_COLUMNS } from './report.ts'

/**
 * This says what a report says of a row that may have been sent.
 *
 * - `added`: it was added.
 * - `may-be-added`: it was sent, or left out because a pet like it had been.
 * - `waiting`: it was still to be sent, which may have happened since.
 * - `unclear`: nothing, because somebody has edited or deleted its outcome, or put the row in.
 */
export type ReportedOutcome = 'added' | 'may-be-added' | 'waiting' | 'unclear'

/**
 * This says whether a sheet is the report of an import, whatever was edited in it since.
 *
 * - `report`: it is, and this is what it says of each row, by its number, that was not certainly
 *   left unsent. Where a sheet has the outcomes of several reports, the last one that a row has
 *   counts.
 * - `maybe-report`: this column may be all that is left of a report, and these rows may have been
 *   sent. A column "Sex" may be `unknown` in each row as well, so only a person can tell.
 */
export type ReportReading =
  | { readonly kind: 'report'; readonly outcomes: ReadonlyMap<number, ReportedOutcome> }
  | { readonly kind: 'maybe-report'; readonly column: number; readonly rows: ReadonlySet<number> }
  | { readonly kind: 'no-report' }

/**
 * The outcomes in a report that say that a row was certainly not added, so that it can be sent
 * again.
 */
const UNSENT_OUTCOMES: readonly string[] = ['rejected', 'not sent'] satisfies OutcomeWord[]

/** The outcomes that hardly any other file has. */
const REPORT_WORDS = OUTCOMES.filter((word) => everydayOutcome(word) === undefined)

/** The report words of a row that may have been sent. */
const SENT_WORDS = REPORT_WORDS.filter((word) => !UNSENT_OUTCOMES.includes(word))

/** A sheet in the form in which it is compared with a report. */
type Table = {
  readonly rows: Sheet['rows']
  /** The cells of each column, from left to right, without letter case. */
  readonly columns: readonly (readonly string[])[]
  /** The headings, or the first row, which a person may have taken for a pet. */
  readonly names: readonly string[]
  readonly hasHeadings: boolean
  /** The names of the configured environments. */
  readonly environmentNames: readonly string[]
}

/**
 * Reads a sheet as the report of an import, if it is one.
 *
 * @param environmentNames the names of the configured environments, which stand in messages
 */
export function readReport(
  { headings, rows, columns }: Sheet,
  environmentNames: readonly string[],
): ReportReading {
  const names = (headings ?? rows[0])?.cells.map((cell) => withoutNumber(normalized(cell))) ?? []
  const table: Table = {
    rows,
    columns: names.map((_name, column) => rows.map(({ cells }) => cellIn(cells, column))),
    names,
    hasHeadings: headings !== undefined,
    environmentNames,
  }
  const outcomeColumns = outcomeColumnsOf(table)
  if (outcomeColumns.length > 0) {
    const others = table.columns.filter((cells) => !outcomeColumns.includes(cells) && mayHaveOutcomes(cells))
    return { kind: 'report', outcomes: readOutcomes(rows, outcomeColumns, others) }
  }
  // A pet may be called "Unknown", but these words are no status, so such a column may be renamed.
  const column = table.columns.findLastIndex(
    (cells, index) => index !== columns.name && index !== columns.category && mayHaveOutcomes(cells),
  )
  if (column !== -1) {
    const outcomes = readOutcomes(rows, table.columns.slice(column, column + 1), [])
    return { kind: 'maybe-report', column, rows: new Set(outcomes.keys()) }
  }
  return readWithoutOutcomes(table)
}

/**
 * Returns a heading of a report without the number that programs add if an earlier column has the
 * same heading, as in the report of a report: "outcome2", "outcome.1", "outcome (2)".
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
 * Returns the columns that have the outcomes of a report. Where the headings are those of a report,
 * these are the columns that are called "outcome", maybe with another word behind it. Elsewhere,
 * the content of a column tells whether it is one.
 */
function outcomeColumnsOf(table: Table): Table['columns'] {
  const { columns, names } = table
  const hasReportHeadings = names.some((_name, column) => isOutcomeIdAndMessage(names, column))
  return columns.filter((cells, column) => {
    if (!hasReportHeadings) return hasOutcomes(table, column)
    const isCalledOutcome = /^outcome\b/.test(names[column] ?? '') && cells.some(isLikeOutcome)
    return isCalledOutcome || isOutcomeIdAndMessage(names, column)
  })
}

function isOutcomeIdAndMessage(names: readonly string[], column: number): boolean {
  return REPORT_COLUMNS.every((name, index) => names[column + index] === name)
}

/**
 * Returns whether a column certainly has the outcomes of a report, although headings or columns of
 * the report were changed, moved or deleted, or some of its outcomes were edited. Its words show
 * that, or what stands beside it. A report has an outcome in each row, so a remark at one of many
 * rows is none.
 */
function hasOutcomes(table: Table, column: number): boolean {
  const { columns, names, hasHeadings } = table
  const cells = columns[column] ?? []
  const heading = names[column] ?? ''
  if (hasMessages(table, column)) return true
  if (isBeforeIdAndMessage(names, column)) return cells.some(isOutcome)
  // A list of animals may have a column "Outcome" of its own, with "Adoption" and "Unknown".
  if (heading === 'outcome') return hasIds(table, column) || mayHaveOutcomes(cells)
  // If the headings were deleted, the first row may count as the headings.
  const hasNoHeading = !hasHeadings || heading === '' || isOutcome(heading)
  const areReportWords = cells.some(isReportWord) && areMostly(isOutcome, cells)
  return hasNoHeading && (hasIds(table, column) || areReportWords)
}

/** Returns whether the other headings of a report follow this column. */
function isBeforeIdAndMessage(names: readonly string[], column: number): boolean {
  return names[column + 1] === 'id' && names[column + 2] === 'message'
}

/** Returns whether the ID of an added pet stands beside its outcome. */
function hasIds({ columns }: Table, outcomeColumn: number): boolean {
  const outcomes = columns[outcomeColumn] ?? []
  const ids = columns[outcomeColumn + 1] ?? []
  return outcomes.some((outcome, row) => outcome === 'added' && isWholeNumber(ids[row]))
}

function isWholeNumber(cell: string | undefined): boolean {
  return cell !== undefined && /^-?\d+$/.test(cell)
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

/** Returns whether a column may have the outcomes of a report, whatever its heading is. */
function mayHaveOutcomes(cells: readonly string[]): boolean {
  return cells.every(isOutcome) || (cells.some(beginsWithReportWord) && areMostly(isLikeOutcome, cells))
}

/** Returns whether more than half of the cells pass the test. */
function areMostly(test: (cell: string) => boolean, cells: readonly string[]): boolean {
  return cells.filter(test).length * 2 > cells.length
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

/** Returns whether the cell has a word of a report, maybe with a note: "added (981)". */
function beginsWithReportWord(cell: string): boolean {
  return isReportWord(cell) || SENT_WORDS.some((word) => beginsWith(word, cell))
}

/** Returns whether the cell is this word, or begins with it as a whole word. */
function beginsWith(word: string, cell: string): boolean {
  return cell.startsWith(word) && !/^[\p{L}\p{N}]/u.test(cell.slice(word.length))
}

/**
 * Returns what the last outcome that each row has in these columns says, by the number of the row.
 * A row with an outcome that no report writes may have been sent, too: people tick rows off in a
 * report, or put notes into it. A row that was not sent by these columns is unclear if another
 * column says that it was.
 *
 * @param others columns that may have the outcomes of another report
 */
function readOutcomes(
  rows: Sheet['rows'],
  columns: Table['columns'],
  others: Table['columns'],
): ReadonlyMap<number, ReportedOutcome> {
  const outcomes = new Map<number, ReportedOutcome>()
  for (const [row, { number }] of rows.entries()) {
    const outcome = columns.map((cells) => cells[row] ?? '').findLast((cell) => cell !== '') ?? ''
    if (!UNSENT_OUTCOMES.includes(outcome)) outcomes.set(number, reportedOutcome(outcome))
    else if (others.some((cells) => maySaySent(cells[row] ?? ''))) outcomes.set(number, 'unclear')
  }
  return outcomes
}

/** Returns whether the cell may say that a row was sent. */
function maySaySent(cell: string): boolean {
  return isLikeOutcome(cell) && !UNSENT_OUTCOMES.includes(cell)
}

function reportedOutcome(outcome: string): ReportedOutcome {
  if (beginsWith('added', outcome)) return 'added'
  if (outcome === 'waiting') return 'waiting'
  return outcome === 'unknown' || beginsWith('left out', outcome) ? 'may-be-added' : 'unclear'
}

/**
 * Reads a sheet that may be a report whose outcomes were deleted. A row that has an ID was added,
 * and one with the message of an unknown outcome may have been, whatever the environment was called
 * when it was written: a person is asked about all of them.
 */
function readWithoutOutcomes({ rows, columns, names }: Table): ReportReading {
  const column = names.findIndex((name, index) => name === 'id' && names[index + 1] === 'message')
  if (column === -1) return { kind: 'no-report' }
  const sentRows = rows.filter(({ cells }, row) => {
    const message = cells[column + 1]?.trim() ?? ''
    return isWholeNumber(columns[column]?.[row]) || isUnknownText(message, () => true)
  })
  if (sentRows.length === 0) return { kind: 'no-report' }
  return { kind: 'maybe-report', column, rows: new Set(sentRows.map(({ number }) => number)) }
}
