import type { ImportRow } from './import-journal.ts'
import type { ImportedBefore } from './imported-before.ts'
import type { ColumnMap, RowValidation, Sheet } from './import-types.ts'
import type { ImportInput } from './read-input.ts'

/** Rows that were read and validated, as the user reviews them before anything is sent. */
export type ReadyReview = {
  readonly input: ImportInput
  readonly sheet: Sheet
  readonly columns: ColumnMap
  readonly checks: readonly RowValidation[]
  /** Row numbers, and the number of the row that each repeats. */
  readonly duplicates: ReadonlyMap<number, number>
  readonly before: ImportedBefore
  readonly includesLeftOut: boolean
}

/** The rows (by position in the sheet) that "Add" sends or, where they are invalid, records as rejected. */
export function rowsToSend({ sheet, before, includesLeftOut }: ReadyReview): readonly number[] {
  return sheet.rows.flatMap(({ number }, position) =>
    includesLeftOut || !before.leftOut.has(number) ? [position] : [],
  )
}

export function toImportRows(review: ReadyReview): ImportRow[] {
  const { sheet, checks } = review
  return rowsToSend(review).flatMap((from, position) => {
    const row = sheet.rows[from]
    const check = checks[from]
    if (row === undefined || check === undefined) return []
    return [
      {
        position,
        number: row.number,
        cells: row.cells,
        newPet: check.newPet,
        outcome:
          check.newPet === undefined ? { kind: 'rejected', message: check.problem } : { kind: 'waiting' },
      } satisfies ImportRow,
    ]
  })
}
