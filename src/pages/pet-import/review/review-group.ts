import type { RowAction, RowGroup } from '#src/pages/pet-import/rows/row-types.ts'
import type { ReviewRow } from './review.ts'
import type { ReviewCommand } from './review-command.ts'

/** A button of a group, and its effect. */
export type GroupAction = Omit<RowAction, 'onPress'> & { readonly command: ReviewCommand }

/** Rows that have something in common, and the actions for all of them at once. */
export type ReviewGroup = Omit<RowGroup<ReviewRow>, 'actions'> & { readonly actions?: readonly GroupAction[] }

/** Returns whether the row is sent. One with a problem is not, whether or not it is included. */
export function willBeAdded({ kind }: ReviewRow): boolean {
  return kind === 'ready'
}
