import { useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { JustAddedItem, JustAddedSnapshot } from '#src/outbox/just-added.ts'
import { StorageAlert } from '#src/outbox/StorageAlert.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { labelsPath } from '#src/pets/pet-url.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import type { CardForm } from './cards/card-props.ts'
import { JustAddedCard } from './cards/JustAddedCard.tsx'
import styles from './JustAdded.module.css'
import { addedAnnouncement, pauseMessage } from './just-added-messages.ts'

/**
 * What was entered, and what became of it. It always has its place, so that nothing in the form
 * moves.
 */
export function JustAdded({ snapshot, form }: { snapshot: JustAddedSnapshot; form: CardForm }) {
  const { outbox, justAdded } = useOutbox()
  const { items } = snapshot
  const storage = useStore(outbox.storage)
  return (
    <section tabIndex={-1} data-focus-fallback className={`fields gap-3 ${styles['section']}`}>
      <h2 id="just-added">Just added</h2>
      <LiveRegion text={pauseMessage(snapshot) ?? ''} />
      <AddedAnnouncement items={items} />
      <StorageAlert
        storage={storage}
        onRetry={() => void justAdded.retry()}
        onContinue={() => void outbox.continueWithoutStorage()}
      />
      <WaitingPets snapshot={snapshot} />
      {items.length === 0 && <p className="muted">Pets you add appear here.</p>}
      {/* The role is explicit, because browsers drop the implicit one from lists without
          markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby="just-added" className="stack gap-2">
        {items.map((item) => (
          <JustAddedCard key={item.key} item={item} form={form} />
        ))}
      </ul>
      <PrintLabelsLink items={items} />
    </section>
  )
}

/**
 * Announces the last pet that was added, unless it was added before the person came to this page.
 */
function AddedAnnouncement({ items }: { items: readonly JustAddedItem[] }) {
  const lastAdded = items.find(({ entry }) => entry.state.kind === 'added')
  const [keyOnArrival] = useState(lastAdded?.key)
  const isNew = lastAdded !== undefined && lastAdded.key !== keyOnArrival
  return <LiveRegion text={isNew ? addedAnnouncement(lastAdded.entry) : ''} />
}

/** The pets that are sent only at another press, and why. */
function WaitingPets({ snapshot }: { snapshot: JustAddedSnapshot }) {
  const { justAdded } = useOutbox()
  const count = snapshot.waiting.length
  const pause = pauseMessage(snapshot)
  if (count === 0) return null
  return (
    <div className="actions">
      {pause !== undefined && <p>{pause}</p>}
      <Button onClick={() => void justAdded.sendWaiting()}>Add {count} waiting</Button>
    </div>
  )
}

function PrintLabelsLink({ items }: { items: readonly JustAddedItem[] }) {
  const { id: environmentId } = useEnvironment()
  const pets = items.flatMap(({ entry: { state } }) =>
    state.kind === 'added' && state.id !== undefined ? [{ id: state.id }] : [],
  )
  if (pets.length === 0) return null
  return (
    <div className="actions">
      <Link to={labelsPath(environmentId, pets)} className={buttonStyles['button']}>
        {pets.length === 1 ? 'Print label' : 'Print labels'}
      </Link>
    </div>
  )
}
