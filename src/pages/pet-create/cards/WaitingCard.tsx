import { useEnvironment } from '#src/config/environment-context.ts'
import { waitingHeadline } from './card-messages.ts'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'

/** A pet that is not sent yet. */
export function WaitingCard({ card, form }: CardProps<'waiting'>) {
  const { name: environmentName } = useEnvironment()
  const { run } = card.item
  const waitingUntil = run.phase === 'running' ? run.waitingUntil : undefined
  return (
    <CardFrame
      card={card}
      icon="waiting"
      headline={waitingHeadline(waitingUntil, environmentName)}
      until={waitingUntil}
      actions={card.isUnsaved && card.canDiscard ? <DiscardButton card={card} form={form} /> : undefined}
    />
  )
}
