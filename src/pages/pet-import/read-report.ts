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
 * - `maybe-report`: these columns may be what is left of a report, and these rows may have been
 *   sent. A column "Sex" may be `unknown` in each row as well, so only a person can tell.
 */
export type ReportReading =
  | { readonly kind: 'report'; readonly outcomes: ReadonlyMap<number, ReportedOutcome> }
  | { readonly kind: 'maybe-report'; readonly columns: readonly number[]; readonly rows: ReadonlySet<number> }
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

/** A sheet in the form in which it is compared with a report. Columns are counted from 0. */
type Table = {
  readonly rows: Sheet['rows']
  /** The cells of each column, from left to right, without letter case. */
  readonly columns: readonly Cells[]
  /** The headings, or the first row, which a person may have taken for a pet. */
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
 * Returns the columns that certainly have the outcomes of a report. Where the headings are those of
 * a report, they tell. Elsewhere, the content of a column does.
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
 * Returns whether a column certainly has the outcomes of a report, although headings or columns of
 * the report were changed, moved or deleted, or some of its outcomes were edited. Its words show
 * that, or what stands beside it.
 */
function hasOutcomes(table: Table, column: number): boolean {
  const { columns, names, hasHeadings } = table
  const cells = columns[column] ?? []
  const heading = names[column] ?? ''
  if (hasMessages(table, column)) return true
  if (isBeforeIdAndMessage(names, column)) return cells.some(isOutcome)
  // A list of animals may have a column "Outcome" of its own, with "Adoption" and "Unknown".
  if (heading === 'outcome') {
    if (isBeforeIdOrMessage(names, column) && cells.some(isReportWord)) return true
    return hasIds(table, column) || cells.every(isOutcome) || areOutcomes(cells.filter(isFilled))
  }
  // If the headings were deleted, the first row may count as the headings.
  const hasNoHeading = !hasHeadings || heading === '' || isOutcome(heading)
  const areReportWords = cells.some(isReportWord) && areMostly(isOutcome, withoutBlankEnd(cells))
  return hasNoHeading && (hasIds(table, column) || areReportWords)
}

/** Returns whether the other headings of a report follow this column. */
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
 * an outcome in each row, so a remark at one of many rows is none. But the list may be continued
 * below it.
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

/** Returns whether the cell has a word of a report, maybe with a note: "added (981)". */
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
 * Returns what the last outcome that each row has in these columns says, by the number of the row.
 * A row with an outcome that no report writes may have been sent, too: people tick rows off in a
 * report, or put notes into it. So may one that the report did not send, where anything else in the
 * row says that it was.
 */
function readOutcomes(table: Table, outcomeColumns: readonly number[]): ReadonlyMap<number, ReportedOutcome> {
  const { rows, columns, candidates } = table
  const others = candidates.filter(
    (column) => !outcomeColumns.includes(column) && mayHaveOutcomes(columns[column] ?? []),
  )
  const outcomes = new Map<number, ReportedOutcome>()
  for (const [row, { number }] of rows.entries()) {
    const cellOf = (column: number) => columns[column]?.[row] ?? ''
    const column = outcomeColumns.findLast((candidate) => isFilled(cellOf(candidate)))
    const outcome = column === undefined ? '' : cellOf(column)
    if (column === undefined || !UNSENT_OUTCOMES.includes(outcome))
      outcomes.set(number, reportedOutcome(outcome))
    else if (isSentByHand(table, row, column) || others.some((other) => maySaySent(cellOf(other))))
      outcomes.set(number, 'unclear')
  }
  return outcomes
}

/**
 * Returns whether a person has noted at a row that was not sent that its pet was added since: an ID
 * beside the outcome, or a remark behind it that begins with "added".
 */
function isSentByHand({ columns }: Table, row: number, outcomeColumn: number): boolean {
  const cellsBehind = columns.slice(outcomeColumn + 1).map((cells) => cells[row] ?? '')
  return isLikeId(cellsBehind[0]) || cellsBehind.some(beginsWithSentWord)
}

/** Returns whether a cell among other outcomes may say that the row was sent. */
function maySaySent(cell: string): boolean {
  return isFilled(cell) && !UNSENT_OUTCOMES.includes(cell)
}

function reportedOutcome(outcome: string): ReportedOutcome {
  if (beginsWith('added', outcome)) return 'added'
  if (outcome === 'waiting') return 'waiting'
  return outcome === 'unknown' || beginsWith('left out', outcome) ? 'may-be-added' : 'unclear'
}

/** Reads a sheet that may have parts of a report. A person is asked about all that they name. */
function readRemains(table: Table): ReportReading {
  const found = table.candidates.map((column) => ({
    column,
    numbers: numbersOf(table, [...rowsWithOutcomes(table, column), ...rowsWithMessages(table, column)]),
  }))
  const columns = found.flatMap(({ column, numbers }) => (numbers.length > 0 ? column : []))
  if (columns.length === 0) return { kind: 'no-report' }
  return { kind: 'maybe-report', columns, rows: new Set(found.flatMap(({ numbers }) => numbers)) }
}

function numbersOf({ rows }: Table, indexes: readonly number[]): readonly number[] {
  return indexes.flatMap((index) => rows[index]?.number ?? [])
}

/**
 * Returns the rows (from 0) that may have been sent by a column that may have outcomes. Among other
 * words, only what a report writes about a row that was sent counts.
 */
function rowsWithOutcomes({ columns, names }: Table, column: number): readonly number[] {
  const cells = columns[column] ?? []
  const isOfReport = () => isBeforeIdOrMessage(names, column) || cells.filter(isFilled).every(isOutcome)
  const isOutcomeColumn = mayHaveOutcomes(cells) || (names[column] === 'outcome' && isOfReport())
  const maySaySentHere = isOutcomeColumn
    ? (cell: string) => !UNSENT_OUTCOMES.includes(cell)
    : (cell: string) => SENT_WORDS.some((word) => isWordAlone(word, cell))
  return withoutBlankEnd(cells).flatMap((cell, row) => (maySaySentHere(cell) ? row : []))
}

/** Returns whether the cell is this word, maybe with a number: "added (981)". */
function isWordAlone(word: string, cell: string): boolean {
  return beginsWith(word, cell) && !/\p{L}/u.test(cell.slice(word.length))
}

/**
 * Returns the rows (from 0) that may have been sent by what a report writes beside an outcome: the
 * message about it, or an ID beside another heading of a report. Anybody may write that an owner
 * did not respond, so an environment must have the name in such a message. Under the headings of a
 * report, it may have had another name before.
 */
function rowsWithMessages(
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
