import type { PetFormField } from '#src/pets/form/pet-form.ts'
import { digitsOf } from '#src/spreadsheet/category-numbers.ts'
import type { ProblemGroup } from '#src/spreadsheet/problem-groups.ts'
import type { NewValues } from './draft-changes.ts'
import type { ReviewRow } from './review.ts'
import type { ReviewStore } from './review-store.ts'

/** Rows that are edited in a dialog: a single one, or several that get the same values. */
export type RowsToEdit = {
  readonly rows: readonly [ReviewRow, ...ReviewRow[]]
  /** The fields to edit, or `undefined` for all fields. */
  readonly fields: readonly PetFormField[] | undefined
}

/** The command that a button of the review gives. */
export type ReviewCommand =
  | ({ readonly kind: 'edit' } & RowsToEdit)
  | { readonly kind: 'apply-suggestions'; readonly groups: readonly ProblemGroup<ReviewRow>[] }
  | {
      readonly kind: 'confirm-ids' | 'include' | 'leave-out' | 'leave-hidden-out'
      readonly rows: readonly ReviewRow[]
    }

/** Changes the rows under review. @param onEdit opens the dialog */
export function perform(
  command: ReviewCommand,
  store: ReviewStore,
  onEdit: (rows: RowsToEdit) => void,
): void {
  switch (command.kind) {
    case 'edit':
      // Other rows would take the place of those in the dialog, which are found by their numbers.
      store.cancelReading()
      return onEdit(command)
    case 'apply-suggestions':
      return applySuggestions(command.groups, store)
    case 'confirm-ids':
      return store.edit(command.rows, ({ values }) => ({ category: digitsOf(values.category) }))
    case 'include':
      return store.include(command.rows)
    case 'leave-out':
      return store.leaveOut(command.rows)
    case 'leave-hidden-out':
      return store.leaveHiddenOut(command.rows)
  }
}

/** Changes all rows at once, because the groups are about the rows as they are now. */
function applySuggestions(groups: readonly ProblemGroup<ReviewRow>[], store: ReviewStore): void {
  const valuesByRow = new Map<ReviewRow, NewValues>()
  for (const { problem, suggestion, rows } of groups)
    for (const row of rows)
      valuesByRow.set(row, { ...valuesByRow.get(row), [problem.field]: suggestion?.text })
  store.edit([...valuesByRow.keys()], (row) => valuesByRow.get(row) ?? {})
}
