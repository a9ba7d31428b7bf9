import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { readStatus } from '#src/pets/pet-form.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { valuesOf } from '#src/spreadsheet/check-row.ts'
import type { ColumnMap } from '#src/spreadsheet/sheet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import styles from './RowsTable.module.css'

/** Some of the rows, in their order. */
export type RowView<Row> = { readonly key: string; readonly label: string; readonly rows: readonly Row[] }

type RowsTableProps<Row> = {
  /** Those without rows are not offered. */
  views: readonly RowView<Row>[]
  shown: ReturnType<typeof useRowView>
  columns: ColumnMap
  toShown: (row: Row) => ShownRow
}

export type ShownRow = {
  /** As a spreadsheet counts. */
  readonly number: number
  readonly cells: readonly string[]
  /** What is or was sent; `undefined` when something is wrong with the row. */
  readonly newPet?: NewPet | undefined
  readonly outcome: ReactNode
  readonly isMuted?: boolean
}

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']
const PAGE = 200
const MAX_CELL_LENGTH = 200

/** Which view a table shows. */
export function useRowView() {
  /** The key of one; where it is gone, the first. */
  const [view, setView] = useState('all')
  /** "Show these rows" was pressed so often. */
  const [shows, setShows] = useState(0)
  const show = (key: string) => {
    setView(key)
    setShows(shows + 1)
  }
  return { view, setView, shows, show }
}

/* Explicit roles, because on phones the rows are no longer displayed as those of a table. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/** The rows of a file, as pets, in pages; what is wrong is shown as it is in the file. */
export function RowsTable<Row>({ views, shown, columns, toShown }: RowsTableProps<Row>) {
  const id = useId()
  const { view, setView, shows } = shown
  const table = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shows === 0) return
    // The table comes into view, and the focus to what can be done about the first row.
    table.current?.scrollIntoView()
    table.current?.querySelector<HTMLElement>('td button')?.focus({ preventScroll: true })
  }, [shows])
  const offered = views.filter(({ rows }) => rows.length > 0)
  const current = offered.find(({ key }) => key === view) ?? offered[0]
  // After all else: the press that has led here is answered at once.
  const isDue = useDeferredValue(true, false)
  if (current === undefined) return null
  return (
    <div ref={table} className={`stack gap-3 ${styles['rows']}`}>
      <div className={`row ${styles['toolbar']}`}>
        <label htmlFor={id}>Show</label>
        <select
          id={id}
          className="input"
          value={current.key}
          onChange={(event) => setView(event.target.value)}
        >
          {offered.map(({ key, label, rows }) => (
            <option key={key} value={key}>
              {bidiIsolate(label)} ({formatNumber(rows.length)})
            </option>
          ))}
        </select>
      </div>
      {isDue ? <Pages key={current.key} rows={current.rows} columns={columns} toShown={toShown} /> : null}
    </div>
  )
}

type PagesProps<Row> = Pick<RowsTableProps<Row>, 'columns' | 'toShown'> & { rows: readonly Row[] }

function Pages<Row>({ rows, columns, toShown }: PagesProps<Row>) {
  const { categories } = useEnvironment()
  const [page, setPage] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const last = Math.ceil(rows.length / PAGE) - 1
  // There may be fewer rows than there were.
  const current = Math.min(page, last)
  const first = current * PAGE
  const some = rows.slice(first, first + PAGE)
  const turnTo = (next: number) => {
    setPage(next)
    table.current?.scrollIntoView()
  }
  return (
    <>
      <table
        ref={table}
        role="table"
        aria-label="Rows"
        aria-rowcount={rows.length + 1}
        className={`table ${styles['table']}`}
        data-cards
      >
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
          {some.map((row, index) => {
            const { number, cells, newPet, outcome, isMuted } = toShown(row)
            const { name, category, status: word } = valuesOf({ cells }, columns)
            const id = newPet?.categoryId ?? parseCategory(category, categories).id
            const status = newPet ?? readStatus(word)
            return (
              <tr key={number} role="row" data-muted={isMuted || undefined} aria-rowindex={first + index + 2}>
                <td role="cell">{number}</td>
                <td role="cell">
                  <CellText text={name} />
                </td>
                <td role="cell">
                  <CellText text={id === undefined ? category : (categories.get(id) ?? id)} />
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
      {last === 0 ? null : (
        <nav aria-label="Pages of rows" className="actions">
          <Button busy={current === 0} onClick={() => turnTo(current - 1)}>
            Previous {PAGE}
          </Button>
          <span>
            {formatNumber(first + 1)} to {formatNumber(first + some.length)} of {formatNumber(rows.length)}
          </span>
          <Button busy={current === last} onClick={() => turnTo(current + 1)}>
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
