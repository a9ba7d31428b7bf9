import { useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { problemsText, rowProblems } from '#src/spreadsheet/row-problems.ts'
import type { SheetRow } from '#src/spreadsheet/sheet.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './EditableRows.module.css'
import type { ImportDraftStore, ReadyDraft } from './import-draft.ts'
import { problemMessage } from './import-messages.ts'
import { renderCells } from './render-cells.tsx'
import { RowDialog } from './RowDialog.tsx'
import { RowsTable, type ShownRow } from './RowsTable.tsx'

type EditableRowsProps = {
  draft: ReadyDraft
  store: ImportDraftStore
  positions: readonly number[]
  /** Why a row that is ready deserves a look. */
  hintOf: (position: number) => string | undefined
}

export function EditableRows({ draft, store, positions, hintOf }: EditableRowsProps) {
  const { categories } = useEnvironment()
  const [edited, setEdited] = useState<number>()
  const { sheet, columns, validations } = draft
  const excluded = new Set(draft.excluded)

  const rowAt = (index: number): ShownRow => {
    const position = positions[index] ?? 0
    const row = sheet.rows[position] as SheetRow
    const { number } = row
    const validation = validations[position]
    const isExcluded = excluded.has(position)
    const isProblem = validation?.newPet === undefined
    const hint = hintOf(position)
    const suffix = <span className="visually-hidden"> row {number}</span>
    return {
      position,
      number,
      ...renderCells({ cells: row.cells, newPet: validation?.newPet, columns, labels: categories }),
      isMuted: isExcluded,
      outcome: (
        <div className={styles['outcome']}>
          {isExcluded ? (
            <span>Left out</span>
          ) : isProblem ? (
            <span className={styles['problem']}>
              {problemsText(rowProblems(validation?.problems ?? {}, row, columns), problemMessage)}
            </span>
          ) : (
            <span>{hint === undefined ? 'Ready' : `Ready (${hint})`}</span>
          )}
          <span className={styles['actions']}>
            {isExcluded ? null : (
              <Button variant={isProblem ? 'secondary' : 'quiet'} onClick={() => setEdited(position)}>
                {isProblem ? 'Fix' : 'Edit'}
                {suffix}
              </Button>
            )}
            <Button variant="quiet" onClick={() => store.exclude(position, !isExcluded)}>
              {isExcluded ? 'Include' : 'Leave out'}
              {suffix}
            </Button>
          </span>
        </div>
      ),
    }
  }

  const row = edited === undefined ? undefined : sheet.rows[edited]
  return (
    <>
      <RowsTable count={positions.length} rowAt={rowAt} />
      {edited === undefined || row === undefined ? null : (
        <RowDialog
          row={row}
          columns={columns}
          problems={validations[edited]?.problems}
          onSave={(cells) => {
            store.editRows(new Map([[edited, cells]]))
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
