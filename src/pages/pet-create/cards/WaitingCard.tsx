import { isRunning } from '#src/outbox/run-state.ts'
import { BusyUntil } from './BusyUntil.tsx'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'

/** Shows a pet that is not sent yet. */
export function WaitingCard({ card, form }: CardProps<'waiting'>) {
  const { run } = card.item
  // While pets are being sent, it is about to be this pet's turn.
  const canDiscard = card.canDiscard && (card.isUnsaved || !isRunning(run))
  const waitingUntil = run.phase === 'running' ? run.waitingUntil : undefined
  const headline = waitingUntil === undefined ? 'Waiting' : <BusyUntil at={waitingUntil} />
  const actions = canDiscard ? <DiscardButton card={card} form={form} /> : undefined
  return <CardFrame card={card} icon="waiting" headline={headline} actions={actions} />
}
