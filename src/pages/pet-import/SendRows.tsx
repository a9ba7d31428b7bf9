import { type Ref, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Importer } from '#src/importer/importer.ts'
import type { ReviewSummary } from '#src/importer/review-summary.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { counted } from './import-messages.ts'
import { OutcomeIcon } from './OutcomeTag.tsx'
import styles from './SendRows.module.css'

type SendRowsProps = {
  summary: ReviewSummary
  isPersistent: boolean
  isEditing: boolean
  /** They are about to be sent: nothing of them changes any more. */
  isStarting: boolean
  /** Why the button did nothing. */
  editError: string | undefined
  bar: Ref<HTMLDivElement>
  unlessEditing: (act: () => void) => void
  onSend: () => ReturnType<Importer['start']>
  onClear: () => void
}

/** A bar that stays in view: what is ready, and the button that sends it. Below it, what must be confirmed before. */
export function SendRows({
  summary,
  isPersistent,
  isEditing,
  isStarting,
  editError,
  bar,
  unlessEditing,
  onSend,
  onClear,
}: SendRowsProps) {
  const { name: service, kind } = useEnvironment()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isAccepted, setIsAccepted] = useState(false)
  const [isAcceptMissing, setIsAcceptMissing] = useState(false)
  const acceptField = useRef<HTMLInputElement>(null)
  const [isNotSaved, setIsNotSaved] = useState(false)
  const [isImportedMeanwhile, setIsImportedMeanwhile] = useState(false)
  const acceptError = isAcceptMissing && !isAccepted ? 'Select this to continue' : undefined
  const count = summary.ready.length
  const left = summary.invalid.length + summary.excluded.length
  const pets = counted(count, 'pet', 'pets')

  const send = async () => {
    setIsConfirming(false)
    setIsImportedMeanwhile(false)
    setIsNotSaved(false)
    try {
      setIsImportedMeanwhile((await onSend()) === 'imported-meanwhile')
    } catch {
      setIsNotSaved(true)
    }
  }

  const submit = () => {
    if (!isPersistent && !isAccepted) {
      setIsAcceptMissing(true)
      acceptField.current?.focus()
      return
    }
    if (kind === 'production') setIsConfirming(true)
    else void send()
  }

  return (
    <>
      <div
        ref={bar}
        className={styles['bar']}
        data-editing={(isEditing && editError === undefined) || undefined}
        role="group"
        aria-label="Rows to add"
        tabIndex={-1}
      >
        <p className={styles['counts']}>
          <span data-kind="added">
            <OutcomeIcon kind="added" /> {formatNumber(count)} ready
          </span>
          {summary.invalid.length === 0 ? null : (
            <span data-kind="rejected">
              <OutcomeIcon kind="rejected" /> {formatNumber(summary.invalid.length)} with problems
            </span>
          )}
          {summary.excluded.length === 0 ? null : (
            <span>{formatNumber(summary.excluded.length)} left out</span>
          )}
        </p>
        <div className={styles['actions']}>
          {count === 0 ? (
            <p>No rows are ready to add.</p>
          ) : (
            <>
              <Button
                variant="primary"
                busy={isStarting}
                aria-describedby="add-many-to"
                onClick={() => unlessEditing(submit)}
              >
                {isStarting ? 'Adding…' : `Add ${pets}`}
              </Button>
              <p id="add-many-to" className={styles['to']}>
                to {service}
              </p>
            </>
          )}
          <Button variant="quiet" busy={isStarting} onClick={onClear}>
            Clear rows
          </Button>
        </div>
        {editError === undefined ? null : (
          <div role="alert" className={styles['error']}>
            <FieldError id="edit-error" error={editError} />
          </div>
        )}
      </div>
      {isPersistent ? null : (
        <div className={styles['accept']}>
          <Alert
            tone="attention"
            message="Your browser cannot save this import. If the page reloads, you cannot tell which rows were added."
          />
          <FieldError id="accept-error" error={acceptError} />
          <label className={styles['check']}>
            <input
              ref={acceptField}
              type="checkbox"
              aria-required
              checked={isAccepted}
              aria-invalid={acceptError === undefined ? undefined : true}
              aria-describedby={acceptError === undefined ? undefined : 'accept-error'}
              onChange={(event) => setIsAccepted(event.target.checked)}
            />
            <span>Import without a saved record</span>
          </label>
        </div>
      )}
      {isImportedMeanwhile ? (
        <Alert
          tone="attention"
          message="Another tab imported some of these rows just now, so nothing was added here. Check the rows again."
        />
      ) : null}
      {isNotSaved ? (
        <Alert message="The import could not be saved on this device, so nothing was added. Free up disk space and try again." />
      ) : null}
      {isConfirming && count > 0 ? (
        <Modal title={`Add ${pets} to ${service}?`} onClose={() => setIsConfirming(false)}>
          <p>You are adding to production. Pets cannot be edited or deleted once added.</p>
          {left === 0 ? null : <p>{counted(left, 'row', 'rows')} will not be added.</p>}
          <div className="actions">
            {/* First, so that it has the focus: what cannot be undone must not be one Enter away. */}
            <Button onClick={() => setIsConfirming(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => void send()}>
              Add {pets}
            </Button>
          </div>
        </Modal>
      ) : null}
    </>
  )
}
