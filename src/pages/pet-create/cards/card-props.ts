import type { EntryState, Key } from '#src/outbox/entry.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import type { CardItem } from './card-item.ts'

/** What the cards ask of the form. */
export type CardForm = {
  /** The item whose pet is in the form to be fixed. */
  readonly fixing: Key | undefined
  /** The item at which "Fix" was pressed while another pet was in the form. */
  readonly blocked: Key | undefined
  readonly fix: (item: JustAddedItem) => void
  readonly discard: (item: JustAddedItem) => void
}

/** The props of the card for one state. */
export type CardProps<Kind extends EntryState['kind']> = {
  card: CardItem
  state: Extract<EntryState, { readonly kind: Kind }>
  form: CardForm
}
