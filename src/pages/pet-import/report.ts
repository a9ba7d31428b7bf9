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
 * Returns the numbers of the rows that were sent, or that another device may have sent, if a sheet
 * is the report of an import, whatever was edited in it since. Where it has the outcomes of several
 * reports, the last one that a row has counts.
 */
export function reportedRows(sheet: Pick<Sheet, 'headings' | 'rows'>): ReadonlySet<number> {
  return rowsThatMayBeSent(sheet.rows, outcomeColumnsOf(sheet))
}

/**
 * Returns the rows that may have been sent, if a sheet may be a report of which nothing but the
 * outcomes is left, and the column that may have these. A column "Sex" may be `unknown` in each row
 * as well, so only a person can tell.
 */
export function possiblyReportedRows(
  sheet: Sheet,
): { column: number; rows: ReadonlySet<number> } | undefined {
  const { rows, columns } = sheet
  if (outcomeColumnsOf(sheet).length > 0) return undefined
  const petColumns: readonly unknown[] = Object.values(columns)
  const column = headingsOf(sheet).findLastIndex(
    (_heading, index) =>
      !petColumns.includes(index) && rows.every(({ cells }) => isOutcome(cellIn(cells, index))),
  )
  if (column === -1) return undefined
  return { column, rows: rowsThatMayBeSent(rows, [{ column, maySaySent: isSentOutcome }]) }
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

/** A column that has the outcomes of a report. */
type OutcomeColumn = {
  readonly column: number
  /** Says whether a row with this outcome may have been sent. */
  readonly maySaySent: (cell: string) => boolean
}

/** Returns the columns that certainly have the outcomes of a report, from left to right. */
function outcomeColumnsOf({ headings, rows }: Pick<Sheet, 'headings' | 'rows'>): readonly OutcomeColumn[] {
  const names = headingsOf({ headings, rows })
  return names.flatMap((_name, column): readonly OutcomeColumn[] => {
    const isOfReport = hasReportHeadings(names, column)
    if (!isOfReport && !hasOutcomes(names, column, rows)) return []
    // Below the headings of a report, any other cell may be an outcome that was edited. Otherwise
    // the column may be somebody's own, and only the words of a report count.
    const mayBeEdited = isOfReport || isOutcomeBesideMessage(names, column, rows)
    return [{ column, maySaySent: mayBeEdited ? isNotUnsent : isSentOutcome }]
  })
}

/** Returns whether only the column "id" of a report was deleted. */
function isOutcomeBesideMessage(headings: readonly string[], column: number, rows: Sheet['rows']): boolean {
  const hasHeadings = headings[column] === 'outcome' && headings[column + 1] === 'message'
  return hasHeadings && rows.some(({ cells }) => isReportWord(cellIn(cells, column)))
}

/** Returns the numbers of the rows that may have been sent, by the last outcome that each has. */
function rowsThatMayBeSent(rows: Sheet['rows'], columns: readonly OutcomeColumn[]): ReadonlySet<number> {
  const sent = rows.filter(({ cells }) => {
    const last = columns.findLast(({ column }) => cellIn(cells, column) !== '') ?? columns.at(-1)
    return last?.maySaySent(cellIn(cells, last.column)) === true
  })
  return new Set(sent.map(({ number }) => number))
}

function hasReportHeadings(headings: readonly string[], column: number): boolean {
  return REPORT_COLUMNS.every((heading, index) => headings[column + index] === heading)
}

/**
 * Returns whether a column certainly has the outcomes of a report, although headings or columns of
 * the report were changed, moved or deleted. Its words show that, or what stands beside it.
 */
function hasOutcomes(headings: readonly string[], column: number, rows: Sheet['rows']): boolean {
  const every = (test: (cell: string) => boolean) => rows.every(({ cells }) => test(cellIn(cells, column)))
  const some = (test: (cell: string) => boolean) => rows.some(({ cells }) => test(cellIn(cells, column)))
  const heading = headings[column] ?? ''
  // A list of animals may have a column "Outcome" of its own, with "Adoption" and "Unknown".
  if (heading === 'outcome') return some(isReportWord) || every(isOutcome) || hasMessages(rows, column)
  if (!every((cell) => cell === '' || isOutcome(cell))) return false
  // If the headings were deleted, the first row may count as the headings.
  const hasNoHeading = heading === '' || isOutcome(heading)
  if (hasNoHeading && some(isReportWord)) return true
  if (isBesideReportHeadings(headings, column)) return some(isOutcome)
  return hasMessages(rows, column)
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

/** Returns whether the cell is an outcome of a row that was sent, or may have been. */
function isSentOutcome(cell: string): boolean {
  return isOutcome(cell) && isNotUnsent(cell)
}

function isNotUnsent(cell: string): boolean {
  return !UNSENT_OUTCOMES.includes(cell)
}

function cellIn(cells: readonly string[], column: number): string {
  const cell = cells[column] ?? ''
  // There may be a million blank cells, and each change of a review looks at all of them.
  return cell === '' ? '' : normalized(cell)
}
