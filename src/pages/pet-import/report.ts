import { downloadCsv } from '#src/browser/download.ts'
import { csvText } from '#src/lib/csv.ts'
import type { Import, Entry, EntryState } from '#src/outbox/entry.ts'
import { isUnknownText } from '#src/outbox/outcome.ts'
import { normalized } from '#src/spreadsheet/headings.ts'
import type { Sheet, SheetRow } from '#src/spreadsheet/sheet.ts'
import { importName } from './import-messages.ts'

const REPORT_COLUMNS = ['outcome', 'id', 'message'] as const

/** The words for the outcome of a row in a report. */
const OUTCOMES = ['added', 'rejected', 'unknown', 'not sent', 'left out', 'waiting'] as const

/** A row of a report in three cells. */
type OutcomeCells = readonly [outcome: (typeof OUTCOMES)[number], id: string, message: string]

/**
 * The outcomes in a report that say that a row was certainly not added, so that it can be sent
 * again.
 */
const UNSENT_OUTCOMES: readonly string[] = ['rejected', 'not sent'] satisfies OutcomeCells[0][]

/**
 * This says what a report says of a row that may have been sent.
 *
 * - `added`: it was added.
 * - `may-be-added`: it was sent, or left out because a pet like it had been.
 * - `waiting`: it was still to be sent, which may have happened since.
 * - `unclear`: nothing, because somebody has edited or deleted its outcome, or put the row in.
 */
export type ReportedOutcome = 'added' | 'may-be-added' | 'waiting' | 'unclear'

/** The outcomes whose words are common in other files, too. */
const EVERYDAY_OUTCOMES: readonly string[] = ['unknown', 'waiting'] satisfies OutcomeCells[0][]

const SENDING_MESSAGE = 'This row was being sent when the report was created'
const WAITING_MESSAGE = 'Not sent yet'

/** Downloads the outcome of each row of an import. */
export function downloadReport(batch: Import, entries: readonly Entry[]): void {
  downloadCsv(`report ${nameWithoutExtension(batch)}.csv`, reportCsv(batch.header, entries))
}

/** Downloads rows of an import that a person corrects and imports again. */
export function downloadRowsToFix(batch: Import, entries: readonly Entry[]): void {
  downloadCsv(`rows to fix ${nameWithoutExtension(batch)}.csv`, reportCsv(batch.header, entries))
}

function nameWithoutExtension(batch: Import): string {
  return importName(batch).replace(/\.\w+$/, '')
}

/**
 * Returns the rows as they were in the file, each with its outcome in three more columns. If the
 * file was a report itself, it has columns with these names twice, and the last three count.
 */
export function reportCsv(
  header: Import['header'],
  entries: readonly Pick<Entry, 'row' | 'state'>[],
): string {
  const names = header ?? entries[0]?.row?.cells.map((_, column) => `Column ${column + 1}`) ?? []
  const rows = entries.map(({ row, state }) => [...(row?.cells ?? []), ...outcomeCells(state)])
  return csvText([[...names, ...REPORT_COLUMNS], ...rows])
}

/**
 * Returns the outcome of a row in three cells. A row that is being sent is unknown, because the
 * report does not say what becomes of it afterwards.
 */
export function outcomeCells(state: EntryState): OutcomeCells {
  switch (state.kind) {
    case 'added':
      return ['added', state.id ?? '', addedMessage(state)]
    case 'rejected':
      return ['rejected', '', state.message]
    case 'unknown':
      return ['unknown', '', state.message]
    case 'not-sent':
      return ['not sent', '', state.message]
    case 'held':
      return ['left out', '', 'It may already have been added']
    case 'sending':
      return ['unknown', '', SENDING_MESSAGE]
    case 'waiting':
    case 'discarded':
      return ['waiting', '', WAITING_MESSAGE]
  }
}

function addedMessage({ id, note }: Extract<EntryState, { kind: 'added' }>): string {
  if (note !== undefined) return note
  return id === undefined ? 'Marked as added; its ID is not known' : ''
}

/**
 * This says whether a sheet is the report of an import, whatever was edited in it since.
 *
 * - `report`: it is, and this is what it says of each row, by its number, that was not certainly
 *   left unsent. Where a sheet has the outcomes of several reports, the last one that a row has
 *   counts.
 * - `maybe-report`: nothing but the outcomes of a report may be left in this column, and these rows
 *   may have been sent. A column "Sex" may be `unknown` in each row as well, so only a person can
 *   tell.
 */
export type ReportReading =
  | { readonly kind: 'report'; readonly outcomes: ReadonlyMap<number, ReportedOutcome> }
  | { readonly kind: 'maybe-report'; readonly column: number; readonly rows: ReadonlySet<number> }
  | { readonly kind: 'no-report' }

/** Reads a sheet as the report of an import, if it is one. */
export function readReport({ headings, rows, columns }: Sheet): ReportReading {
  const sheet = { headings, rows }
  const outcomeColumns = outcomeColumnsOf(sheet)
  if (outcomeColumns.length > 0) return { kind: 'report', outcomes: reportedOutcomes(rows, outcomeColumns) }
  const petColumns: readonly unknown[] = Object.values(columns)
  const column = headingsOf(sheet).findLastIndex(
    (_heading, index) => !petColumns.includes(index) && mayHaveOutcomes(cellsOf(rows, index)),
  )
  if (column === -1) return { kind: 'no-report' }
  return { kind: 'maybe-report', column, rows: new Set(reportedOutcomes(rows, [column]).keys()) }
}

