import { BYTE_ORDER_MARK, csvLine } from '#src/lib/csv-line.ts'
import { normalized } from './map-columns.ts'
import type { Sheet } from './sheet.ts'

/** A row of the input, and what became of it. */
export type ReportRow = {
  readonly cells: readonly string[]
  readonly outcome: readonly [outcome: string, id: string, message: string]
}

const REPORT_COLUMNS = ['outcome', 'id', 'message'] as const

/** What a report says of rows that were sent, or are still to be. */
const SENT = new Set(['added', 'unknown', 'waiting'])

/**
 * The report. Where the input was a report itself, its columns outcome, id and message stay; ours are the last three.
 */
export function reportCsv(header: readonly string[], rows: readonly ReportRow[]): string {
  const lines = rows.map(({ cells, outcome }) => csvLine([...cells, ...outcome]))
  return BYTE_ORDER_MARK + csvLine([...header, ...REPORT_COLUMNS]) + lines.join('')
}

/** The numbers of the rows that were sent, where a sheet is the report of an import, whatever was edited in it since. */
export function reportedRows({ header, rows }: Pick<Sheet, 'header' | 'rows'>): ReadonlySet<number> {
  const names = header.map(normalized)
  const at = names.findLastIndex((_, start) =>
    REPORT_COLUMNS.every((name, index) => names[start + index] === name),
  )
  const sent = rows.filter(({ cells }) => at !== -1 && SENT.has(normalized(cells[at] ?? '')))
  return new Set(sent.map(({ number }) => number))
}
