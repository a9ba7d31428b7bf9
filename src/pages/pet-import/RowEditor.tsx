import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { ColumnMap, RowProblems, SheetRow } from '#src/importer/import-types.ts'
import { type RowProblem, rowProblems } from '#src/importer/row-problems.ts'
import { validateRow } from '#src/importer/validate-row.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { isPetStatus, PET_STATUSES } from '#src/pets/pet.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { problemMessage } from './import-messages.ts'
import styles from './RowEditor.module.css'

/** The cells of a row that is being edited, by column. The row is validated once saved. */
export type RowEdit = { readonly position: number; readonly cells: ReadonlyMap<number, string> }

type RowEditorProps = {
  row: SheetRow
  columns: ColumnMap
  /** Those that were there before it was edited. */
  problems: RowProblems | undefined
  edit: RowEdit
  onChange: (edit: RowEdit) => void
  onSave: () => void
  onCancel: () => void
}

/** The fields of the form for a new pet, in the row that they belong to. */
export function RowEditor({ row, columns, problems, edit, onChange, onSave, onCancel }: RowEditorProps) {
  const id = useId()
  const { categories } = useEnvironment()
  const nameField = useRef<HTMLInputElement>(null)
  const categoryField = useRef<HTMLInputElement>(null)
  const statusField = useRef<HTMLSelectElement>(null)
  const [found, setFound] = useState(() => rowProblems(problems ?? {}, row, columns))
  const cells = row.cells.map((cell, column) => edit.cells.get(column) ?? cell)

  const focusFirst = (wrong: readonly RowProblem[]) => {
    const fields = { name: nameField, categoryId: categoryField, status: statusField }
    fields[wrong[0]?.field ?? 'name'].current?.focus()
  }
  const focusFirstOnOpening = useEffectEvent(() => focusFirst(found))
  useEffect(() => focusFirstOnOpening(), [])

  /** A word where a category is expected is named; below the field it says what to do. */
  const errorOf = (field: keyof ColumnMap) => {
    const problem = found.find((one) => one.field === field)
    return problem?.word ? problemMessage(problem) : problem?.error
  }
  const cellOf = (field: keyof ColumnMap) => {
    const column = columns[field]
    return column === undefined ? '' : (cells[column] ?? '')
  }
  const change = (field: keyof ColumnMap, text: string) => {
    const column = columns[field]
    if (column !== undefined) onChange({ ...edit, cells: new Map([...edit.cells, [column, text]]) })
  }

  const save = () => {
    const wrong = rowProblems(validateRow({ cells }, columns, categories).problems ?? {}, { cells }, columns)
    setFound(wrong)
    if (wrong.length === 0) onSave()
    else focusFirst(wrong)
  }

  const status = cellOf('status')
  const statusError = errorOf('status')
  const known = status.trim().toLowerCase()
  const isKnown = known === '' || isPetStatus(known)
  return (
    // Escape cancels from every field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles['editor']}
      aria-label={`Edit row ${row.number}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event.nativeEvent)) onCancel()
      }}
    >
      <TextField
        label="Name"
        aria-label={`Name, row ${row.number}`}
        ref={nameField}
        required
        spellCheck={false}
        value={cellOf('name')}
        onChange={(event) => change('name', event.target.value)}
        error={errorOf('name')}
      />
      <CategoryField
        ref={categoryField}
        fieldLabel="Category"
        accessibleName={`Category, row ${row.number}`}
        value={cellOf('categoryId')}
        onChange={(text) => change('categoryId', text)}
        error={errorOf('categoryId')}
      />
      {columns.status === undefined ? null : (
        <div className={fieldStyles['field']} data-error={statusError !== undefined || undefined}>
          <label htmlFor={`${id}-status`}>Status</label>
          <FieldError id={`${id}-status-error`} error={statusError} />
          <select
            id={`${id}-status`}
            aria-label={`Status, row ${row.number}`}
            ref={statusField}
            className="input"
            value={isKnown ? known : status}
            aria-invalid={statusError === undefined ? undefined : true}
            aria-describedby={statusError === undefined ? undefined : `${id}-status-error`}
            onChange={(event) => change('status', event.target.value)}
          >
            {isKnown ? null : <option value={status}>{status}</option>}
            <option value="">{statusText(undefined)}</option>
            {PET_STATUSES.map((one) => (
              <option key={one} value={one}>
                {statusText(one)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className={styles['actions']}>
        <Button type="submit">Save</Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
