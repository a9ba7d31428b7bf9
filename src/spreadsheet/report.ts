import { BYTE_ORDER_MARK, csvLine } from '#src/lib/csv-line.ts'
import { PET_FORM_FIELDS } from '#src/pets/pet-form.ts'
import { fieldOf, normalized } from './map-columns.ts'
import type { ColumnMap, Sheet } from './sheet.ts'

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

/**
 * Some rows in the columns of the input, to be fixed and imported again. Columns that the user had to match get the names
 * by which they are found.
 */
export function rowsCsv(
  { header, columns }: { header: readonly string[]; columns: ColumnMap },
  rows: readonly (readonly string[])[],
): string {
  return BYTE_ORDER_MARK + csvLine(headerFor(columns, header)) + rows.map((cells) => csvLine(cells)).join('')
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

/** The names by which they are found, and no others that would be found in their place. */
function headerFor(columns: ColumnMap, header: readonly string[]): readonly string[] {
  return header.map((name, column) => {
    const field = PET_FORM_FIELDS.find((one) => columns[one] === column)
    if (field === undefined) return fieldOf(name) === undefined ? name : `${name} (not imported)`
    return field === 'category' ? 'categoryId' : field
  })
}
