import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'
import { rowNumbersText } from '#src/importer/row-numbers-text.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetName } from '#src/pets/PetName.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import {
  counted,
  duplicatesMessage,
  foundMessage,
  noDuplicatesMessage,
  stillUnknownMessage,
} from './import-messages.ts'
import styles from './UnresolvedRows.module.css'

/** Of the rows in one sentence. */
const MAX_NUMBERS = 20

type UnresolvedRowsProps = { opened: OpenImport; snapshot: OpenImportSnapshot }

/** Unknown rows, and pets that may have been added twice. */
export function UnresolvedRows({ opened, snapshot: { check, rows } }: UnresolvedRowsProps) {
  const { id, name: service } = useEnvironment()
  const isUnknown = (position: number) => rows[position]?.outcome.kind === 'unknown'
  const result = check.kind === 'checked' ? check.result : undefined
  const found = [...(result?.found ?? [])].filter(([position]) => isUnknown(position))
  const linkTo = (pet: Pet) => (
    <Link to={`/${id}/pets/${pet.id}`}>
      <PetName name={pet.name} />, ID {pet.id}
    </Link>
  )

  return (
    <div className={styles['unresolved']} aria-live="polite">
      {check.kind === 'checking' ? <p>Checking the list in {service}…</p> : null}
      {check.kind === 'failed' ? (
        <Alert
          {...describeError(check.error, service)}
          message={`The list could not be checked. ${describeError(check.error, service).message}`}
        />
      ) : null}
      {found.length === 0 ? null : (
        <div className={styles['group']}>
          <p>{foundMessage(found.length)}</p>
          <ul>
            {found.map(([position, pet]) => (
              <li key={position}>
                <span>
                  Row {rows[position]?.number}: {linkTo(pet)}
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
              Mark {formatNumber(found.length)} rows as added
            </Button>
          )}
        </div>
      )}
      {(['notFound', 'notFoundYet', 'inconclusive'] as const).map((kind) => {
        const positions = result?.[kind].filter(isUnknown) ?? []
        if (positions.length === 0) return null
        const numbers = rowNumbersText(
          positions.map((position) => rows[position]?.number),
          MAX_NUMBERS,
        )
        return (
          <div key={kind} className={styles['group']}>
            <p>{stillUnknownMessage(kind, positions.length, numbers, service)}</p>
            {kind === 'notFoundYet' ? null : (
              <Button onClick={() => void opened.sendAgain(positions)}>
                Send {counted(positions.length, 'row', 'rows')} again
              </Button>
            )}
          </div>
        )
      })}
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
                    {linkTo(pet)}
                    <span>matches row {rowNumber}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="small">
            Checked at <bdi>{check.kind === 'checked' ? formatTime(check.at) : ''}</bdi>
          </p>
        </div>
      )}
    </div>
  )
}
