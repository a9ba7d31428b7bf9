import { guardCell } from './formula-guard.ts'
import type { RowOutcome } from './import-types.ts'
import { createTimeSlice } from './time-slice.ts'

export type ReportRow = {
  /** As many as the header has. */
  readonly cells: readonly string[]
  readonly outcome: RowOutcome
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Also for the delimiters that we do not write, so that no reader mistakes them, and for a byte-order mark that is part of the text. */
const NEEDS_QUOTES = /["\r\n,;\t|\uFEFF]/

/** After the columns of the input (app-contract, "Importing"). */
export const REPORT_COLUMNS = ['outcome', 'id', 'message'] as const

/**
 * The report, as parts for a Blob. Columns of the input that are called outcome, id or message, because it was a
 * report itself, stay what they are; ours are the last three.
 */
export async function reportCsv(header: readonly string[], rows: Iterable<ReportRow>): Promise<string[]> {
  return csv([...header, ...REPORT_COLUMNS], rows, ({ cells, outcome }) => {
    const { word, id, message } = outcomeText(outcome)
    return [...cells, word, id, message]
  })
}

/** The rejected rows alone, in the columns of the input, to be mended and imported again; as parts for a Blob. */
export async function rejectedRowsCsv(
  header: readonly string[],
  rows: Iterable<ReportRow>,
): Promise<string[]> {
  return csv(header, rows, ({ cells, outcome }) => (outcome.kind === 'rejected' ? cells : undefined))
}

/** Outcomes are those of the contract; a row on its way is unknown to who reads the report. */
function outcomeText(outcome: RowOutcome): { word: string; id: string; message: string } {
  switch (outcome.kind) {
    case 'added':
      return outcome.id === undefined
        ? {
            word: 'added',
            id: '',
            message: outcome.message ?? 'Added, but its ID is not known',
          }
        : { word: 'added', id: outcome.id, message: outcome.message ?? '' }
    case 'rejected':
      return { word: 'rejected', id: '', message: outcome.message }
    case 'unknown':
      return { word: 'unknown', id: '', message: outcome.message }
    case 'sending':
      return { word: 'unknown', id: '', message: 'This row was being sent when the report was created' }
    case 'waiting':
      return { word: 'waiting', id: '', message: 'Not sent yet' }
  }
}

/** @param cellsOf `undefined` leaves the row out. */
async function csv(
  header: readonly string[],
  rows: Iterable<ReportRow>,
  cellsOf: (row: ReportRow) => readonly string[] | undefined,
): Promise<string[]> {
  const slice = createTimeSlice()
  const parts: string[] = []
  let lines: string[] = [BYTE_ORDER_MARK, toLine(header)]
  for (const row of rows) {
    if (slice.isExpired()) {
      parts.push(lines.join(''))
      lines = []
      await slice.yield()
    }
    const cells = cellsOf(row)
    if (cells !== undefined) lines.push(toLine(cells))
  }
  parts.push(lines.join(''))
  return parts
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: string): string {
  const text = guardCell(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
