import { downloadCsv } from '#src/browser/download.ts'
import { csvText } from '#src/lib/csv.ts'
import type { Import, Entry, EntryState } from '#src/outbox/entry.ts'
import { isUnknownText } from '#src/outbox/outcome.ts'
import { normalized } from '#src/spreadsheet/headings.ts'
import type { Sheet } from '#src/spreadsheet/sheet.ts'
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
  const columns = outcomeColumnsOf(sheet)
  return columns.length === 0 ? new Set() : sentRows(sheet.rows, columns)
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
  const ofPets: readonly unknown[] = Object.values(columns)
  const column = namesOf(sheet).findLastIndex(
    (_name, index) => !ofPets.includes(index) && rows.every(({ cells }) => isOutcome(cellIn(cells, index))),
  )
  return column === -1 ? undefined : { column, rows: sentRows(rows, [{ column, mayBeEdited: false }]) }
}

/** Returns the headings in the form in which they are compared. */
function namesOf({ headings, rows }: Pick<Sheet, 'headings' | 'rows'>): readonly string[] {
  // A person may have taken the headings for a pet.
  return (headings ?? rows[0])?.cells.map((cell) => withoutNumber(normalized(cell))) ?? []
}

/**
 * Returns a heading of a report without the number that tells it from another one. Programs add it
 * where a column has the heading of an earlier one, as in the report of a report: "outcome2",
 * "outcome.1", "outcome (2)".
 */
function withoutNumber(name: string): string {
  const words: readonly string[] = REPORT_COLUMNS
  const word = name.replace(/[\s._-]*\(?\d+\)?$/, '')
  return words.includes(word) ? word : name
}

/** A column that has the outcomes of a report. */
type OutcomeColumn = {
  readonly column: number
  /**
   * Whether any cell may be an edited outcome, as below the headings of a report. Otherwise the
   * column may be somebody's own, and only the words of a report count.
   */
  readonly mayBeEdited: boolean
}

/** Returns the columns that certainly have the outcomes of a report, from left to right. */
function outcomeColumnsOf(sheet: Pick<Sheet, 'headings' | 'rows'>): readonly OutcomeColumn[] {
  const names = namesOf(sheet)
  return names.flatMap((_name, column): readonly OutcomeColumn[] => {
    if (hasReportHeadings(names, column)) return [{ column, mayBeEdited: true }]
    if (!hasOutcomes(names, column, sheet.rows)) return []
    const isBesideMessage = names[column] === 'outcome' && names[column + 1] === 'message'
    const isCertain = sheet.rows.some(({ cells }) => isWordOfReports(cellIn(cells, column)))
    return [{ column, mayBeEdited: isBesideMessage && isCertain }]
  })
}

function sentRows(rows: Sheet['rows'], columns: readonly OutcomeColumn[]): ReadonlySet<number> {
  const sent = rows.filter(({ cells }) => {
    const ofRow = columns.findLast(({ column }) => cellIn(cells, column) !== '') ?? columns.at(-1)
    if (ofRow === undefined) return false
    const cell = cellIn(cells, ofRow.column)
    return (ofRow.mayBeEdited || isOutcome(cell)) && !UNSENT_OUTCOMES.includes(cell)
  })
  return new Set(sent.map(({ number }) => number))
}

function hasReportHeadings(names: readonly string[], column: number): boolean {
  return REPORT_COLUMNS.every((heading, index) => names[column + index] === heading)
}

/**
 * Returns whether the words of a column, or what stands beside it, show that it has the outcomes of
 * a report, whose other columns, or whose headings, may have been changed, moved or deleted. A list
 * of animals may have a column "Outcome" of its own, with "Adoption" and "Unknown".
 */
function hasOutcomes(names: readonly string[], column: number, rows: Sheet['rows']): boolean {
  const every = (test: (cell: string) => boolean) => rows.every(({ cells }) => test(cellIn(cells, column)))
  const some = (test: (cell: string) => boolean) => rows.some(({ cells }) => test(cellIn(cells, column)))
  const name = names[column] ?? ''
  if (name === 'outcome') return some(isWordOfReports) || every(isOutcome) || hasMessages(rows, column)
  if (!every((cell) => cell === '' || isOutcome(cell))) return false
  const hasNoHeading = name === '' || isOutcome(name)
  if (hasNoHeading && some(isWordOfReports)) return true
  const [, ...headingsBeside] = REPORT_COLUMNS
  const isBesideThem = headingsBeside.every((heading, index) => names[column + 1 + index] === heading)
  return isBesideThem ? some(isOutcome) : hasMessages(rows, column)
}

/**
 * Returns whether a report has written each message about an everyday outcome. It stands two
 * columns behind the outcome, or behind it where the column "id" was deleted.
 */
function hasMessages(rows: Sheet['rows'], outcomeColumn: number): boolean {
  const rowsToExplain = rows.filter(({ cells }) => EVERYDAY_OUTCOMES.includes(cellIn(cells, outcomeColumn)))
  const isExplained = ({ cells }: Sheet['rows'][number]) =>
    cells
      .slice(outcomeColumn + 1, outcomeColumn + REPORT_COLUMNS.length)
      .some((message) => isMessageAbout(cellIn(cells, outcomeColumn), message.trim()))
  return rowsToExplain.length > 0 && rowsToExplain.every(isExplained)
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
function isWordOfReports(cell: string): boolean {
  return isOutcome(cell) && !EVERYDAY_OUTCOMES.includes(cell)
}

function cellIn(cells: readonly string[], column: number): string {
  const cell = cells[column] ?? ''
  // There may be a million blank cells, and each change of a review looks at all of them.
  return cell === '' ? '' : normalized(cell)
}
