import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import { maySendAgain } from '#src/outbox/check.ts'
import { isWithoutId, partsOf } from '#src/outbox/entry.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import { OutcomeIcon } from '#src/outbox/OutcomeTag.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { PetName } from '#src/pets/PetName.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { AlertSupport } from '#src/ui/alert-support.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import styles from './JustAdded.module.css'
import { causeText } from './just-added-messages.ts'

/** Characters that are shown; the page of the pet shows all. */
export const MAX_NAME_LENGTH = 200

type JustAddedCardProps = {
  item: JustAddedItem
  isInForm: boolean
  isBlocked: boolean
  onFix: () => void
  onDiscard: () => void
}

/** One pet that was entered. All that is said, asked and decided about it stands here. */
export function JustAddedCard({ item, isInForm, isBlocked, onFix, onDiscard }: JustAddedCardProps) {
  const discard = (
    <Button variant="quiet" onClick={onDiscard}>
      Discard
    </Button>
  )
  const { name: service, categories } = useEnvironment()
  const { entry, isSaved, otherAddress } = item
  const { newPet, state, enteredAt } = entry
  if (newPet === undefined || state.kind === 'discarded') return null
  const label = categories.get(newPet.categoryId) ?? `Category ${newPet.categoryId}`
  const needsDecision = ['held', 'unknown', 'rejected'].includes(state.kind) || isWithoutId(entry)
  return (
    <li data-kind={state.kind} data-decide={needsDecision || undefined} className={styles['card']}>
      <CardHeadline item={item} />
      <p className={styles['facts']}>
        <BidiText text={truncate(label, MAX_NAME_LENGTH)} /> · {statusText(newPet.status)} ·{' '}
        <bdi>{formatTime(enteredAt)}</bdi>
        {isSaved === false ? <strong> · Not saved</strong> : null}
      </p>
      {otherAddress === undefined ? null : (
        <p>
          Sent to <BidiText text={otherAddress} />. {service} has another address now, so it cannot be checked
          here.
        </p>
      )}
      {otherAddress !== undefined || isSaved === false ? (
        needsDecision || isSaved === false ? (
          <div className="actions">{discard}</div>
        ) : null
      ) : state.kind === 'sending' ? (
        <Sending item={item} />
      ) : state.kind === 'rejected' ? (
        <>
          {isInForm ? <p>It is in the form.</p> : null}
          {isBlocked ? <p role="alert">Add or clear what is in the form first.</p> : null}
          <div className="actions">
            {isInForm ? null : <Button onClick={onFix}>Fix</Button>}
            {discard}
            <Support item={item} />
          </div>
        </>
      ) : state.kind === 'held' ? (
        <Held item={item} discard={discard} />
      ) : state.kind === 'unknown' || isWithoutId(entry) ? (
        <Check item={item} discard={discard} />
      ) : null}
    </li>
  )
}

/** The name and what became of it. What went wrong is announced once. */
function CardHeadline({ item: { entry, run, check } }: { item: JustAddedItem }) {
  const { id: environmentId, name: service } = useEnvironment()
  const { newPet, state } = entry
  const name = <PetName name={newPet?.name ?? ''} max={MAX_NAME_LENGTH} />
  const line = (kind: 'added' | 'waiting' | 'sending' | 'unknown' | 'rejected', text: ReactNode) => (
    <p className={styles['headline']} data-kind={kind}>
      <span className={styles['name']}>{name}</span>
      <span className={styles['outcome']}>
        <OutcomeIcon kind={kind} /> {text}
      </span>
    </p>
  )
  switch (state.kind) {
    case 'waiting':
      return line(
        'waiting',
        run.phase === 'running' && run.waitingUntil !== undefined ? (
          <span>
            Waiting: {service} is busy, until{' '}
            <time dateTime={new Date(run.waitingUntil).toISOString()}>{formatTime(run.waitingUntil)}</time>
          </span>
        ) : (
          <span>Waiting</span>
        ),
      )
    case 'sending':
      return line('sending', <span>Adding…</span>)
    case 'added':
      return (
        <>
          <p className={styles['headline']} data-kind="added">
            {state.id === undefined ? (
              <span className={styles['name']}>{name}</span>
            ) : (
              <Link to={`/${environmentId}/pets/${state.id}`} className={styles['name']}>
                {name}
              </Link>
            )}
            <span className={styles['outcome']}>
              <OutcomeIcon kind="added" />{' '}
              {state.id === undefined ? (
                <span>Added, without an ID</span>
              ) : (
                <span>Added (ID {state.id})</span>
              )}
            </span>
          </p>
          {state.note === undefined ? null : (
            <p>
              <BidiText text={state.note} />
            </p>
          )}
          {check?.kind !== 'found' || state.id === undefined
            ? null
            : check.pets.map((pet) => (
                <p key={pet.id} role="alert">
                  Possible duplicate: <Link to={`/${environmentId}/pets/${pet.id}`}>ID {pet.id}</Link>
                </p>
              ))}
        </>
      )
    case 'rejected':
      return (
        <div role="alert">
          {line('rejected', <span>Not added</span>)}
          <p>
            <BidiText text={state.message} />
          </p>
        </div>
      )
    case 'held':
      return line('unknown', <span>May already be added</span>)
    case 'unknown':
      return (
        <div role="alert">
          {line('unknown', <span>Unconfirmed</span>)}
          <p>
            {name} may have been added. <BidiText text={state.message} />
          </p>
        </div>
      )
    case 'not-sent':
    case 'discarded':
      return null
  }
}

