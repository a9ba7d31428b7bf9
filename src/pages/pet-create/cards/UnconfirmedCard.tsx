import { maySendAgain } from '#src/outbox/check.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { unconfirmedMessage } from './card-messages.ts'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { CheckResult } from './CheckResult.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { ErrorSupport } from './ErrorSupport.tsx'
import { Lookalikes } from './Lookalikes.tsx'

/** A pet that may have been added. It stays one alert when the lists prove that it was not. */
export function UnconfirmedCard({ card, state, form }: CardProps<'unknown'>) {
  const outcome = card.isProvedAbsent
    ? ({ icon: 'rejected', headline: 'Not added' } as const)
    : ({
        icon: 'unknown',
        headline: 'Unconfirmed',
        message: unconfirmedMessage(card.newPet, state.message),
      } as const)
  return (
    <CardFrame
      card={card}
      {...outcome}
      isAlert
      needsDecision
      actions={<UnconfirmedActions card={card} form={form} />}
    >
      <CheckResult card={card} />
      <Lookalikes entries={card.lookalikes} />
    </CardFrame>
  )
}

function UnconfirmedActions({ card, form }: Pick<CardProps<'unknown'>, 'card' | 'form'>) {
  const { outbox, justAdded } = useOutbox()
  const hasKeyEnded = useSessionState().kind === 'key-ended'
  const { key, check } = card
  const isNotChecked = check?.kind === 'failed' || (check?.kind === 'checking' && hasKeyEnded)
  return (
    <>
      {isNotChecked && (
        <Button icon="refresh" onClick={() => void outbox.checks.read()}>
          Check again
        </Button>
      )}
      <DiscardButton card={card} form={form} />
      <ErrorSupport error={card.error} />
      {/* This button appears by itself after a minute. It comes last, so that no other button
          moves away under a pointer. */}
      {maySendAgain(check) && <Button onClick={() => void justAdded.sendAgain(key)}>Add it again</Button>}
    </>
  )
}
