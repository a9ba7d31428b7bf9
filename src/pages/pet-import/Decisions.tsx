import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { type CheckState, maySendAgain } from '#src/outbox/check.ts'
import { type Entry, isCheckable, type Key, keyOf } from '#src/outbox/entry.ts'
import type { OpenFile, OpenFileSnapshot } from '#src/outbox/files.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetName } from '#src/pets/PetName.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { counted } from './import-messages.ts'
import { type Reason, Reasons } from './Reasons.tsx'
import styles from './Run.module.css'

type States = ReadonlyMap<Key, CheckState>

/** The pet for each row that was found: each answers one. */
export function foundPets(entries: readonly Entry[], states: States): ReadonlyMap<Key, Pet> {
  const taken = new Set<Int64>()
  const found = new Map<Key, Pet>()
  for (const entry of entries) {
    const check = isCheckable(entry) ? states.get(keyOf(entry)) : undefined
    const pet = check?.kind === 'found' ? check.pets.find(({ id }) => !taken.has(id)) : undefined
    if (pet === undefined) continue
    taken.add(pet.id)
    found.set(keyOf(entry), pet)
  }
  return found
}

/** What the lists say of rows that may have been added, and what can be done about all of them. */
export function decisionsOf(
  current: OpenFile,
  entries: readonly Entry[],
  states: States,
  service: string,
): readonly Reason<Entry>[] {
  const pets = foundPets(entries, states)
  const byVerdict = Map.groupBy(entries.filter(isCheckable), (entry) => {
    const check = states.get(keyOf(entry))
    if (check !== undefined && 'causes' in check) return check.kind
    return entry.state.kind === 'unknown' ? 'unchecked' : undefined
  })
  const found = (byVerdict.get('found') ?? []).filter((entry) => pets.has(keyOf(entry)))
  const held = entries.filter(({ state }) => state.kind === 'held')
  const notFound = (['not-added', 'not-found-yet', 'cannot-tell'] as const).map((kind): Reason<Entry> => {
    const rows = byVerdict.get(kind) ?? []
    const sendable = rows.map(keyOf).filter((key) => maySendAgain(states.get(key)))
    const [first] = rows.map((entry) => states.get(keyOf(entry)))
    const { at = 0, againAt = at } = first !== undefined && 'causes' in first ? first : {}
    const labels = {
      'not-added': `Not added (${service} checked at ${formatTime(at)})`,
      'not-found-yet': `Not found yet. Looking again at ${formatTime(againAt)}`,
      'cannot-tell': `Not among the pets ${service} shows. Sending again could create duplicates`,
    }
    return {
      key: kind,
      label: labels[kind],
      rows,
      actions:
        sendable.length === 0 ? null : (
          <Button onClick={() => void current.sendAgain(sendable)}>
            Send {counted(sendable.length, 'row')} again
          </Button>
        ),
    }
  })
  const markFound = () => {
    const marks = found.map((entry) => ({ key: keyOf(entry), id: pets.get(keyOf(entry))?.id }))
    void current.markAdded(marks)
  }
  return [
    {
      key: 'unchecked',
      label: `${service} did not confirm these: they may have been added`,
      rows: byVerdict.get('unchecked') ?? [],
    },
    {
      key: 'found',
      label: 'Found in the list',
      rows: found,
      actions: <Button onClick={markFound}>Mark {counted(found.length, 'row')} as added</Button>,
    },
    ...notFound,
    {
      key: 'held',
      label: 'May already have been added, left out',
      rows: held,
      actions: <Button onClick={() => void current.includeLeftOut()}>Include them</Button>,
    },
  ].filter(({ rows }) => rows.length > 0)
}

type DecisionsProps = {
  current: OpenFile
  snapshot: OpenFileSnapshot
  decisions: readonly Reason<Entry>[]
  onShow: (key: string) => void
  /** Nothing is more urgent than the check. */
  isFirst: boolean
  /** Nothing can be checked before there is another key: the button for that is above. */
  hasKeyEnded: boolean
}

/** What the person decides, and pets that may have been added twice. */
export function Decisions({ current, snapshot, decisions, onShow, isFirst, hasKeyEnded }: DecisionsProps) {
  const { id, name: service } = useEnvironment()
  const { batch } = snapshot.checks
  const duplicates = batch.kind === 'checked' ? batch.duplicates : []
  return (
    <section className="stack" aria-label="Check" aria-live="polite">
      <Reasons title="Your decision" tone="attention" reasons={decisions} onShow={onShow} />
      {batch.kind === 'failed' ? (
        <Alert
          {...describeError(batch.error, service)}
          message={`The list could not be checked. ${describeError(batch.error, service).message}`}
        />
      ) : null}
      {duplicates.length === 0 ? null : (
        <>
          <h2 id="duplicates">Possible duplicates</h2>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
          <ul role="list" aria-labelledby="duplicates" className={styles['duplicates']}>
            {duplicates.map(({ pet, entry }) => (
              <li key={pet.id}>
                <Link to={`/${id}/pets/${pet.id}`}>
                  <PetName name={pet.name} />, ID {pet.id}
                </Link>{' '}
                matches row {entry.row?.number}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles['check']}>
        {batch.kind === 'checking' ? <p>Checking the list in {service}…</p> : null}
        {batch.kind === 'checked' ? (
          <p>
            {duplicates.length > 0 ? 'They may be older pets' : `No duplicates${batch.isCut ? ' found' : ''}`}
            {` (checked ${formatTime(batch.at)})`}
            {batch.isCut ? `; ${service} shows at most 100 pets a list, so there may be others` : ''}
          </p>
        ) : null}
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
