import { useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { OutcomeIcon } from '#src/outbox/ui/OutcomeIcon.tsx'
import { StorageAlert } from '#src/outbox/ui/StorageAlert.tsx'
import { isAsking } from '#src/outbox/storage.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { Columns } from './Columns.tsx'
import { type ImportDraftStore, type Reviewed, toRowsToSend } from './import-draft.ts'
import { importName } from './import-messages.ts'
import { type ImportProblem, problemMessage } from './import-problem.ts'
import styles from './Review.module.css'
import { ReviewRows } from './ReviewRows.tsx'

/** How far the press on "Add N pets" has come. */
type Start =
  | { readonly step: 'reviewing'; readonly problem?: ImportProblem | undefined }
  | { readonly step: 'confirming' }
  | { readonly step: 'starting' }

/** The rows before they are sent, below a bar that stays in view: how many are ready, and the button that sends them. */
export function Review({ review, store }: { review: Reviewed; store: ImportDraftStore }) {
  const { name: service, kind } = useEnvironment()
  const { outbox, imports } = useOutbox()
  const storage = useStore(outbox.storageState)
  const { isUnstored } = useStore(store)
  const [start, setStart] = useState<Start>({ step: 'reviewing' })
  const isStarting = start.step === 'starting'
  const { batch, fileName, sheet, hasColumns, rows, views, ready, invalid } = review
  const pets = counted(ready.length, 'pet')
  const unknown = hasColumns ? undefined : 'Name or category not found'
  const others = rows.length - ready.length

  const send = async () => {
    setStart({ step: 'starting' })
    const file = { fileName, header: sheet.headings?.cells, columns: sheet.columns }
    const rowsToSend = toRowsToSend(review)
    try {
      const result = await (batch === undefined
        ? imports.start(file, rowsToSend)
        : imports.sendCorrected(batch.id, rowsToSend))
      if (result === 'started') store.clear()
      else setStart({ step: 'reviewing', problem: result })
    } catch {
      // `StorageAlert` says why nothing could be written, except where the person has gone on without a record.
      const isInMemory = outbox.storageState.get() === 'in-memory'
      setStart({ step: 'reviewing', problem: isInMemory ? 'memory' : undefined })
    }
  }

  return (
    <section tabIndex={-1} data-focus-fallback className="stack" aria-label="Review">
      <h2>
        <BidiText text={importName(review)} /> · {counted(rows.length, 'row')}
        {batch === undefined ? '' : ' to fix'}
      </h2>
      <div className={`split card ${styles['bar']}`} role="group" aria-label="Rows to add">
        <p className={`row ${styles['counts']}`}>
          {unknown ??
            views.map(({ key, icon, label, rows: { length } }) =>
              length === 0 && key !== 'ready' ? null : (
                <span key={key} className="row" data-kind={length === 0 ? undefined : icon}>
                  {length === 0 ? null : <OutcomeIcon kind={icon} />} {formatNumber(length)}{' '}
                  {label.toLowerCase()}
                </span>
              ),
            )}
        </p>
        <div className={`row ${styles['actions']}`}>
          {ready.length === 0 && !isStarting ? (
            hasColumns && <p>No rows are ready to add.</p>
          ) : (
            <>
              <Button
                variant="primary"
                busy={isStarting}
                aria-describedby="add-many-to"
                onClick={() => (kind === 'production' ? setStart({ step: 'confirming' }) : void send())}
              >
                {isStarting ? 'Adding…' : `Add ${pets}`}
              </Button>
              <p id="add-many-to" className="cut muted">
                to {service}
              </p>
            </>
          )}
          <Button variant="quiet" busy={isStarting} onClick={store.clear}>
            {batch === undefined ? 'Clear rows' : 'Cancel'}
          </Button>
        </div>
      </div>
      <LiveRegion
        text={`${counted(rows.length, 'row')} read: ${unknown ?? `${formatNumber(ready.length)} ready, ${formatNumber(invalid.length)} with problems`}`}
      />
      {start.step === 'reviewing' && start.problem !== undefined && (
        <Alert tone="attention" message={problemMessage(importName(review), start.problem)} />
      )}
      {(isAsking(storage) || storage === 'in-memory') && (
        <StorageAlert storage={storage} onContinue={() => void outbox.continueWithoutRecord()} />
      )}
      {isUnstored === true && (
        <Alert
          tone="attention"
          message="Your browser cannot keep these rows. Reloading or closing this page would lose them."
        />
      )}
      {start.step === 'confirming' && ready.length > 0 ? (
        <Modal title={`Add ${pets} to ${service}?`} onClose={() => setStart({ step: 'reviewing' })}>
          <p>
            Pets cannot be edited or deleted.
            {others === 0 ? '' : ` ${counted(others, 'row is', 'rows are')} left out.`}
          </p>
          <div className="actions">
            {/* First, so that it has the focus: what cannot be undone must not be one Enter away. */}
            <Button onClick={() => setStart({ step: 'reviewing' })}>Cancel</Button>
            <Button variant="primary" onClick={() => void send()}>
              Add {pets}
            </Button>
          </div>
        </Modal>
      ) : null}
      {/* What is changed now would be neither sent nor kept. */}
      {isStarting ? null : (
        <div className={`stack ${styles['rest']}`}>
          {batch === undefined ? <Columns review={review} store={store} /> : null}
          {hasColumns && sheet.note !== undefined ? <p className="note">{sheet.note}</p> : null}
          {hasColumns ? <ReviewRows review={review} store={store} /> : null}
        </div>
      )}
    </section>
  )
}
