import { useRef } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { SheetRow } from '#src/importer/import-types.ts'
import type { ReadyReview } from '#src/importer/ready-review.ts'
import type { ReviewStore } from '#src/importer/review.ts'
import { problemsText, rowProblems } from '#src/importer/row-problems.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetName } from '#src/pets/PetName.tsx'
import { Button } from '#src/ui/Button.tsx'
import styles from './EditableRows.module.css'
import { problemMessage } from './import-messages.ts'
import { renderCells } from './render-cells.tsx'
import { type RowEdit, RowEditor } from './RowEditor.tsx'
import { RowsTable, type ShownRow } from './RowsTable.tsx'

type EditableRowsProps = {
  review: ReadyReview
  store: ReviewStore
  positions: readonly number[]
  similar: ReadonlyMap<number, Pet>
  edit: RowEdit | undefined
  onEditChange: (edit: RowEdit | undefined) => void
  unlessEditing: (act: () => void) => void
}

export function EditableRows({
  review,
  store,
  positions,
  similar,
  edit,
  onEditChange: setEdit,
  unlessEditing,
}: EditableRowsProps) {
  const { id, categories } = useEnvironment()
  const container = useRef<HTMLDivElement>(null)
  const { sheet, columns, checks, duplicates, excluded } = review

  const finish = (isSaved: boolean) => {
    if (edit === undefined) return
    if (isSaved) void store.editRows(new Map([[edit.position, edit.cells]]))
    setEdit(undefined)
    focusButton(edit.position, isSaved)
  }

  /**
   * The one that had the focus is gone. After a problem was solved, the next one is the likely next step; a row that is no
   * longer shown leaves its place to the next one.
   */
  const focusButton = (position: number, mayBeNext: boolean) => {
    requestAnimationFrame(() => {
      const buttons = [...(container.current?.querySelectorAll<HTMLButtonElement>('button[data-row]') ?? [])]
      const problems = buttons.filter((button) => button.dataset['problem'] !== undefined)
      const target =
        (mayBeNext
          ? (problems.find((button) => positionOf(button) >= position) ?? problems[0])
          : undefined) ??
        buttons.find((button) => positionOf(button) >= position) ??
        buttons.at(-1)
      target?.focus()
    })
  }

  const rowAt = (index: number): ShownRow => {
    const position = positions[index] ?? 0
    const row = sheet.rows[position] as SheetRow
    const { number } = row
    const check = checks[position]
    if (edit?.position === position) {
      return {
        position,
        number,
        editor: (
          <RowEditor
            row={row}
            columns={columns}
            problems={check?.problems}
            edit={edit}
            onChange={setEdit}
            onSave={() => finish(true)}
            onCancel={() => finish(false)}
          />
        ),
      }
    }
    const isExcluded = excluded.has(position)
    const isProblem = check?.newPet === undefined
    const exclude = () => {
      void store.exclude(position, !isExcluded)
      focusButton(position, false)
    }
    const suffix = <span className="visually-hidden"> row {number}</span>
    const repeatOf = duplicates.get(number)
    const pet = similar.get(position)
    return {
      position,
      number,
      ...renderCells({ cells: row.cells, newPet: check?.newPet, columns, labels: categories }),
      isMuted: isExcluded,
      outcome: (
        <div className={styles['outcome']}>
          {isExcluded ? (
            <span>Left out</span>
          ) : isProblem ? (
            <span className={styles['problem']}>
              {problemsText(rowProblems(check?.problems ?? {}, row, columns), problemMessage)}
            </span>
          ) : (
            <span>
              Ready{repeatOf === undefined ? '' : ` (duplicate of row ${repeatOf})`}
              {pet === undefined ? null : (
                <span className={styles['similar']}>
                  Like{' '}
                  <Link to={`/${id}/pets/${pet.id}`}>
                    <PetName name={pet.name} />, ID {pet.id}
                  </Link>
                </span>
              )}
            </span>
          )}
          <span className={styles['actions']}>
            {isExcluded ? (
              <Button data-row={position} onClick={exclude}>
                Include{suffix}
              </Button>
            ) : (
              <>
                <Button
                  data-row={position}
                  data-problem={isProblem || undefined}
                  variant={isProblem ? 'secondary' : 'quiet'}
                  onClick={() => unlessEditing(() => setEdit({ position, cells: new Map() }))}
                >
                  {isProblem ? 'Fix' : 'Edit'}
                  {suffix}
                </Button>
                <Button variant="quiet" onClick={exclude}>
                  Leave out{suffix}
                </Button>
              </>
            )}
          </span>
        </div>
      ),
    }
  }

  const pinned = edit === undefined ? -1 : positions.indexOf(edit.position)
  return (
    <div ref={container}>
      <RowsTable count={positions.length} rowAt={rowAt} pinned={pinned === -1 ? undefined : pinned} />
    </div>
  )
}

function positionOf(button: HTMLButtonElement): number {
  return Number(button.dataset['row'])
}