function Sending({ item: { key } }: { item: JustAddedItem }) {
  const { name: service } = useEnvironment()
  const { outbox } = useOutbox()
  return (
    <SlowResponseNotice
      waiting
      service={service}
      note="Cancelling does not undo it."
      onCancel={() => outbox.sender(partsOf(key)[0]).stopWaiting()}
    />
  )
}

function Held({ item, discard }: { item: JustAddedItem; discard: ReactNode }) {
  const { justAdded } = useOutbox()
  return (
    <>
      <ul className={styles['causes']}>
        {item.causes.map((cause) => (
          <li key={`${cause.entry.batch} ${cause.entry.position}`}>
            <BidiText text={causeText(cause)} />
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onClick={() => void justAdded.addAnyway(item.key)}>Add it anyway</Button>
        {discard}
      </div>
    </>
  )
}

/** What the lists say of a pet that may have been added, and what the person can decide. */
function Check({ item, discard }: { item: JustAddedItem; discard: ReactNode }) {
  const { id: environmentId, name: service, categories } = useEnvironment()
  const { outbox, justAdded } = useOutbox()
  const { key, entry, check } = item
  const name = <PetName name={entry.newPet?.name ?? ''} max={MAX_NAME_LENGTH} />
  const verdict = check !== undefined && 'causes' in check ? check : undefined
  const isNotChecked = useSessionState().kind === 'key-ended' && check === undefined
  return (
    <>
      <div aria-live="polite" className={styles['check']}>
        {isNotChecked ? <p>Not checked: your key no longer works.</p> : null}
        {(check === undefined && !isNotChecked) || check?.kind === 'checking' ? <p>Checking…</p> : null}
        {check?.kind === 'failed' ? (
          <p>
            The check failed. <BidiText text={describeError(check.error, service).message} />
          </p>
        ) : null}
        {check?.kind === 'found'
          ? check.pets.map((pet) => (
              <p key={pet.id} className={styles['found']}>
                <span>
                  Found{' '}
                  <Link to={`/${environmentId}/pets/${pet.id}`}>
                    <PetName name={pet.name} />
                  </Link>{' '}
                  in {service}: ID {pet.id} · {categories.get(pet.categoryId) ?? pet.categoryId} ·{' '}
                  {statusText(pet.status).toLowerCase()}
                </span>
                <Button
                  aria-label={`This is it, ID ${pet.id}`}
                  onClick={() => void justAdded.markAdded(key, pet.id)}
                >
                  This is it
                </Button>
              </p>
            ))
          : null}
        {verdict?.kind === 'not-found-yet' ? (
          <p>
            Not found yet. Looking again at <bdi>{formatTime(verdict.againAt ?? verdict.at)}</bdi>.
          </p>
        ) : null}
        {verdict?.kind === 'not-added' ? (
          <p>
            {name} was not added ({service} checked at <bdi>{formatTime(verdict.at)}</bdi>).
          </p>
        ) : null}
        {verdict?.kind === 'cannot-tell' ? (
          <p>Not among the pets {service} shows. Adding it again could create a duplicate.</p>
        ) : null}
        {verdict === undefined || verdict.causes.length === 0 ? null : (
          <p>
            May also be there by another entry:{' '}
            {verdict.causes.map((cause) => causeText({ entry: cause, batch: undefined })).join('; ')}.
          </p>
        )}
      </div>
      <div className="actions">
        {check?.kind === 'failed' || isNotChecked ? (
          <Button icon="refresh" onClick={() => void outbox.checks.check([key])}>
            Check again
          </Button>
        ) : null}
        {maySendAgain(check) ? (
          <Button onClick={() => void justAdded.sendAgain(key)}>Add it again</Button>
        ) : null}
        {entry.state.kind === 'unknown' ? discard : null}
        <Support item={item} />
      </div>
    </>
  )
}

/** As at every alert about a request. */
function Support({ item: { error } }: { item: JustAddedItem }) {
  const supportFor = use(AlertSupport)
  return error === undefined ? null : supportFor(error)
}
