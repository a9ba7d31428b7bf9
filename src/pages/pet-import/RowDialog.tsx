import { useId, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { isPetStatus, PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { type RowProblem, rowProblems } from '#src/spreadsheet/row-problems.ts'
import type { ColumnMap, RowProblems, SheetRow } from '#src/spreadsheet/sheet.ts'
import { validateRow } from '#src/spreadsheet/validate-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { problemMessage } from './import-messages.ts'
import styles from './RowDialog.module.css'

type RowDialogProps = {
  row: SheetRow
  columns: ColumnMap
  /** Those that were there before it was edited. */
  problems: RowProblems | undefined
  /** By column, what was changed. */
  onSave: (cells: ReadonlyMap<number, string>) => void
  onClose: () => void
}

/** The fields of the form for a new pet, for one row. */
export function RowDialog({ row, columns, problems, onSave, onClose }: RowDialogProps) {
  const id = useId()
  const { categories } = useEnvironment()
  const form = useRef<HTMLFormElement>(null)
  const categoryField = useRef<HTMLInputElement>(null)
  const [edited, setEdited] = useState<ReadonlyMap<number, string>>(new Map())
  const [found, setFound] = useState(() => rowProblems(problems ?? {}, row, columns))
  const cells = row.cells.map((cell, column) => edited.get(column) ?? cell)

  /** A word where a category is expected is named; below the field it says what to do. */
  const errorOf = (field: keyof ColumnMap) => {
    const problem = found.find((one) => one.field === field)
    return problem?.word ? problemMessage(problem) : problem?.error
  }
  const cellOf = (field: keyof ColumnMap) => cells[columns[field] ?? -1] ?? ''
  const change = (field: keyof ColumnMap, text: string) => {
    const column = columns[field]
    if (column !== undefined) setEdited(new Map([...edited, [column, text]]))
  }

  const save = () => {
    const typedId = edited.get(columns.categoryId)?.trim()
    const wrong: readonly RowProblem[] = rowProblems(
      validateRow({ cells, ...(typedId === undefined ? {} : { confirmedId: typedId }) }, columns, categories)
        .problems ?? {},
      { cells },
      columns,
    )
    setFound(wrong)
    if (wrong.length === 0) onSave(edited)
    else focusFirst(wrong)
  }

  const focusFirst = ([first]: readonly RowProblem[]) =>
    form.current?.querySelector<HTMLElement>(`[data-field=${first?.field}] :is(input, select)`)?.focus()
  const opened = useEffectEvent(() => focusFirst(found))
  // After the dialog has given it to its first field.
  useEffect(() => opened(), [])

  const status = cellOf('status')
  const statusError = errorOf('status')
  const known = status.trim().toLowerCase()
  const isKnown = known === '' || isPetStatus(known)
  return (
    <Modal title={`Edit row ${row.number}`} onClose={onClose}>
      <form
        ref={form}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div data-field="name">
          <TextField
            label="Name"
            required
            spellCheck={false}
            value={cellOf('name')}
            onChange={(event) => change('name', event.target.value)}
            error={errorOf('name')}
          />
        </div>
        <div data-field="categoryId">
          <CategoryField
            ref={categoryField}
            fieldLabel="Category"
            value={cellOf('categoryId')}
            onChange={(text) => change('categoryId', text)}
            error={errorOf('categoryId')}
          />
        </div>
        {columns.status === undefined ? null : (
          <div
            data-field="status"
            className={fieldStyles['field']}
            data-error={statusError !== undefined || undefined}
          >
            <label htmlFor={`${id}-status`}>Status</label>
            <FieldError id={`${id}-status-error`} error={statusError} />
            <select
              id={`${id}-status`}
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
        <div className="actions">
          <Button type="submit" variant="primary">
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}
