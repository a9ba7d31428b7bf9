import { useEnvironment } from '#src/config/environment-context.ts'
import { partsOf } from '#src/outbox/entry.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'

/** A pet whose request is on its way. */
export function SendingCard({ card, form }: CardProps<'sending'>) {
  const { name: environmentName } = useEnvironment()
  const { outbox } = useOutbox()
  const [visit] = partsOf(card.key)
  return (
    <CardFrame
      card={card}
      icon="sending"
      headline="Adding…"
      notice={
        card.isActionable && (
          <SlowResponseNotice
            waiting
            service={environmentName}
            note="Cancelling does not undo it."
            onCancel={() => outbox.sender(visit).stopWaiting()}
          />
        )
      }
      actions={card.isUnsaved ? <DiscardButton card={card} form={form} /> : undefined}
    />
  )
}
