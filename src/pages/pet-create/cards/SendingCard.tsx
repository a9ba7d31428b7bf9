import { useEnvironment } from '#src/config/environment-context.ts'
import { batchOf } from '#src/outbox/entry.ts'
import { isRunning } from '#src/outbox/run-state.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'

/** Shows a pet whose request is on its way. */
export function SendingCard({ card, form }: CardProps<'sending'>) {
  const { name: environmentName } = useEnvironment()
  const { outbox } = useOutbox()
  return (
    <CardFrame
      card={card}
      icon="sending"
      headline="Adding…"
      notice={
        // There is no button to cancel when another tab sends, because that cannot be asked for
        // anything.
        card.isActionable &&
        isRunning(card.item.run) && (
          <SlowResponseNotice
            waiting
            service={environmentName}
            note="Cancelling does not undo it."
            onCancel={() => outbox.senderOf(batchOf(card.id)).abortRequest()}
          />
        )
      }
      actions={card.isUnsaved && card.canDiscard ? <DiscardButton card={card} form={form} /> : undefined}
    />
  )
}