function mayHaveOutcomes(cells: readonly string[]): boolean {
  return cells.every(isOutcome) || (cells.some(isReportWord) && areMostlyOutcomes(cells))
}

/** Returns the headings in the form in which they are compared. */
function headingsOf({ headings, rows }: Pick<Sheet, 'headings' | 'rows'>): readonly string[] {
  // A person may have taken the headings for a pet.
  return (headings ?? rows[0])?.cells.map((cell) => withoutNumber(normalized(cell))) ?? []
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

/** Returns the columns that certainly have the outcomes of a report, from left to right. */
function outcomeColumnsOf(sheet: Pick<Sheet, 'headings' | 'rows'>): readonly number[] {
  const names = headingsOf(sheet)
  return names.flatMap((_name, column) =>
    hasReportHeadings(names, column) || hasOutcomes(sheet, names, column) ? [column] : [],
  )
}

/**
 * Returns what the last outcome that each row has in these columns says. A row with an outcome that
 * no report writes may have been sent, too: people tick rows off in a report, or put notes into it.
 */
function reportedOutcomes(
  rows: Sheet['rows'],
  columns: readonly number[],
): ReadonlyMap<number, ReportedOutcome> {
  const outcomes = new Map<number, ReportedOutcome>()
  for (const { number, cells } of rows) {
    const outcome = columns.map((column) => cellIn(cells, column)).findLast((cell) => cell !== '') ?? ''
    if (!UNSENT_OUTCOMES.includes(outcome)) outcomes.set(number, reportedOutcome(outcome))
  }
  return outcomes
}

function reportedOutcome(outcome: string): ReportedOutcome {
  switch (outcome) {
    case 'added':
    case 'waiting':
      return outcome
    case 'unknown':
    case 'left out':
      return 'may-be-added'
    default:
      return 'unclear'
  }
}

function hasReportHeadings(headings: readonly string[], column: number): boolean {
  return REPORT_COLUMNS.every((heading, index) => headings[column + index] === heading)
}

/**
 * Returns whether a column certainly has the outcomes of a report, although headings or columns of
 * the report were changed, moved or deleted, or some of its outcomes were edited. Its words show
 * that, or what stands beside it.
 */
function hasOutcomes(
  { headings, rows }: Pick<Sheet, 'headings' | 'rows'>,
  names: readonly string[],
  column: number,
): boolean {
  const cells = cellsOf(rows, column)
  const heading = names[column] ?? ''
  // A list of animals may have a column "Outcome" of its own, with "Adoption" and "Unknown".
  if (heading === 'outcome')
    return cells.some(isReportWord) || cells.every(isOutcome) || hasMessages(rows, column)
  if (isBesideReportHeadings(names, column)) return cells.some(isOutcome)
  // If the headings were deleted, the first row may count as the headings.
  const hasNoHeading = headings === undefined || heading === '' || isOutcome(heading)
  if (hasNoHeading && hasIds(rows, column)) return true
  if (!areMostlyOutcomes(cells)) return false
  return (hasNoHeading && cells.some(isReportWord)) || hasMessages(rows, column)
}

/** Returns whether more than half of the cells that are not blank are outcomes. */
function areMostlyOutcomes(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.filter(isOutcome).length * 2 > filled.length
}

/** Returns whether the ID of an added pet stands beside its outcome. */
function hasIds(rows: Sheet['rows'], outcomeColumn: number): boolean {
  return rows.some(
    ({ cells }) =>
      cellIn(cells, outcomeColumn) === 'added' && /^-?\d+$/.test(cellIn(cells, outcomeColumn + 1)),
  )
}

/** Returns whether the other headings of a report follow this column. */
function isBesideReportHeadings(headings: readonly string[], column: number): boolean {
  const [, ...otherHeadings] = REPORT_COLUMNS
  return otherHeadings.every((heading, index) => headings[column + 1 + index] === heading)
}

/**
 * Returns whether each row with an everyday outcome has the message that a report writes about it.
 * The message is in one of the next two columns, because the column "id" may have been deleted.
 */
function hasMessages(rows: Sheet['rows'], outcomeColumn: number): boolean {
  const hasEverydayOutcome = ({ cells }: SheetRow) => EVERYDAY_OUTCOMES.includes(cellIn(cells, outcomeColumn))
  const hasMessage = ({ cells }: SheetRow) =>
    cells
      .slice(outcomeColumn + 1, outcomeColumn + REPORT_COLUMNS.length)
      .some((message) => isMessageAbout(cellIn(cells, outcomeColumn), message.trim()))
  const rowsToExplain = rows.filter(hasEverydayOutcome)
  return rowsToExplain.length > 0 && rowsToExplain.every(hasMessage)
}

function isMessageAbout(everydayOutcome: string, message: string): boolean {
  if (everydayOutcome === 'waiting') return message === WAITING_MESSAGE
  return message === SENDING_MESSAGE || isUnknownText(message)
}

function isOutcome(cell: string): boolean {
  const words: readonly string[] = OUTCOMES
  return words.includes(cell)
}

/** Returns whether the cell is an outcome that hardly any other file has. */
function isReportWord(cell: string): boolean {
  return isOutcome(cell) && !EVERYDAY_OUTCOMES.includes(cell)
}

function cellsOf(rows: Sheet['rows'], column: number): readonly string[] {
  return rows.map(({ cells }) => cellIn(cells, column))
}

function cellIn(cells: readonly string[], column: number): string {
  const cell = cells[column] ?? ''
  // There may be a million blank cells, and each change of a review looks at all of them.
  return cell === '' ? '' : normalized(cell)
}
