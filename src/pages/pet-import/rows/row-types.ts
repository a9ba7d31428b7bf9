import type { ComponentProps, ReactNode } from 'react'
import type { OutcomeIcon } from '#src/outbox/ui/OutcomeIcon.tsx'
import type { PetFormValues } from '#src/pets/form/pet-form.ts'
import type { Button } from '#src/ui/Button.tsx'

/** A button about a row, or about all rows of a group at once. */
export type RowAction = {
  /**
   * The identity of the button. The focus stays on the button when its label changes, and does not
   * move to another action in its place. Under review, `include` is one button that includes rows
   * and leaves them out again.
   */
  readonly id:
    | 'edit'
    | 'include'
    | 'leave-out'
    | 'apply-suggestion'
    | 'confirm-id'
    | 'send-again'
    | 'mark-added'
  readonly label: string
  readonly variant?: ComponentProps<typeof Button>['variant']
  readonly onPress: () => void
}

/** The list of reasons in which a group stands. */
export type ReasonTitle =
  | 'Problems'
  | 'Hidden rows'
  | 'Maybe not pets'
  | 'Possible duplicates'
  | 'Your decision'
  | 'Nothing to decide yet'

/** Rows that have something in common, in their order. */
export type RowGroup<Row> = {
  readonly key: string
  readonly label: string
  readonly rows: readonly Row[]
  /**
   * A group with a title stands in a list of reasons. As there may be one for each row, it is
   * offered above the table only while it is chosen.
   */
  readonly title?: ReasonTitle
  /** Stands in the list of reasons in place of the label and the number of rows. */
  readonly sentence?: string | undefined
  readonly details?: ReactNode
  readonly actions?: readonly RowAction[]
  /** The facts that the person decides on. When they change, the buttons lose the focus. */
  readonly evidence?: string
}

/** A row as the table shows it. */
export type ScreenRow = {
  /** An ID that no other row has. Two rows may have the same number (see `recordOutcome`). */
  readonly id: string
  readonly number: number
  /** The cells as they are in the file. */
  readonly values: PetFormValues
  readonly kind: ComponentProps<typeof OutcomeIcon>['kind']
  /** Says what became of the row, or what will become of it. */
  readonly text: string
  readonly details?: ReactNode
  readonly actions: readonly RowAction[]
  /** The facts that the person decides on. When they change, the buttons lose the focus. */
  readonly evidence?: string | undefined
}
