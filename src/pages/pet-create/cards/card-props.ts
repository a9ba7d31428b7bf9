import type { EntryState, EntryId } from '#src/outbox/entry.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import type { CardItem } from './card-item.ts'

/** The part of the form that the cards use. */
export type CardForm = {
  /** The item whose pet is in the form to be fixed. */
  readonly correctedId: EntryId | undefined
  /** The item at which "Fix" was pressed while another pet was in the form. */
  readonly blockedId: EntryId | undefined
  readonly fix: (item: ByHandItem) => void
  readonly discard: (item: ByHandItem) => void
}

/** The props of the card for one state. */
export type CardProps<Kind extends EntryState['kind']> = {
  card: CardItem
  state: Extract<EntryState, { readonly kind: Kind }>
  form: CardForm
}
