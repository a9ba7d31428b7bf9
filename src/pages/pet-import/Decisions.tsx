import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { maySendAgain, type Verdict } from '#src/outbox/check.ts'
import { type Entry, isCheckable, keyOf } from '#src/outbox/entry.ts'
import type { OpenFile, OpenFileSnapshot } from '#src/outbox/files.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetName } from '#src/pets/PetName.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import styles from './Decisions.module.css'
import {
  checkedMessage,
  counted,
  foundMessage,
  rowNumbersText,
  stillUnknownMessage,
  unknownRowsMessage,
} from './import-messages.ts'

type DecisionsProps = {
  current: OpenFile
  snapshot: OpenFileSnapshot
  /** Nothing is more urgent than the check. */
  isFirst: boolean
  /** Nothing can be checked before there is another key: the button for that is above. */
  hasKeyEnded: boolean
}

/** What the lists say of unknown rows, and of pets that may have been added twice. */
export function Decisions({ current, snapshot, isFirst, hasKeyEnded }: DecisionsProps) {
  const { id, name: service } = useEnvironment()
  const { counts, checks, entries } = snapshot
  const { batch, states } = checks
  const judged = entries.filter(isCheckable).flatMap((entry): { entry: Entry; verdict: Verdict }[] => {
    const check = states.get(keyOf(entry))
    return check !== undefined && 'causes' in check ? [{ entry, verdict: check }] : []
  })
  const found = assigned(judged)
  const marks = found.map(({ entry, pet }) => ({ key: keyOf(entry), id: pet.id }))
  const linkTo = (pet: Pet) => (
    <Link to={`/${id}/pets/${pet.id}`}>
      <PetName name={pet.name} />, ID {pet.id}
    </Link>
  )
  return (
    <section className={styles['decisions']} aria-label="Check" aria-live="polite">
      {counts.unknown === 0 ? null : (
        <p className={styles['unknown']}>{unknownRowsMessage(counts.unknown, service)}</p>
      )}
      {batch.kind === 'failed' ? (
        <Alert
          {...describeError(batch.error, service)}
          message={`The list could not be checked. ${describeError(batch.error, service).message}`}
        />
      ) : null}
      {found.length === 0 ? null : (
        <div className={styles['group']}>
          <p>{foundMessage(found.length)}</p>
          <ul>
            {found.map(({ entry, pet }, index) => (
              <li key={entry.position}>
                <span>
                  Row {entry.row?.number}: {linkTo(pet)}
                </span>
                <Button onClick={() => void current.markAdded(marks.slice(index, index + 1))}>
                  Mark as added
                </Button>
              </li>
            ))}
          </ul>
          {found.length === 1 ? null : (
            <Button onClick={() => void current.markAdded(marks)}>
              Mark {formatNumber(found.length)} rows as added
            </Button>
          )}
        </div>
      )}
      {(['not-added', 'not-found-yet', 'cannot-tell'] as const).map((kind) => {
        const some = judged.filter(({ verdict }) => verdict.kind === kind)
        const [first] = some
        if (first === undefined) return null
        const numbers = rowNumbersText(some.map(({ entry }) => entry.row?.number))
        const sendable = some.filter(({ verdict }) => maySendAgain(verdict)).map(({ entry }) => keyOf(entry))
        return (
          <div key={kind} className={styles['group']}>
            <p>{stillUnknownMessage(kind, some.length, numbers, service, first.verdict)}</p>
            {sendable.length === 0 ? null : (
              <Button onClick={() => void current.sendAgain(sendable)}>
                Send {counted(sendable.length, 'row', 'rows')} again
              </Button>
            )}
          </div>
        )
      })}
      {batch.kind !== 'checked' || batch.duplicates.length === 0 ? null : (
        <div className={styles['group']}>
          <h3 id="duplicates">Possible duplicates</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
          <ul role="list" aria-labelledby="duplicates">
            {batch.duplicates.map(({ pet, entry }) => (
              <li key={pet.id}>
                {linkTo(pet)}
                <span>matches row {entry.row?.number}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles['check']}>
        {batch.kind === 'checking' ? <p>Checking the list in {service}…</p> : null}
        {batch.kind === 'checked' ? <p>{checkedMessage(batch, service)}</p> : null}
        {hasKeyEnded ? null : (
          <Button
            variant={isFirst ? 'primary' : 'quiet'}
            icon="refresh"
            onClick={() => void current.checkList()}
            busy={batch.kind === 'checking'}
          >
            Check the list
          </Button>
        )}
      </div>
      <SlowResponseNotice
        waiting={batch.kind === 'checking'}
        service={service}
        onCancel={current.cancelCheck}
      />
    </section>
  )
}

/** A pet for each row that was found: each answers one. */
function assigned(judged: readonly { entry: Entry; verdict: Verdict }[]) {
  const taken = new Set<Int64>()
  return judged.flatMap(({ entry, verdict }) => {
    const pet = verdict.kind === 'found' ? verdict.pets.find((one) => !taken.has(one.id)) : undefined
    if (pet === undefined) return []
    taken.add(pet.id)
    return [{ entry, pet }]
  })
}
