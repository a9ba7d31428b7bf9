import { useState } from 'react'
import type { Importer, ImporterSnapshot } from '#src/importer/importer.ts'
import { type ReadyReview, rowsToSend } from '#src/importer/ready-review.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import { EditableRows, type RowEdit } from './EditableRows.tsx'
import { matchingRowsMessage, reviewSummary } from './import-messages.ts'
import { ImportedBeforeAlert } from './ImportedBeforeAlert.tsx'
import styles from './ReviewPanel.module.css'
import { SendRows } from './SendRows.tsx'

type ReviewPanelProps = {
  review: ReadyReview
  importer: Importer
  snapshot: ImporterSnapshot
}

export function ReviewPanel({ review, importer, snapshot }: ReviewPanelProps) {
  const [problemsFirst, setProblemsFirst] = useState(false)
  const [edit, setEdit] = useState<RowEdit>()
  const [editError, setEditError] = useState<string>()
  const { sheet, checks, duplicates, input, before } = review

  const included = rowsToSend(review)
  const isValid = (position: number) => checks[position]?.newPet !== undefined
  const valid = included.filter(isValid)
  const invalid = included.filter((position) => !isValid(position))
  const repeated = included.filter((position) => duplicates.has(sheet.rows[position]?.number ?? 0))

  /** An edit that is not saved must not be lost silently. */
  const unlessEditing = (act: () => void) => {
    const row = edit === undefined ? undefined : sheet.rows[edit.position]
    setEditError(
      row === undefined ? undefined : `Save row ${row.number} first, or press Escape in it to cancel`,
    )
    if (row === undefined) act()
    else document.querySelector<HTMLElement>('[aria-labelledby="review"] table input')?.focus()
  }

  return (
    <section className="stack" aria-labelledby="review">
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
        <p key={note} className="note">
          {note}
        </p>
      ))}
      <ImportedBeforeAlert review={review} store={importer.review} />
      {before.matching.size === 0 ? null : (
        <Alert tone="attention" message={matchingRowsMessage(before.matching.size)} />
      )}
      <p>
        {reviewSummary({
          valid: valid.length,
          invalid: invalid.length,
          duplicates: repeated.length,
        })}
      </p>
      <div className={styles['actions']}>
        {invalid.length === 0 ? null : (
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
        positions={problemsFirst ? [...invalid, ...valid] : included}
        onSave={importer.review.editRow}
        edit={edit}
        onEditChange={(next) => {
          setEdit(next)
          if (next === undefined) setEditError(undefined)
        }}
      />
      {editError === undefined ? null : (
        <div role="alert">
          <FieldError id="edit-error" error={editError} />
        </div>
      )}
      <SendRows
        count={valid.length}
        isPersistent={snapshot.isPersistent ?? true}
        unlessEditing={unlessEditing}
        onSend={() => importer.start(review)}
      />
    </section>
  )
}
