import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import type { CheckState, Importer } from '#src/importer/importer.ts'
import type { ImportRun } from '#src/importer/run-import.ts'
import { shorten } from '#src/lib/shorten.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { timeText } from '#src/lib/time-text.ts'
import { counted } from './import-words.ts'
import { Isolated } from '#src/ui/Isolated.tsx'
import styles from './Doubts.module.css'

/** Enough to know a pet by. Characters. */
const LONGEST_NAME = 60

type DoubtsProps = {
  importer: Importer
  run: ImportRun
  check: CheckState
  /** How many rows are unknown now. */
  unknown: number
}

/** What the record cannot know: rows without an answer, and pets that are there twice. */
export function Doubts({ importer, run, check, unknown }: DoubtsProps) {
  const { id, name: service } = useEnvironment()
  const { rows } = run.getSnapshot()
  const isUnknown = (position: number) => rows[position]?.outcome.kind === 'unknown'
  const checked = check.kind === 'checked' ? check.check : undefined
  const found = [...(checked?.found ?? [])].filter(([position]) => isUnknown(position))
  const notThere = (checked?.notThere ?? []).filter(isUnknown)
  const cannotTell = (checked?.cannotTell ?? []).filter(isUnknown)
  const sendAgain = (positions: readonly number[]) =>
    void run.sendAgain(positions).then(() => importer.resume())

  return (
    <div className={styles['doubts']} aria-live="polite">
      {check.kind === 'checking' ? <p>Reading the lists of {service}…</p> : null}
      {check.kind === 'failed' ? (
        <ErrorAlert
          {...describeError(check.error, service)}
          message={`The list could not be checked. ${describeError(check.error, service).message}`}
        />
      ) : null}
      {unknown === 0 ? null : (
        <p>
          {counted(unknown, 'row is', 'rows are')} unknown: sent, but no answer says whether {service} took{' '}
          {unknown === 1 ? 'it' : 'them'}.{' '}
          {checked === undefined ? 'Check the list before you send again.' : ''}
        </p>
      )}
      {found.length === 0 ? null : (
        <div className={styles['group']}>
          <p>{counted(found.length, 'unknown row is', 'unknown rows are')} in the list:</p>
          <ul>
            {found.map(([position, pet]) => (
              <li key={position}>
                <span>
                  Row {rows[position]?.number}:{' '}
                  <Link to={`/${id}/pets/${pet.id}`}>
                    <Isolated text={shorten(pet.name, LONGEST_NAME)} />, ID {pet.id}
                  </Link>
                </span>
                <Button onClick={() => void run.markAdded(new Map([[position, pet.id]]))}>
                  Mark as added
                </Button>
              </li>
            ))}
          </ul>
          {found.length === 1 ? null : (
            <Button
              onClick={() => void run.markAdded(new Map(found.map(([position, pet]) => [position, pet.id])))}
            >
              Mark all {found.length} as added
            </Button>
          )}
        </div>
      )}
      {notThere.length === 0 ? null : (
        <div className={styles['group']}>
          <p>
            {counted(notThere.length, 'unknown row is', 'unknown rows are')} not in the list, and the list is
            whole: {numbersText(notThere.map((position) => rows[position]?.number))}.
          </p>
          <Button onClick={() => sendAgain(notThere)}>
            Send {counted(notThere.length, 'row', 'rows')} again
          </Button>
        </div>
      )}
      {cannotTell.length === 0 ? null : (
        <div className={styles['group']}>
          <p>
            For {counted(cannotTell.length, 'unknown row', 'unknown rows')} this cannot be told, because the
            lists are cut: the service gives at most 100 pets.{' '}
            {numbersText(cannotTell.map((position) => rows[position]?.number))}. Sent again, they may be there
            twice.
          </p>
          <Button onClick={() => sendAgain(cannotTell)}>
            Send {counted(cannotTell.length, 'row', 'rows')} again
          </Button>
        </div>
      )}
      {checked === undefined ? null : (
        <div className={styles['group']}>
          {checked.duplicates.length === 0 ? (
            <p>
              {checked.isCut
                ? 'No possible duplicates among the pets that the service lists. The lists are cut at 100 pets, so whether there are more cannot be told.'
                : 'No possible duplicates.'}
            </p>
          ) : (
            <>
              <h3 id="duplicates">Possible duplicates</h3>
              <p>
                These pets look like a row of this import, but their IDs are not in its record. A browser can
                send a request twice by itself, or they were there before.
                {checked.isCut ? ' The lists are cut at 100 pets: there may be more.' : ''}
              </p>
              {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
              <ul role="list" aria-labelledby="duplicates">
                {checked.duplicates.map(({ pet, rowNumber }) => (
                  <li key={pet.id}>
                    <Link to={`/${id}/pets/${pet.id}`}>
                      <Isolated text={shorten(pet.name, LONGEST_NAME)} />, ID {pet.id}
                    </Link>
                    <span>like row {rowNumber}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className={styles['when']}>Checked at {check.kind === 'checked' ? timeText(check.at) : ''}</p>
        </div>
      )}
    </div>
  )
}

/** Row numbers, not more than fit a line. */
function numbersText(numbers: readonly (number | undefined)[]): string {
  const SHOWN = 20
  const some = numbers.slice(0, SHOWN).join(', ')
  return `${numbers.length === 1 ? 'Row' : 'Rows'} ${some}${numbers.length > SHOWN ? ', …' : ''}`
}
