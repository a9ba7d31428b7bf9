import { useState } from 'react'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { PetFormField } from '#src/pets/form/pet-form.ts'
import { isUnnamed } from '#src/spreadsheet/headings.ts'
import styles from './Columns.module.css'
import type { Review } from './review.ts'
import type { ReviewStore } from './review-store.ts'

const FIELDS = [
  { field: 'name', label: 'Name column', none: 'Choose a column' },
  { field: 'category', label: 'Category ID column', none: 'Choose a column' },
  { field: 'status', label: 'Status column (optional)', none: 'None' },
] as const

type ColumnsProps = { review: Review; store: ReviewStore }

/**
 * Asks what the columns mean if they do not say it themselves, and whether the first row is a pet.
 */
export function Columns({ review, store }: ColumnsProps) {
  const { headings } = review.sheet
  // The box stays open or closed as it was at first, so that it does not close while one chooses.
  const [isOpen] = useState(!review.hasColumns)
  const mayBePet = headings === undefined || isUnnamed(headings.cells)
  return (
    <>
      {mayBePet && (
        <label className="checkbox">
          <input type="checkbox" checked={headings === undefined} onChange={store.toggleFirstRow} />
          First row is a pet
        </label>
      )}
      <details open={isOpen} className={styles['columns']}>
        <summary>{columnsSummary(review)}</summary>
        <div className={`row gap-3 ${styles['fields']}`}>
          {FIELDS.map(({ field, label, none }) => (
            <label key={field} className="field">
              <span>{label}</span>
              <ColumnSelect field={field} none={none} review={review} store={store} />
            </label>
          ))}
        </div>
      </details>
    </>
  )
}

/** Says what was guessed if there are no headings, or that the person has to choose. */
function columnsSummary({ sheet, hasColumns }: Review): string {
  if (!hasColumns) return 'Choose the columns'
  if (sheet.headings !== undefined) return 'Columns'
  const { name = 0, category = 0, status } = sheet.columns
  const statusText = status === undefined ? '' : `, column ${status + 1} the status`
  return `No headings found. Column ${name + 1} is the name, column ${category + 1} the category${statusText}.`
}

type ColumnSelectProps = ColumnsProps & { field: PetFormField; none: string }

/** Asks for the column of a field. Each column is offered with its heading and its first cell. */
function ColumnSelect({ field, none, review, store }: ColumnSelectProps) {
  const { headings, rows, columns } = review.sheet
  const firstCells = rows[0]?.cells ?? []
  const choose = (value: string) => store.setColumn(field, value === '' ? undefined : Number(value))
  return (
    <select className="input" value={columns[field] ?? ''} onChange={({ target }) => choose(target.value)}>
      <option value="">{none}</option>
      {firstCells.map((cell, column) => (
        // A column has no identity but its index.
        // oxlint-disable-next-line react/no-array-index-key
        <option key={`${column} ${cell}`} value={column}>
          {shownCell(headings?.cells[column] ?? '') || `Column ${column + 1}`}
          {` (${shownCell(cell)})`}
        </option>
      ))}
    </select>
  )
}

function shownCell(cell: string): string {
  return bidiIsolate(truncate(cell, 30))
}
