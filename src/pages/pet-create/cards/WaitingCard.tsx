import { isRunning } from '#src/outbox/run-state.ts'
import { BusyUntil } from './BusyUntil.tsx'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'

/** Shows a pet that is not sent yet. */
export function WaitingCard({ card, form }: CardProps<'waiting'>) {
  const { run } = card.item
  const waitingUntil = run.phase === 'running' ? run.waitingUntil : undefined
  const isSending = isRunning(run) && waitingUntil === undefined
  // While pets are being sent, it will soon be this pet's turn.
  const canDiscard = card.canDiscard && (card.isUnsaved || !isSending)
  const headline = waitingUntil === undefined ? 'Waiting' : <BusyUntil at={waitingUntil} />
  const actions = canDiscard ? <DiscardButton card={card} form={form} /> : undefined
  return <CardFrame card={card} icon="waiting" headline={headline} actions={actions} />
}
