import { useRef } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { validateRow } from '#src/importer/validate-row.ts'
import type { SheetRow } from '#src/importer/import-types.ts'
import type { ReadyReview } from '#src/importer/ready-review.ts'
import type { ReviewStore } from '#src/importer/review.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './EditableRows.module.css'
import { RowsTable, type ShownRow } from './RowsTable.tsx'
import { renderCells } from './render-cells.tsx'

type EditableRowsProps = {
  review: ReadyReview
  positions: readonly number[]
  onSave: ReviewStore['editRow']
  edit: RowEdit | undefined
  onEditChange: (edit: RowEdit | undefined) => void
}

/** A row being edited. It is validated once saved, so that it does not move to another place while the user types. */
export type RowEdit = { readonly position: number; readonly cells: ReadonlyMap<number, string> }

export function EditableRows({ review, positions, onSave, edit, onEditChange: setEdit }: EditableRowsProps) {
  const { categories } = useEnvironment()
  const container = useRef<HTMLDivElement>(null)
  const { sheet, columns, checks, duplicates } = review

  const finish = (save: boolean) => {
    if (edit === undefined) return
    if (save) void onSave(edit.position, edit.cells)
    setEdit(undefined)
    // The field that had the focus is gone; the next invalid row is the likely next step.
    requestAnimationFrame(() => {
      const buttons = [...(container.current?.querySelectorAll<HTMLButtonElement>('button[data-edit]') ?? [])]
      const next = buttons.find((button) => Number(button.dataset['edit']) >= edit.position) ?? buttons[0]
      ;(next ?? container.current?.querySelector<HTMLElement>('[role="region"]'))?.focus()
    })
  }

  const rowAt = (index: number): ShownRow => {
    const position = positions[index] ?? 0
    const row = sheet.rows[position] as SheetRow
    const check = checks[position]
    if (edit?.position === position) {
      const cells = row.cells.map((cell, column) => edit.cells.get(column) ?? cell)
      const field = (label: string, column: number | undefined, autoFocus = false) =>
        column === undefined ? null : (
          <input
            type="text"
            className={styles['field']}
            aria-label={`${label}, row ${row.number}`}
            // The user opened this field with "Fix".
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={autoFocus}
            autoComplete="off"
            spellCheck={false}
            value={cells[column] ?? ''}
            onChange={(event) =>
              setEdit({ position, cells: new Map([...edit.cells, [column, event.target.value]]) })
            }
            onKeyDown={(event) => {
              if (isComposing(event.nativeEvent)) return
              if (event.key === 'Enter' || event.key === 'Escape') finish(event.key === 'Enter')
            }}
          />
        )
      return {
        position,
        number: row.number,
        name: field('Name', columns.name, true),
        category: field('Category', columns.categoryId),
        status: field('Status', columns.status),
        outcome: (
          <div className={styles['outcome']}>
            <span className={styles['problem']}>{validateRow({ cells }, columns, categories).problem}</span>
            <Button onClick={() => finish(true)}>Save</Button>
          </div>
        ),
      }
    }
    const repeatOf = duplicates.get(row.number)
    return {
      position,
      number: row.number,
      ...renderCells({ cells: row.cells, newPet: check?.newPet, columns, labels: categories }),
      outcome:
        check?.newPet === undefined ? (
          <div className={styles['outcome']}>
            <span className={styles['problem']}>{check?.problem}</span>
            <Button data-edit={position} onClick={() => setEdit({ position, cells: new Map() })}>
              Fix<span className="visually-hidden"> row {row.number}</span>
            </Button>
          </div>
        ) : repeatOf === undefined ? (
          'Ready'
        ) : (
          `Ready (duplicate of row ${repeatOf})`
        ),
    }
  }

  return (
    <div ref={container}>
      <RowsTable count={positions.length} rowAt={rowAt} />
    </div>
  )
}
