import { useState } from 'react'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { truncate } from '#src/lib/truncate.ts'
import { isUnnamed } from '#src/spreadsheet/sheet.ts'
import styles from './Columns.module.css'
import type { ImportDraftStore, Reviewed } from './import-draft.ts'

const FIELDS = [
  { field: 'name', label: 'Name column', none: 'Choose a column' },
  { field: 'category', label: 'Category ID column', none: 'Choose a column' },
  { field: 'status', label: 'Status column (optional)', none: 'None' },
] as const

/** Asks what the columns mean, where they do not say it themselves, and whether the first row is a pet. */
export function Columns({ review, store }: { review: Reviewed; store: ImportDraftStore }) {
  const { headings, rows, columns } = review.sheet
  const { name, category, status } = columns
  const isPet = headings === undefined
  const isMissing = !review.hasColumns
  const [isOpen] = useState(isMissing)
  const guessed = `Column ${(name ?? 0) + 1} is the name, column ${(category ?? 0) + 1} the category${status === undefined ? '' : `, column ${status + 1} the status`}.`
  return (
    <div className={`row ${styles['columns']}`}>
      {isPet || isUnnamed(headings.cells) ? (
        <label className="checkbox">
          <input type="checkbox" checked={isPet} onChange={store.toggleFirstRow} />
          First row is a pet
        </label>
      ) : null}
      <details open={isOpen}>
        <summary>
          {isMissing ? 'Choose the columns' : isPet ? `No headings found. ${guessed}` : 'Columns'}
        </summary>
        <div className={`row ${styles['fields']}`}>
          {FIELDS.map(({ field, label, none }) => (
            <label key={field} className="field">
              <span>{label}</span>
              <select
                className="input"
                value={columns[field] ?? ''}
                onChange={({ target: { value } }) =>
                  store.setColumn(field, value === '' ? undefined : Number(value))
                }
              >
                <option value="">{none}</option>
                {rows[0]?.cells.map((cell, column) => (
                  // A column has no identity but its index.
                  // oxlint-disable-next-line react/no-array-index-key
                  <option key={`${column} ${cell}`} value={column}>
                    {shown(headings?.cells[column] ?? '') || `Column ${column + 1}`}
                    {` (${shown(cell)})`}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      </details>
    </div>
  )
}

const shown = (cell: string) => bidiIsolate(truncate(cell, 30))
