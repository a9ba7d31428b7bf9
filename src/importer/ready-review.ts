import type { ImportRow } from './import-journal.ts'
import type { ImportedBefore } from './imported-before.ts'
import type { ColumnMap, RowValidation, Sheet } from './import-types.ts'
import type { ImportInput } from './read-input.ts'
import { problemsText, rowProblems } from './row-problems.ts'

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
  /** Positions of the rows that the user leaves out: neither sent nor in the record. */
  readonly excluded: ReadonlySet<number>
}

type RowsToReview = Pick<ReadyReview, 'sheet' | 'before' | 'includesLeftOut'>

/** The rows (by position in the sheet) that the user decides about: all but those that were imported before. */
export function rowsToReview({ sheet, before, includesLeftOut }: RowsToReview): readonly number[] {
  return sheet.rows.flatMap(({ number }, position) =>
    includesLeftOut || !before.leftOut.has(number) ? [position] : [],
  )
}

/** Those of them (by position in the sheet) that the user does not leave out. */
export function includedRows(review: RowsToReview & Pick<ReadyReview, 'excluded'>): readonly number[] {
  return rowsToReview(review).filter((position) => !review.excluded.has(position))
}

/** What "Add" sends or, where it is invalid, records as rejected. */
export function toImportRows(review: ReadyReview): ImportRow[] {
  const { sheet, columns, checks } = review
  return includedRows(review).flatMap((from, position) => {
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
          check.newPet === undefined
            ? { kind: 'rejected', message: problemsText(rowProblems(check.problems, row, columns)) }
            : { kind: 'waiting' },
      } satisfies ImportRow,
    ]
  })
}
