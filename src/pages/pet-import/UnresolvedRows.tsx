import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'
import { truncate } from '#src/lib/truncate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { formatTime } from '#src/lib/format-time.ts'
import { counted } from './import-messages.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './UnresolvedRows.module.css'

/** Enough to know a pet by. Characters. */
const MAX_NAME_LENGTH = 60

type UnresolvedRowsProps = { opened: OpenImport; snapshot: OpenImportSnapshot }

/** What the record cannot know: rows without an answer, and pets that are there twice. */
export function UnresolvedRows({ opened, snapshot: { check, counts, rows } }: UnresolvedRowsProps) {
  const { id, name: service } = useEnvironment()
  const { unknown } = counts
  const isUnknown = (position: number) => rows[position]?.outcome.kind === 'unknown'
  const checked = check.kind === 'checked' ? check.check : undefined
  const found = [...(checked?.found ?? [])].filter(([position]) => isUnknown(position))
  const notFound = (checked?.notFound ?? []).filter(isUnknown)
  const notFoundYet = (checked?.notFoundYet ?? []).filter(isUnknown)
  const inconclusive = (checked?.inconclusive ?? []).filter(isUnknown)
  const numbersOf = (positions: readonly number[]) =>
    numbersText(positions.map((position) => rows[position]?.number))

  return (
    <div className={styles['doubts']} aria-live="polite">
      {check.kind === 'checking' ? <p>Checking the list in {service}…</p> : null}
      {check.kind === 'failed' ? (
        <Alert
          {...describeError(check.error, service)}
          message={`The list could not be checked. ${describeError(check.error, service).message}`}
        />
      ) : null}
      {unknown === 0 ? null : (
        <p>
          {counted(unknown, 'row is', 'rows are')} unknown: {service} did not confirm whether{' '}
          {unknown === 1 ? 'it was' : 'they were'} added.{' '}
          {checked === undefined && check.kind !== 'checking'
            ? `Check the list before you send ${unknown === 1 ? 'it' : 'them'} again.`
            : ''}
        </p>
      )}
      {found.length === 0 ? null : (
        <div className={styles['group']}>
          <p>{counted(found.length, 'unknown row was', 'unknown rows were')} found in the list:</p>
          <ul>
            {found.map(([position, pet]) => (
              <li key={position}>
                <span>
                  Row {rows[position]?.number}:{' '}
                  <Link to={`/${id}/pets/${pet.id}`}>
                    <BidiText text={truncate(pet.name, MAX_NAME_LENGTH)} />, ID {pet.id}
                  </Link>
                </span>
                <Button onClick={() => void opened.markAdded(new Map([[position, pet.id]]))}>
                  Mark as added
                </Button>
              </li>
            ))}
          </ul>
          {found.length === 1 ? null : (
            <Button
              onClick={() =>
                void opened.markAdded(new Map(found.map(([position, pet]) => [position, pet.id])))
              }
            >
              Mark {found.length} rows as added
            </Button>
          )}
        </div>
      )}
      {notFound.length === 0 ? null : (
        <div className={styles['group']}>
          <p>
            {counted(notFound.length, 'unknown row was', 'unknown rows were')} not found in the full list:{' '}
            {numbersOf(notFound)}.
          </p>
          <Button onClick={() => void opened.sendAgain(notFound)}>
            Send {counted(notFound.length, 'row', 'rows')} again
          </Button>
        </div>
      )}
      {notFoundYet.length === 0 ? null : (
        <div className={styles['group']}>
          <p>
            {counted(notFoundYet.length, 'unknown row was', 'unknown rows were')} not found yet:{' '}
            {numbersOf(notFoundYet)}. {notFoundYet.length === 1 ? 'Its request' : 'Their requests'} may still
            be on the way. Check again in a minute.
          </p>
        </div>
      )}
      {inconclusive.length === 0 ? null : (
        <div className={styles['group']}>
          <p>
            {counted(inconclusive.length, 'unknown row was', 'unknown rows were')} not found, but {service}{' '}
            returns at most 100 pets per list: {numbersOf(inconclusive)}. Sending{' '}
            {inconclusive.length === 1
              ? 'it again could create a duplicate'
              : 'them again could create duplicates'}
            .
          </p>
          <Button onClick={() => void opened.sendAgain(inconclusive)}>
            Send {counted(inconclusive.length, 'row', 'rows')} again
          </Button>
        </div>
      )}
      {checked === undefined ? null : (
        <div className={styles['group']}>
          {checked.duplicates.length === 0 ? (
            <p>
              {checked.isTruncated
                ? `No possible duplicates found in the pets ${service} returned. There may be others.`
                : 'No possible duplicates found.'}
            </p>
          ) : (
            <>
              <h3 id="duplicates">Possible duplicates</h3>
              <p>
                These pets match rows in this import but have other IDs. They may be duplicates or older pets.
                {checked.isTruncated
                  ? ` ${service} returns at most 100 pets per list, so there may be others.`
                  : ''}
              </p>
              {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
              <ul role="list" aria-labelledby="duplicates">
                {checked.duplicates.map(({ pet, rowNumber }) => (
                  <li key={pet.id}>
                    <Link to={`/${id}/pets/${pet.id}`}>
                      <BidiText text={truncate(pet.name, MAX_NAME_LENGTH)} />, ID {pet.id}
                    </Link>
                    <span>matches row {rowNumber}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className={styles['when']}>Checked at {check.kind === 'checked' ? formatTime(check.at) : ''}</p>
        </div>
      )}
    </div>
  )
}

/** Row numbers, not more than fit a line. */
function numbersText(numbers: readonly (number | undefined)[]): string {
  const SHOWN = 20
  const some = numbers.slice(0, SHOWN).join(', ')
  return `${numbers.length === 1 ? 'row' : 'rows'} ${some}${numbers.length > SHOWN ? ', …' : ''}`
}
