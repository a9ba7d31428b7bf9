import { entryIdOf, type Import, type ImportRow } from '#src/outbox/entry.ts'
import { valuesOf } from '#src/spreadsheet/sheet.ts'
import type { RowAction, ScreenRow } from '#src/pages/pet-import/rows/row-types.ts'
import type { RunRow } from './run-row.ts'
import { RunRowDetails } from './RunRowDetails.tsx'

/** Returns a row of an import as the table shows it. */
export function toScreenRow(
  entry: ImportRow,
  content: RunRow,
  columns: Import['columns'],
  actions: readonly RowAction[],
): ScreenRow {
  const { number, cells } = entry.row
  return {
    id: entryIdOf(entry),
    number,
    values: valuesOf(cells, columns),
    kind: content.kind,
    text: content.text,
    details: <RunRowDetails row={content} />,
    actions,
    evidence: evidenceIn(content),
  }
}

/** Returns all that the row says of pets and entries which may be the same pet. */
function evidenceIn({ foundId, similarIds, moreSimilarCount, lookalikes }: RunRow): string {
  return [foundId, ...similarIds, moreSimilarCount, lookalikes].join(' ')
}
