import { BYTE_ORDER_MARK, csvLine } from '#src/lib/csv-line.ts'
import type { ColumnMap, RowOutcome } from './import-types.ts'
import { mapColumns } from './map-columns.ts'
import { createTimeSlice } from './time-slice.ts'

export type ReportRow = {
  readonly cells: readonly string[]
  readonly outcome: RowOutcome
}

export const REPORT_COLUMNS = ['outcome', 'id', 'message'] as const

/**
 * The report, as parts for a Blob. Where the input was a report itself, its columns outcome, id and message stay; ours
 * are the last three.
 */
export async function reportCsv(header: readonly string[], rows: Iterable<ReportRow>): Promise<string[]> {
  return csv([...header, ...REPORT_COLUMNS], rows, ({ cells, outcome }) => [
    ...cells,
    ...outcomeCells(outcome),
  ])
}

/**
 * The rejected rows in the columns of the input, to be fixed and imported again, as parts for a Blob. Columns that the
 * user had to match get the names by which they are found.
 */
export async function rejectedRowsCsv(
  { header, columns }: { header: readonly string[]; columns: ColumnMap },
  rows: Iterable<ReportRow>,
): Promise<string[]> {
  return csv(headerFor(columns, header), rows, ({ cells, outcome }) =>
    outcome.kind === 'rejected' ? cells : undefined,
  )
}

function headerFor(columns: ColumnMap, header: readonly string[]): readonly string[] {
  const isFound = (names: readonly string[]) => {
    const found = mapColumns(names)
    return (
      'name' in found &&
      found.name === columns.name &&
      found.categoryId === columns.categoryId &&
      found.status === columns.status
    )
  }
  const named = header.map((name, column) => {
    const field = (['name', 'categoryId', 'status'] as const).find((one) => columns[one] === column)
    return field ?? name
  })
  // Another column may have one of these names, too: it would be read instead.
  const unambiguous = named.map((name, column) =>
    Object.values(columns).includes(column) ? name : `${name} (not imported)`,
  )
  return [header, named, unambiguous].find(isFound) ?? header
}

/** The cells of `REPORT_COLUMNS`. A row that is being sent is unknown to the reader of the report. */
function outcomeCells(outcome: RowOutcome): readonly [outcome: string, id: string, message: string] {
  switch (outcome.kind) {
    case 'added':
      return outcome.id === undefined
        ? ['added', '', outcome.message ?? 'Added, but its ID is not known']
        : ['added', outcome.id, outcome.message ?? '']
    case 'rejected':
    case 'unknown':
      return [outcome.kind, '', outcome.message]
    case 'sending':
      return ['unknown', '', 'This row was being sent when the report was created']
    case 'waiting':
      return ['waiting', '', 'Not sent yet']
  }
}

async function csv(
  header: readonly string[],
  rows: Iterable<ReportRow>,
  cellsOf: (row: ReportRow) => readonly string[] | undefined,
): Promise<string[]> {
  const slice = createTimeSlice()
  const parts: string[] = []
  let lines: string[] = [BYTE_ORDER_MARK, csvLine(header)]
  for (const row of rows) {
    if (slice.isExpired()) {
      parts.push(lines.join(''))
      lines = []
      await slice.yield()
    }
    const cells = cellsOf(row)
    if (cells !== undefined) lines.push(csvLine(cells))
  }
  parts.push(lines.join(''))
  return parts
}
