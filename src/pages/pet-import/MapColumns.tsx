import { useId, useState } from 'react'
import { isolate } from '#src/lib/isolate.ts'
import { shorten } from '#src/lib/shorten.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import styles from './MapColumns.module.css'
import type { Review, ReviewStore } from './review.ts'

type MapColumnsProps = { review: Extract<Review, { kind: 'unmapped' }>; store: ReviewStore }

/** A column is named by no more than this of its first cells. Characters. */
const LONGEST_CELL = 30

const FIELDS = [
  { field: 'name', label: 'Column with the name', required: true },
  { field: 'categoryId', label: 'Column with the category ID', required: true },
  { field: 'status', label: 'Column with the status', required: false },
] as const

type Chosen = Record<(typeof FIELDS)[number]['field'], number | undefined>

/** Where the header does not say it, the person says which column is which. */
export function MapColumns({ review: { sheet, toMap }, store }: MapColumnsProps) {
  const id = useId()
  const [chosen, setChosen] = useState<Chosen>({ ...toMap.guess })
  const [missing, setMissing] = useState<readonly string[]>([])

  const submit = () => {
    const { name, categoryId, status } = chosen
    const wrong = FIELDS.filter(({ field, required }) => required && chosen[field] === undefined)
    setMissing(wrong.map(({ field }) => field))
    const first = wrong[0]
    if (first !== undefined)
      document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${first.field}`)}`)?.focus()
    else if (name !== undefined && categoryId !== undefined) void store.map({ name, categoryId, status })
  }

  return (
    <form
      className={styles['map']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2>Which column is which?</h2>
      <p>The header does not say it: {sheet.header.map((cell) => `“${shown(cell)}”`).join(', ')}.</p>
      {FIELDS.map(({ field, label, required }) => (
        <div key={field} className={styles['field']}>
          <label htmlFor={`${id}-${field}`}>{label}</label>
          <FieldError
            id={`${id}-${field}-error`}
            error={missing.includes(field) ? `Choose the ${label.replace('Column', 'column')}` : undefined}
          />
          <select
            id={`${id}-${field}`}
            value={chosen[field] ?? ''}
            aria-required={required}
            aria-invalid={missing.includes(field) || undefined}
            aria-describedby={missing.includes(field) ? `${id}-${field}-error` : undefined}
            onChange={(event) =>
              setChosen({
                ...chosen,
                [field]: event.target.value === '' ? undefined : Number(event.target.value),
              })
            }
          >
            <option value="">{required ? '' : 'No column'}</option>
            {sheet.header.map((cell, column) => (
              // A column has no other identity than its place.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={`${column} ${cell}`} value={column}>
                {cell === '' ? `Column ${column + 1}` : shown(cell)}
                {sheet.rows[0] === undefined ? '' : ` (${shown(sheet.rows[0].cells[column] ?? '')})`}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className={styles['actions']}>
        <Button type="submit" variant="primary">
          Use these columns
        </Button>
        {toMap.looksLikeData ? (
          <Button onClick={() => void store.takeFirstRowAsData()}>The first row is a pet</Button>
        ) : null}
      </div>
    </form>
  )
}

function shown(cell: string): string {
  return isolate(shorten(cell, LONGEST_CELL))
}
