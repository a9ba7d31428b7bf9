import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import {
  counted,
  duplicatesMessage,
  foundMessage,
  inconclusiveMessage,
  noDuplicatesMessage,
  notFoundMessage,
  notFoundYetMessage,
  unknownRowsMessage,
} from './import-messages.ts'
import styles from './UnresolvedRows.module.css'

const MAX_NAME_LENGTH = 60

type UnresolvedRowsProps = { opened: OpenImport; snapshot: OpenImportSnapshot }

/** Unknown rows, and pets that may have been added twice. */
export function UnresolvedRows({ opened, snapshot: { check, counts, rows } }: UnresolvedRowsProps) {
  const { id, name: service } = useEnvironment()
  const { unknown } = counts
  const isUnknown = (position: number) => rows[position]?.outcome.kind === 'unknown'
  const result = check.kind === 'checked' ? check.result : undefined
  const found = [...(result?.found ?? [])].filter(([position]) => isUnknown(position))
  const notFound = (result?.notFound ?? []).filter(isUnknown)
  const notFoundYet = (result?.notFoundYet ?? []).filter(isUnknown)
  const inconclusive = (result?.inconclusive ?? []).filter(isUnknown)
  const numbersOf = (positions: readonly number[]) =>
    numbersText(positions.map((position) => rows[position]?.number))

  return (
    <div className={styles['unresolved']} aria-live="polite">
      {check.kind === 'checking' ? <p>Checking the list in {service}…</p> : null}
      {check.kind === 'failed' ? (
        <Alert
          {...describeError(check.error, service)}
          message={`The list could not be checked. ${describeError(check.error, service).message}`}
        />
      ) : null}
      {unknown === 0 ? null : <p>{unknownRowsMessage(unknown, service, check)}</p>}
      {found.length === 0 ? null : (
        <div className={styles['group']}>
          <p>{foundMessage(found.length)}</p>
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
          <p>{notFoundMessage(notFound.length, numbersOf(notFound))}</p>
          <Button onClick={() => void opened.sendAgain(notFound)}>
            Send {counted(notFound.length, 'row', 'rows')} again
          </Button>
        </div>
      )}
      {notFoundYet.length === 0 ? null : (
        <div className={styles['group']}>
          <p>{notFoundYetMessage(notFoundYet.length, numbersOf(notFoundYet))}</p>
        </div>
      )}
      {inconclusive.length === 0 ? null : (
        <div className={styles['group']}>
          <p>{inconclusiveMessage(inconclusive.length, numbersOf(inconclusive), service)}</p>
          <Button onClick={() => void opened.sendAgain(inconclusive)}>
            Send {counted(inconclusive.length, 'row', 'rows')} again
          </Button>
        </div>
      )}
      {result === undefined ? null : (
        <div className={styles['group']}>
          {result.duplicates.length === 0 ? (
            <p>{noDuplicatesMessage(result.isTruncated, service)}</p>
          ) : (
            <>
              <h3 id="duplicates">Possible duplicates</h3>
              <p>{duplicatesMessage(result.isTruncated, service)}</p>
              {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
              <ul role="list" aria-labelledby="duplicates">
                {result.duplicates.map(({ pet, rowNumber }) => (
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

function numbersText(numbers: readonly (number | undefined)[]): string {
  const SHOWN = 20
  const some = numbers.slice(0, SHOWN).join(', ')
  return `${numbers.length === 1 ? 'row' : 'rows'} ${some}${numbers.length > SHOWN ? ', …' : ''}`
}
