import { splitHttpNote } from '#src/http/split-http-note.ts'
import { Button } from '#src/ui/Button.tsx'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { ErrorSupport } from './ErrorSupport.tsx'

/** Shows a pet that the service rejected. */
export function RejectedCard({ card, state, form }: CardProps<'rejected'>) {
  const isInForm = form.correctedId === card.id
  const canBeFixed = card.isActionable && card.canBeSent && !isInForm
  const isBlocked = form.blockedId === card.id
  const { what, note } = splitHttpNote(state.message)
  return (
    <CardFrame
      card={card}
      icon="rejected"
      headline="Not added"
      message={what}
      isAlert
      needsDecision
      actions={
        <>
          {canBeFixed && <Button onClick={() => form.fix(card.item)}>Fix</Button>}
          {card.canDiscard && <DiscardButton card={card} form={form} />}
          <ErrorSupport error={card.error} note={note} />
        </>
      }
    >
      {isInForm && <p>You are editing this pet in the form.</p>}
      {isBlocked && <p role="alert">Add or clear what is in the form first.</p>}
    </CardFrame>
  )
}
