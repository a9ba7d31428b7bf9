import { MAY_BE_ADDED } from '#src/outbox/conflict-text.ts'
import { answerKeyOf } from '#src/outbox/entry-rules.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Button } from '#src/ui/Button.tsx'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { ErrorSupport } from './ErrorSupport.tsx'
import { Lookalikes } from './Lookalikes.tsx'

/** Shows a pet that was not sent, because a look-alike may already have added it. */
export function HeldCard({ card, form }: CardProps<'held'>) {
  const { byHand } = useOutbox()
  const { item, lookalikes } = card
  return (
    <CardFrame
      card={card}
      icon="unknown"
      headline="May already be added"
      isAlert
      needsDecision
      actions={
        <>
          {card.isActionable && card.canBeSent && item.isAssessed && (
            // With other look-alikes the question is another one, so the button is, too. It loses
            // the focus, and a second press does not answer a question that nobody has read.
            <Button key={lookalikes.map(answerKeyOf).join()} onClick={() => void byHand.addAnyway(item)}>
              Add it anyway
            </Button>
          )}
          {card.canDiscard && <DiscardButton card={card} form={form} />}
          <ErrorSupport error={card.error} />
        </>
      }
    >
      {item.isAssessed && lookalikes.length === 0 && (
        <p>
          {item.isAnyConflictLost
            ? 'What it was held for has no record any more.'
            : 'What it was held for was not added, or is another pet by now.'}
        </p>
      )}
      <Lookalikes intro={MAY_BE_ADDED} entries={lookalikes} entry={item.entry} />
    </CardFrame>
  )
}
