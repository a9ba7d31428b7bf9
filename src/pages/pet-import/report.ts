import { downloadCsv } from '#src/browser/download.ts'
import { csvText } from '#src/lib/csv.ts'
import type { Import, Entry, EntryState } from '#src/outbox/entry.ts'
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
      return ['unknown', '', 'This row was being sent when the report was created']
    case 'waiting':
    case 'discarded':
      return ['waiting', '', 'Not sent yet']
  }
}

function addedMessage({ id, note }: Extract<EntryState, { kind: 'added' }>): string {
  if (note !== undefined) return note
  return id === undefined ? 'Marked as added; its ID is not known' : ''
}

/**
 * Returns the numbers of the rows that were sent, or that another device may have sent, if a sheet
 * is the report of an import, whatever was edited in it since. Below the three headings of a report
 * any cell may be an edited outcome. Otherwise the column may be somebody's own, and only the words
 * of a report count.
 */
export function reportedRows({ headings, rows }: Pick<Sheet, 'headings' | 'rows'>): ReadonlySet<number> {
  // A person may have taken the headings for a pet.
  const names = (headings ?? rows[0])?.cells.map(normalized) ?? []
  const outcomeColumn = names.findLastIndex(
    (name, column) => hasReportHeadings(names, column) || hasOutcomes(name, column, rows),
  )
  if (outcomeColumn === -1) return new Set()
  const mayBeEdited = hasReportHeadings(names, outcomeColumn)
  const sentRows = rows.filter(({ cells }) => {
    const cell = cellIn(cells, outcomeColumn)
    return (mayBeEdited || isOutcome(cell)) && !UNSENT_OUTCOMES.includes(cell)
  })
  return new Set(sentRows.map(({ number }) => number))
}

function hasReportHeadings(names: readonly string[], column: number): boolean {
  return REPORT_COLUMNS.every((heading, index) => names[column + index] === heading)
}

/**
 * Returns whether the words of a column show that it has the outcomes of a report, whose other
 * columns, or whose headings, may have been moved or deleted. A list of animals may have a column
 * "Outcome" of its own, with "Adoption" and "Unknown".
 */
function hasOutcomes(name: string, column: number, rows: Sheet['rows']): boolean {
  const every = (test: (cell: string) => boolean) => rows.every(({ cells }) => test(cellIn(cells, column)))
  const some = (test: (cell: string) => boolean) => rows.some(({ cells }) => test(cellIn(cells, column)))
  if (name === 'outcome') return some(isWordOfReports) || every(isOutcome)
  const hasNoHeading = name === '' || isOutcome(name)
  return hasNoHeading && every((cell) => cell === '' || isOutcome(cell)) && some(isWordOfReports)
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
