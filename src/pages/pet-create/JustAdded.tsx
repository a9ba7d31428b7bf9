import { useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { JustAddedSnapshot } from '#src/outbox/just-added.ts'
import { StorageAlert } from '#src/outbox/StorageAlert.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { labelsPath } from '#src/pets/pet-url.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './JustAdded.module.css'
import { type FormOfPage, JustAddedCard } from './JustAddedCard.tsx'
import { addedText, PAUSES } from './just-added-messages.ts'

/** What was entered, and what became of it. It always has its place, so that nothing in the form moves. */
export function JustAdded({ snapshot, form }: { snapshot: JustAddedSnapshot; form: FormOfPage }) {
  const { id } = useEnvironment()
  const { outbox, justAdded } = useOutbox()
  const { items, waiting, run } = snapshot
  const storage = useStore(outbox.storage)
  const pause = waiting.length > 0 && run.phase === 'paused' ? PAUSES[run.reason] : undefined
  const last = items.find(({ entry }) => entry.state.kind === 'added')
  /** Added before this visit of the page, and not announced. */
  const [before] = useState(last?.key)
  const added = items.flatMap(({ entry: { state } }) => ('id' in state && state.id ? [{ id: state.id }] : []))
  return (
    <section tabIndex={-1} data-focus-fallback className={`fields gap-3 ${styles['section']}`}>
      <h2 id="just-added">Just added</h2>
      <LiveRegion text={pause ?? ''} />
      <LiveRegion text={last === undefined || last.key === before ? '' : addedText(last)} />
      <StorageAlert
        storage={storage}
        onRetry={() => void justAdded.retry()}
        onContinue={() => void outbox.continueWithoutStorage()}
      />
      {waiting.length === 0 ? null : (
        <div className="actions">
          {pause === undefined ? null : <p>{pause}</p>}
          <Button onClick={() => void justAdded.sendWaiting()}>Add {waiting.length} waiting</Button>
        </div>
      )}
      {items.length === 0 ? <p className="muted">Pets you add appear here.</p> : null}
      {/* An explicit role, because browsers drop the implicit one from lists without markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby="just-added" className="stack gap-2">
        {items.map((item) => (
          <JustAddedCard key={item.key} item={item} form={form} />
        ))}
      </ul>
      {added.length === 0 ? null : (
        <div className="actions">
          <Link to={labelsPath(id, added)} className={buttonStyles['button']}>
            {added.length === 1 ? 'Print label' : 'Print labels'}
          </Link>
        </div>
      )}
    </section>
  )
}
