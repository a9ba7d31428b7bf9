import type { Import, ImportRow } from '#src/outbox/entry.ts'
import { valuesOf } from '#src/spreadsheet/sheet.ts'
import type { RowAction, ScreenRow } from './rows/row-types.ts'
import type { RunRow } from './run/run-row.ts'
import { RunRowDetails } from './run/RunRowDetails.tsx'

/** Returns a row of an import as the table shows it. */
export function toScreenRow(
  { row: { number, cells } }: ImportRow,
  content: RunRow,
  columns: Import['columns'],
  actions: readonly RowAction[],
): ScreenRow {
  return {
    number,
    values: valuesOf(cells, columns),
    kind: content.kind,
    text: content.text,
    details: <RunRowDetails row={content} />,
    actions,
    evidence: content.foundId,
  }
}
