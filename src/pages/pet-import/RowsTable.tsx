import { type ReactNode, type Ref, useDeferredValue, useId, useRef, useState } from 'react'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { readStatus } from '#src/pets/pet-form.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import type { ColumnMap } from '#src/spreadsheet/sheet.ts'
import { valuesOf } from '#src/spreadsheet/validate-row.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import styles from './RowsTable.module.css'

/** Some of the rows, in their order. */
export type RowView = {
  readonly key: string
  readonly label: string
  readonly positions: readonly number[]
}

export type ShownRow = {
  /** As a spreadsheet counts. */
  readonly number: number
  readonly cells: readonly string[]
  /** What is or was sent; `undefined` when something is wrong with the row. */
  readonly newPet: NewPet | undefined
  readonly outcome: ReactNode
  readonly isMuted?: boolean
}

type RowsTableProps = {
  views: readonly RowView[]
  /** The key of one of them; where it is gone, the first. */
  view: string
  onView: (key: string) => void
  columns: ColumnMap
  labels: CategoryLabels
  rowAt: (position: number) => ShownRow
  ref?: Ref<HTMLDivElement>
  /** Beside the choice of what is shown. */
  children?: ReactNode
}

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']
const PAGE = 200
const MAX_CELL_LENGTH = 200

/* Explicit roles, because on phones the rows are no longer displayed as those of a table. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/** The rows of a file, as pets, in pages; what is wrong is shown as it is in the file. */
export function RowsTable({ views, view, onView, ref, children, ...rest }: RowsTableProps) {
  const id = useId()
  const shown = views.find(({ key }) => key === view) ?? views[0]
  // After all else: the press that has led here is answered at once.
  const isDue = useDeferredValue(true, false)
  if (shown === undefined) return null
  return (
    <div ref={ref} className={styles['rows']}>
      <div className={styles['toolbar']}>
        <label htmlFor={id}>Show</label>
        <select id={id} className="input" value={shown.key} onChange={(event) => onView(event.target.value)}>
          {views.map(({ key, label, positions: { length } }) => (
            <option key={key} value={key}>
              {bidiIsolate(label)} ({formatNumber(length)})
            </option>
          ))}
        </select>
        {children}
      </div>
      {isDue ? <Pages key={shown.key} positions={shown.positions} {...rest} /> : null}
    </div>
  )
}

type PagesProps = Pick<RowsTableProps, 'columns' | 'labels' | 'rowAt'> & { positions: readonly number[] }

function Pages({ positions, columns, labels, rowAt }: PagesProps) {
  const [page, setPage] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const count = positions.length
  const pages = Math.max(1, Math.ceil(count / PAGE))
  // There may be fewer rows than there were.
  const shown = Math.min(page, pages - 1)
  const first = shown * PAGE
  const some = positions.slice(first, first + PAGE)
  const turnTo = (next: number) => {
    setPage(next)
    table.current?.scrollIntoView()
  }
  return (
    <>
      <table ref={table} role="table" aria-label="Rows" aria-rowcount={count + 1} className={styles['table']}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {HEADINGS.map((heading) => (
              <th key={heading} role="columnheader" scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {some.map((position, index) => {
            const { number, cells, newPet, outcome, isMuted } = rowAt(position)
            const { name, category, status: word } = valuesOf({ cells }, columns)
            const id = newPet?.categoryId ?? parseCategory(category, labels).id
            const status = newPet ?? readStatus(word)
            return (
              <tr
                key={position}
                role="row"
                data-muted={isMuted === true || undefined}
                aria-rowindex={first + index + 2}
              >
                <td role="cell">{number}</td>
                <td role="cell">
                  <CellText text={name} />
                </td>
                <td role="cell">
                  <CellText text={id === undefined ? category : (labels.get(id) ?? id)} />
                </td>
                <td role="cell">
                  {'error' in status ? <CellText text={word} /> : <StatusTag status={status.status} />}
                </td>
                <td role="cell">{outcome}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {pages === 1 ? null : (
        <nav aria-label="Pages of rows" className="actions">
          <Button busy={shown === 0} onClick={() => turnTo(shown - 1)}>
            Previous {PAGE}
          </Button>
          <span>
            {formatNumber(first + 1)} to {formatNumber(first + some.length)} of {formatNumber(count)}
          </span>
          <Button busy={shown === pages - 1} onClick={() => turnTo(shown + 1)}>
            Next {PAGE}
          </Button>
        </nav>
      )}
    </>
  )
}

function CellText({ text }: { text: string }) {
  return <BidiText text={truncate(text, MAX_CELL_LENGTH)} />
}
