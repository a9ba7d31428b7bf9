import { use, useId } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { causeText } from '#src/outbox/cause-text.ts'
import { maySendAgain } from '#src/outbox/check.ts'
import { isCheckable, type Key, keyOf, partsOf } from '#src/outbox/entry.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import { OutcomeIcon } from '#src/outbox/OutcomeIcon.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { statusText } from '#src/pets/status-text.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { AlertSupport } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import styles from './JustAdded.module.css'
import { checkText, MAX_NAME_LENGTH, wordsFor } from './just-added-messages.ts'

/** What the cards ask of the form. */
export type FormOfPage = {
  /** The item that is in it. */
  readonly fixing: Key | undefined
  /** "Fix" was pressed there, but something else is in it. */
  readonly blocked: Key | undefined
  readonly fix: (item: JustAddedItem) => void
  readonly discard: (item: JustAddedItem) => void
}

/** One pet that was entered. All that is said, asked and decided about it stands here. */
export function JustAddedCard({ item, form }: { item: JustAddedItem; form: FormOfPage }) {
  const { id: environmentId, name: service, categories } = useEnvironment()
  const { outbox, justAdded } = useOutbox()
  const hasKeyEnded = useSessionState().kind === 'key-ended'
  const supportFor = use(AlertSupport)
  const nameId = useId()
  const { key, entry, isSaved } = item
  const { newPet, state, enteredAt, baseUrl } = entry
  if (newPet === undefined) return null
  const { kind } = state
  const isOfAddress = baseUrl === outbox.environment.baseUrl
  const isHere = isOfAddress && isSaved !== false
  const { check, causes = [], error }: Partial<JustAddedItem> = isHere ? item : {}
  const needsDecision = ['held', 'unknown', 'rejected'].includes(kind)
  const isNotChecked = check?.kind === 'failed' || (check?.kind === 'checking' && hasKeyEnded)
  const found = check?.kind === 'found' ? check.pets : []
  const label = categories.get(newPet.categoryId) ?? `Category ${newPet.categoryId}`
  const { icon, headline, message, until } = wordsFor(item, service)
  const role = kind === 'rejected' || kind === 'unknown' ? 'alert' : undefined
  const name = {
    id: nameId,
    className: `cut ${styles['name']}`,
    children: <BidiText text={newPet.name} max={MAX_NAME_LENGTH} />,
  }
  return (
    <li
      data-kind={kind}
      data-decide={needsDecision || undefined}
      className={`card stack gap-1 ${styles['card']}`}
    >
      {/* Another element: screen readers say what comes as an alert, not what becomes one. */}
      <div key={role} role={role}>
        <p className={`split ${styles['headline']}`} data-kind={icon}>
          {kind === 'added' && state.id !== undefined ? (
            <Link to={`/${environmentId}/pets/${state.id}`} {...name} />
          ) : (
            <span {...name} />
          )}
          <span className={`row gap-1 small ${styles['outcome']}`}>
            <OutcomeIcon kind={icon} /> <span key={headline}>{headline}</span>{' '}
            {until === undefined ? null : (
              <time dateTime={new Date(until).toISOString()}>{formatTime(until)}</time>
            )}
          </span>
        </p>
        {message === undefined ? null : (
          <p>
            <BidiText text={message} />
          </p>
        )}
      </div>
      {/* Around both: a notice that is still empty makes no gap, which would move all cards below. */}
      <div>
        <p className={`small ${styles['facts']}`}>
          <BidiText text={label} max={MAX_NAME_LENGTH} /> · {statusText(newPet.status)} ·{' '}
          <bdi>{formatTime(enteredAt)}</bdi>
          {isSaved === false ? <strong> · Not saved</strong> : null}
        </p>
        {isHere && kind === 'sending' ? (
          <SlowResponseNotice
            waiting
            service={service}
            note="Cancelling does not undo it."
            onCancel={() => outbox.sender(partsOf(key)[0]).stopWaiting()}
          />
        ) : null}
      </div>
      {isOfAddress ? null : (
        <p>
          Sent to <BidiText text={baseUrl} />. {service} has another address now, so it cannot be checked
          here.
        </p>
      )}
      {isCheckable(entry) ? (
        <div aria-live="polite" className="stack gap-1">
          {found.map((pet) => (
            <p key={pet.id} className={`split gap-1 ${styles['found']}`}>
              <span>
                Found{' '}
                <Link to={`/${environmentId}/pets/${pet.id}`} className="cut">
                  <BidiText text={pet.name} max={60} />
                </Link>{' '}
                in <BidiText text={service} />: ID {pet.id} ·{' '}
                <BidiText text={categories.get(pet.categoryId) ?? pet.categoryId} /> ·{' '}
                <BidiText text={statusText(pet.status).toLowerCase()} />
              </span>
              <Button
                aria-label={`This is it, ID ${pet.id}`}
                onClick={() => void justAdded.markAdded(key, pet.id)}
              >
                This is it
              </Button>
            </p>
          ))}
          {found.length > 0 || check === undefined ? null : (
            <p key={check.kind}>
              <BidiText text={checkText(item, check, service, hasKeyEnded)} />
            </p>
          )}
        </div>
      ) : (
        found.map(({ id }) => (
          <p key={id} role="alert">
            Possible duplicate: <Link to={`/${environmentId}/pets/${id}`}>ID {id}</Link>
          </p>
        ))
      )}
      {causes.length === 0 ? null : (
        <p className={styles['causes']}>
          <BidiText text={causes.map(causeText).join('; ')} />
        </p>
      )}
      {form.fixing === key ? <p>It is in the form.</p> : null}
      {form.blocked === key ? <p role="alert">Add or clear what is in the form first.</p> : null}
      {!needsDecision && isSaved !== false ? null : (
        <div role="group" aria-labelledby={nameId} className="actions">
          {isHere && kind === 'rejected' && form.fixing !== key ? (
            <Button onClick={() => form.fix(item)}>Fix</Button>
          ) : null}
          {isHere && kind === 'held' ? (
            // Another cause is another question, which no second press answers.
            <Button key={causes.map(keyOf).join()} onClick={() => void justAdded.addAnyway(item)}>
              Add it anyway
            </Button>
          ) : null}
          {isNotChecked ? (
            <Button icon="refresh" onClick={() => void outbox.checks.read()}>
              Check again
            </Button>
          ) : null}
          <Button variant="quiet" onClick={() => form.discard(item)}>
            Discard
          </Button>
          {error === undefined ? null : (
            <>
              {supportFor(error, 'copy')}
              <details className="small">
                <summary>Details</summary>
                {supportFor(error, 'requests')}
              </details>
            </>
          )}
          {/* It comes last, when nobody waits for it any more: nothing moves away under a pointer. */}
          {maySendAgain(check) ? (
            <Button onClick={() => void justAdded.sendAgain(key)}>Add it again</Button>
          ) : null}
        </div>
      )}
    </li>
  )
}
