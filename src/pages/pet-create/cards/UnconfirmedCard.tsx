import { splitHttpNote } from '#src/http/split-http-note.ts'
import { MAY_MATCH } from '#src/outbox/conflict-text.ts'
import { type CheckState, maySendAgain } from '#src/outbox/lists/verdict.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useKeyProblem, useSession, useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { isStillChecking, unconfirmedMessage } from './card-messages.ts'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { CheckResult } from './CheckResult.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { ErrorSupport } from './ErrorSupport.tsx'
import { Lookalikes } from './Lookalikes.tsx'
import { hasKeyEnded } from '#src/session/session-state.ts'

/**
 * Shows a pet that may have been added. It stays one alert when the lists prove that it was not.
 * While they are still read, nobody can decide about it.
 */
export function UnconfirmedCard({ card, state, form }: CardProps<'unknown'>) {
  const { what, note } = splitHttpNote(state.message)
  const isChecking = isStillChecking(card.check, useKeyProblem())
  const unconfirmedIcon = isChecking ? 'waiting' : 'unknown'
  return (
    <CardFrame
      card={card}
      icon={card.isProvedAbsent ? 'rejected' : unconfirmedIcon}
      headline={card.isProvedAbsent ? 'Not added' : 'Unconfirmed'}
      message={card.isProvedAbsent ? undefined : unconfirmedMessage(what)}
      isAlert
      needsDecision={!isChecking}
      actions={<UnconfirmedActions card={card} form={form} note={note} />}
    >
      <CheckResult card={card} />
      <Lookalikes intro={MAY_MATCH} entries={card.lookalikes} entry={card.item.entry} />
    </CardFrame>
  )
}

type UnconfirmedActionsProps = Pick<CardProps<'unknown'>, 'card' | 'form'> & {
  /** The status and the code of the response, if any. */
  note: string | undefined
}

function UnconfirmedActions({ card, form, note }: UnconfirmedActionsProps) {
  const { outbox, byHand } = useOutbox()
  const { isReading } = useStore(outbox.lists)
  const session = useSession()
  const isKeyEnded = hasKeyEnded(useSessionState())
  const { id, check } = card

  /** Reads the lists. If the key has ended, asks for another one instead. */
  function checkAgain(): void {
    if (isKeyEnded) session.prompt()
    else void outbox.lists.read()
  }

  return (
    <>
      {canCheckAgain(check, isKeyEnded) && (
        <Button icon="refresh" busy={isReading} onClick={checkAgain}>
          Check again
        </Button>
      )}
      {card.canDiscard && <DiscardButton card={card} form={form} />}
      <ErrorSupport error={card.error} note={note} />
      {/* This button appears by itself after a minute. It comes last, so that no other button
          moves away under a pointer. */}
      {card.canBeSent && maySendAgain(check) && (
        <Button onClick={() => void byHand.sendAgain(id)}>Add it again</Button>
      )}
    </>
  )
}

/** Returns whether the lists could not be read, or are not read because the key has ended. */
function canCheckAgain(check: CheckState | undefined, isKeyEnded: boolean): boolean {
  switch (check?.kind) {
    case 'failed':
      return true
    case 'checking':
      return isKeyEnded
    case 'found':
      return check.readingError !== undefined
    case 'not-found-yet':
    case 'not-added':
    case 'cannot-tell':
    case 'may-be-taken':
    case undefined:
      return false
  }
}
