import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { AddedCard } from './AddedCard.tsx'
import { toCardItem } from './card-item.ts'
import type { CardForm } from './card-props.ts'
import { HeldCard } from './HeldCard.tsx'
import { RejectedCard } from './RejectedCard.tsx'
import { SendingCard } from './SendingCard.tsx'
import { UnconfirmedCard } from './UnconfirmedCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'

/** Shows one pet that was entered, what became of it, and what the person can decide about it. */
export function JustAddedCard({ item, form }: { item: ByHandItem; form: CardForm }) {
  const { outbox } = useOutbox()
  const { newPet, state } = item.entry
  if (newPet === undefined) return null
  const card = toCardItem(item, newPet, outbox.environment.baseUrl)
  switch (state.kind) {
    case 'waiting':
      return <WaitingCard card={card} state={state} form={form} />
    case 'sending':
      return <SendingCard card={card} state={state} form={form} />
    case 'added':
      return <AddedCard card={card} state={state} form={form} />
    case 'rejected':
      return <RejectedCard card={card} state={state} form={form} />
    case 'held':
      return <HeldCard card={card} state={state} form={form} />
    case 'unknown':
      return <UnconfirmedCard card={card} state={state} form={form} />
    case 'not-sent':
    case 'discarded':
      // Only rows of a file are "not sent", and the outbox does not list what was discarded.
      return null
  }
}
