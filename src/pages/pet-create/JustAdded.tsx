import { useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { labelsPath } from '#src/lib/paths.ts'
import { linkToAddedPets } from '#src/outbox/added-pets.ts'
import type { ByHandItem, ByHandSnapshot } from '#src/outbox/by-hand-items.ts'
import { StorageAlert } from '#src/outbox/ui/StorageAlert.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useKeyProblem, useSession, useSessionState } from '#src/session/session-context.ts'
import { hasKeyEnded } from '#src/session/session-state.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import type { CardForm } from './cards/card-props.ts'
import { JustAddedCard } from './cards/JustAddedCard.tsx'
import styles from './JustAdded.module.css'
import { addedAnnouncement, listNote, pauseMessage } from './just-added-messages.ts'

type JustAddedProps = {
  snapshot: ByHandSnapshot
  form: CardForm
}

/**
 * Shows the pets that were entered, and what became of each. The section is always there, so that
 * nothing in the form moves.
 */
export function JustAdded({ snapshot, form }: JustAddedProps) {
  const { outbox, byHand } = useOutbox()
  const { items } = snapshot
  const keyProblem = useKeyProblem()
  const pause = pauseMessage(snapshot, keyProblem)
  const storage = useStore(outbox.storageState)
  // A press that cannot be written sends nothing, so no button is shown.
  const canWrite = storage !== 'failed' && storage !== 'newer'
  const note = listNote(snapshot, storage)
  const listClass = items.length === 0 ? undefined : `card divided ${styles['list']}`
  return (
    <section tabIndex={-1} data-focus-fallback className={`fields gap-3 ${styles['section']}`}>
      <div className={`split ${styles['title']}`}>
        <h2 id="just-added">Just added</h2>
        <AddedActions items={items} />
      </div>
      <LiveRegion text={pause ?? ''} />
      <AddedAnnouncement items={items} />
      <StorageAlert
        storage={storage}
        onRetry={() => void byHand.tryAgain()}
        onContinue={() => void byHand.continueWithoutRecord()}
      />
      {canWrite && <WaitingPets count={snapshot.waiting.length} pause={pause} />}
      {note !== undefined && <p className="muted">{note}</p>}
      {/* The role is explicit, because browsers drop the implicit one from lists without
          markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby="just-added" className={listClass}>
        {items.map((item) => (
          <JustAddedCard key={item.id} item={item} form={form} />
        ))}
      </ul>
    </section>
  )
}

/**
 * Announces the last pet that was added, unless it was added before the person came to this page.
 */
function AddedAnnouncement({ items }: { items: readonly ByHandItem[] }) {
  const lastAdded = items.find(({ entry, wasAddedBefore }) => entry.state.kind === 'added' && !wasAddedBefore)
  const [idOnArrival] = useState(lastAdded?.id)
  const isNew = lastAdded !== undefined && lastAdded.id !== idOnArrival
  return <LiveRegion text={isNew ? addedAnnouncement(lastAdded.entry) : ''} />
}

/** The pets that are sent only at another press, and why. */
function WaitingPets({ count, pause }: { count: number; pause: string | undefined }) {
  const isKeyEnded = hasKeyEnded(useSessionState())
  if (count === 0) return null
  return (
    <div className="actions">
      {pause !== undefined && <p>{pause}</p>}
      {isKeyEnded ? <SignInAgainButton /> : <SendWaitingButton count={count} />}
    </div>
  )
}

function SendWaitingButton({ count }: { count: number }) {
  const { byHand } = useOutbox()
  return <Button onClick={() => void byHand.sendWaiting()}>Add {count} waiting</Button>
}

/** Asks for another key. It sends nothing, because the next key may be somebody else's. */
function SignInAgainButton() {
  const session = useSession()
  return <Button onClick={() => session.prompt()}>Sign in again</Button>
}

/** Leads to what one may do next with the pets that were added. */
function AddedActions({ items }: { items: readonly ByHandItem[] }) {
  const { id: environmentId } = useEnvironment()
  const session = useSession()
  const addedIds = items.flatMap(({ entry: { state } }) =>
    state.kind === 'added' && state.id !== undefined ? [state.id] : [],
  )
  // The service may have given the same ID to two pets, which then share a label.
  const pets = [...new Set(addedIds)].map((id) => ({ id }))
  const toList = linkToAddedPets(
    environmentId,
    items.map(({ entry }) => entry),
    session.signInId(),
  )
  if (pets.length === 0) return null
  return (
    <div className="actions">
      {toList !== undefined && (
        <Link to={toList.to} state={toList.state} className={buttonStyles['button']} data-variant="quiet">
          {toList.text}
        </Link>
      )}
      <Link to={labelsPath(environmentId, pets)} className={buttonStyles['button']}>
        Print {counted(pets.length, 'label')}
      </Link>
    </div>
  )
}
