import { useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Importer, ImporterSnapshot } from '#src/importer/importer.ts'
import { type ReadyReview, rowsToSend } from '#src/importer/ready-review.ts'
import type { ReviewStore } from '#src/importer/review.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import { formatTime } from '#src/lib/format-time.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { counted, countsText } from './import-messages.ts'
import { EditableRows, type RowEdit } from './EditableRows.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './ReviewPanel.module.css'

type ReviewPanelProps = {
  review: ReadyReview
  importer: Importer
  snapshot: ImporterSnapshot
}

/** All rows as they would be sent, before anything is. */
export function ReviewPanel({ review, importer, snapshot }: ReviewPanelProps) {
  const { name: service, kind } = useEnvironment()
  const [problemsFirst, setProblemsFirst] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const [acceptError, setAcceptError] = useState<string>()
  const acceptField = useRef<HTMLInputElement>(null)
  const [recordError, setRecordError] = useState(false)
  const [meanwhile, setMeanwhile] = useState(false)
  const [edit, setEdit] = useState<RowEdit>()
  const [editError, setEditError] = useState<string>()
  const { sheet, checks, duplicates, input } = review

  const included = rowsToSend(review)
  const isSound = (position: number) => checks[position]?.newPet !== undefined
  const sound = included.filter(isSound)
  const bad = included.length - sound.length
  const shown = problemsFirst ? [...included.filter((position) => !isSound(position)), ...sound] : included
  const repeated = included.filter((position) => duplicates.has(sheet.rows[position]?.number ?? 0)).length
  const isPersistent = snapshot.isPersistent ?? true
  const pets = counted(sound.length, 'pet', 'pets')

  const send = async () => {
    setIsAsking(false)
    setMeanwhile(false)
    try {
      setMeanwhile((await importer.start(review)) === 'imported-meanwhile')
    } catch {
      setRecordError(true)
    }
  }

  /** What is typed into a row and not saved must not be left behind without a word. */
  const unlessEditing = (act: () => void) => {
    const row = edit === undefined ? undefined : sheet.rows[edit.position]
    setEditError(
      row === undefined ? undefined : `Save row ${row.number} first, or press Escape in it to cancel`,
    )
    if (row === undefined) act()
    else document.querySelector<HTMLElement>('[aria-labelledby="review"] table input')?.focus()
  }

  const press = () => {
    if (!isPersistent && !accepted) {
      setAcceptError('Select this to continue')
      acceptField.current?.focus()
      return
    }
    if (kind === 'production') setIsAsking(true)
    else void send()
  }

  return (
    <section className={styles['review']} aria-labelledby="review">
      <h2 id="review">
        Review {formatNumber(included.length)}{' '}
        {input.fileName === undefined ? (
          <span key="pasted">pasted {included.length === 1 ? 'row' : 'rows'}</span>
        ) : (
          <span key="file">
            {included.length === 1 ? 'row' : 'rows'} of <BidiText text={input.fileName} />
          </span>
        )}
      </h2>
      {sheet.notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
      <ImportedBefore review={review} store={importer.review} />
      {review.before.matching.size === 0 ? null : (
        <Alert
          tone="attention"
          message={`${counted(review.before.matching.size, 'row matches a pet', 'rows match pets')} in your saved imports. Check that ${review.before.matching.size === 1 ? 'it is another animal' : 'they are other animals'} before you add ${review.before.matching.size === 1 ? 'it' : 'them'}.`}
        />
      )}
      <p>
        {bad === 0
          ? sound.length === 0
            ? ''
            : 'All rows are ready to add.'
          : `${counted(bad, 'row has a problem', 'rows have problems')} and will not be added.`}
        {repeated === 0
          ? ''
          : ` ${counted(repeated, 'row duplicates another', 'rows duplicate others')}. ${repeated === 1 ? 'Both' : 'All of them'} will be added.`}
      </p>
      <div className={styles['actions']}>
        {bad === 0 ? null : (
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={problemsFirst}
              onChange={(event) => setProblemsFirst(event.target.checked)}
            />
            <span>Show rows with problems first</span>
          </label>
        )}
        <Button variant="quiet" onClick={() => unlessEditing(importer.review.changeColumns)}>
          Change columns
        </Button>
      </div>
      <EditableRows
        review={review}
        positions={shown}
        onSave={importer.review.editRow}
        edit={edit}
        onEditChange={(next) => {
          setEdit(next)
          if (next === undefined) setEditError(undefined)
        }}
      />
      {editError === undefined ? null : (
        <div role="alert">
          <FieldError id="mending-error" error={editError} />
        </div>
      )}
      {isPersistent ? null : (
        <div className={styles['accept']}>
          <Alert
            tone="attention"
            message="Your browser cannot save this import. If the page reloads, you cannot tell which rows were added."
          />
          <FieldError id="accept-error" error={accepted ? undefined : acceptError} />
          <label className={styles['check']}>
            <input
              ref={acceptField}
              type="checkbox"
              aria-required
              checked={accepted}
              aria-invalid={acceptError !== undefined && !accepted ? true : undefined}
              aria-describedby={acceptError !== undefined && !accepted ? 'accept-error' : undefined}
              onChange={(event) => setAccepted(event.target.checked)}
            />
            <span>Import without a saved record</span>
          </label>
        </div>
      )}
      {meanwhile ? (
        <Alert
          tone="attention"
          message="These rows were imported in another tab just now, so nothing was added here."
        />
      ) : null}
      {recordError ? (
        <Alert message="The import could not be saved on this device, so nothing was added. Free up disk space and try again." />
      ) : null}
      {sound.length === 0 ? (
        <p>No rows are ready to add.</p>
      ) : (
        <div className={styles['actions']}>
          <Button variant="primary" aria-describedby="add-many-to" onClick={() => unlessEditing(press)}>
            Add {pets}
          </Button>
          <span id="add-many-to">to {service}</span>
        </div>
      )}
      {isAsking && sound.length > 0 ? (
        <Modal title={`Add ${pets} to ${service}?`} onClose={() => setIsAsking(false)}>
          <p className={styles['question']}>
            You are adding to production. Pets cannot be edited or deleted once added.
          </p>
          <div className={styles['actions']}>
            {/* First, so that it has the focus: what cannot be undone is never one Enter away. */}
            <Button onClick={() => setIsAsking(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => void send()}>
              Add {pets}
            </Button>
          </div>
        </Modal>
      ) : null}
    </section>
  )
}

/** The same rows were imported before on this device, perhaps in parts, or the file is the report of an import. */
function ImportedBefore({ review, store }: { review: ReadyReview; store: ReviewStore }) {
  const { sheet, before, includesSettled } = review
  if (before.imports.length === 0 && before.settled.size === 0) return null
  const notSettled = sheet.rows.filter(({ number }) => !before.settled.has(number)).length
  const times = before.imports.map(
    ({ record, counts }) => `${formatTime(record.startedAt)}, ${countsText(counts)}`,
  )
  const isOpen = (kind: 'unknown' | 'waiting') => before.imports.some(({ counts }) => counts[kind] > 0)
  return (
    <Alert
      tone="attention"
      message={
        times.length === 0
          ? 'This is the report of an import.'
          : `You already imported these rows: ${times.join('; ')}.`
      }
      facts={[
        includesSettled
          ? 'Every row will be added again.'
          : 'Rows that were added, or may be added by that import, are left out.',
        ...(isOpen('unknown') ? ['Resolve unknown rows in that import first.'] : []),
        ...(isOpen('waiting') ? ['Resume that import to add the rows that are waiting.'] : []),
      ].join(' ')}
    >
      <Button onClick={() => store.includeSettled(!includesSettled)}>
        {!includesSettled
          ? `Import all ${counted(sheet.rows.length, 'row', 'rows')} again`
          : notSettled === 0
            ? 'Leave out the imported rows'
            : `Import the ${counted(notSettled, 'row', 'rows')} not added`}
      </Button>
    </Alert>
  )
}
