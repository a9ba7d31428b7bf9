import { useId, useState } from 'react'
import { checkColumns, type ChosenColumns } from '#src/spreadsheet/map-columns.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { truncate } from '#src/lib/truncate.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { FirstRowBox } from './FirstRowBox.tsx'
import type { ImportDraft, ImportDraftStore } from './import-draft.ts'
import styles from './MapColumns.module.css'

type MapColumnsProps = { draft: Extract<ImportDraft, { kind: 'unmapped' }>; store: ImportDraftStore }

/** Of a cell in the name of a column. Characters. */
const MAX_CELL_LENGTH = 30

const FIELDS = [
  { field: 'name', label: 'Name column', required: true },
  { field: 'categoryId', label: 'Category ID column', required: true },
  { field: 'status', label: 'Status column (optional)', required: false },
] as const

export function MapColumns({ draft: { sheet, toMap }, store }: MapColumnsProps) {
  const id = useId()
  const [chosen, setChosen] = useState<ChosenColumns>(toMap.guess)
  const [problems, setProblems] = useState<ReturnType<typeof checkColumns>['problems']>()

  const submit = () => {
    const { columns, problems: found } = checkColumns(chosen)
    setProblems(found)
    const first = FIELDS.find(({ field }) => found?.[field] !== undefined)
    if (first !== undefined)
      document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${first.field}`)}`)?.focus()
    else if (columns !== undefined) store.map(columns)
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
      <h2>Match your columns</h2>
      {toMap.missing.length === 0 || sheet.headerRow === undefined ? null : (
        <p>
          These columns could not be matched: {sheet.header.map((cell) => `“${shown(cell)}”`).join(', ')}.
        </p>
      )}
      <FirstRowBox sheet={sheet} store={store} />
      {FIELDS.map(({ field, label, required }) => (
        <div
          key={field}
          className={fieldStyles['field']}
          data-error={problems?.[field] !== undefined || undefined}
        >
          <label htmlFor={`${id}-${field}`}>{label}</label>
          <FieldError id={`${id}-${field}-error`} error={problems?.[field]} />
          <select
            id={`${id}-${field}`}
            className="input"
            value={chosen[field] ?? ''}
            aria-required={required}
            aria-invalid={problems?.[field] === undefined ? undefined : true}
            aria-describedby={problems?.[field] === undefined ? undefined : `${id}-${field}-error`}
            onChange={(event) =>
              setChosen({
                ...chosen,
                [field]: event.target.value === '' ? undefined : Number(event.target.value),
              })
            }
          >
            <option value="">{required ? 'Choose a column' : 'None'}</option>
            {sheet.header.map((cell, column) => (
              // A column has no identity but its index.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={`${column} ${cell}`} value={column}>
                {cell === '' ? `Column ${column + 1}` : shown(cell)}
                {sheet.rows[0] === undefined ? '' : ` (${shown(sheet.rows[0].cells[column] ?? '')})`}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className="actions">
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </div>
    </form>
  )
}

function shown(cell: string): string {
  return bidiIsolate(truncate(cell, MAX_CELL_LENGTH))
}
