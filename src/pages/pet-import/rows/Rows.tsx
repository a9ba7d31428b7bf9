import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Button } from '#src/ui/Button.tsx'
import { Reasons } from './Reasons.tsx'
import type { RowGroup, ScreenRow } from './row-types.ts'
import styles from './Rows.module.css'
import { ALL_ROWS, PAGE_SIZE, type RowsChoice, type RowsView, rowsView } from './rows-view.ts'
import { RowsTable } from './RowsTable.tsx'

type RowsProps<Row> = {
  all: readonly Row[]
  /** The groups, of which those without rows are not shown. */
  groups: readonly RowGroup<Row>[]
  toScreenRow: (row: Row) => ScreenRow
  /** Stands in the head of the table, beside the choice of the rows. */
  tools?: ReactNode
  /** Stands below the reasons and is announced together with them. */
  children?: ReactNode
}

/** Shows the rows of a file in pages, and above them the reasons to look at some of them. */
export function Rows<Row>({ all, groups, toScreenRow, tools, children }: RowsProps<Row>) {
  const table = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useState<RowsChoice>({ group: ALL_ROWS, page: 0 })
  const [isTableAskedFor, setIsTableAskedFor] = useState(false)
  // The table comes after everything else, so that the page answers the press that led here at
  // once. On a slow computer, that takes a third of the time. A press that needs it does not wait.
  const isTableDue = useDeferredValue(true, false) || isTableAskedFor
  const view = rowsView(all, groups, choice)

  const turnTo = (next: RowsChoice) => {
    flushSync(() => {
      setChoice(next)
      setIsTableAskedFor(true)
    })
    table.current?.scrollIntoView()
  }

  /**
   * Shows a group and focuses its first row. No button gets the focus, because a second press would
   * then decide about that row.
   */
  const showGroup = (key: string) => {
    turnTo({ group: key, page: 0 })
    table.current?.querySelector<HTMLElement>('tbody > tr')?.focus({ preventScroll: true })
  }

  return (
    <>
      <Reasons groups={groups.filter(({ rows }) => rows.length > 0)} onShow={showGroup}>
        {children}
      </Reasons>
      {isTableDue && (
        <div ref={table} className={`stack gap-3 ${styles['rows']}`}>
          <div className="card">
            <div className={`no-print ${styles['head']}`}>
              {all.length > 0 && (
                <GroupSelect view={view} onSelect={(group) => setChoice({ group, page: 0 })} />
              )}
              {tools}
            </div>
            {all.length > 0 && (
              <RowsTable
                rows={view.pageRows.map(toScreenRow)}
                firstIndex={view.firstIndex}
                rowCount={view.selected.rows.length}
              />
            )}
          </div>
          <Pages view={view} onTurn={(page) => turnTo({ ...choice, page })} />
        </div>
      )}
    </>
  )
}

type GroupSelectProps<Row> = { view: RowsView<Row>; onSelect: (key: string) => void }

function GroupSelect<Row>({ view, onSelect }: GroupSelectProps<Row>) {
  return (
    <label className={`row ${styles['choice']}`}>
      Show
      <select className="input" value={view.selected.key} onChange={(event) => onSelect(event.target.value)}>
        {view.options.map(({ key, label, rows }) => (
          <option key={key} value={key}>
            {bidiIsolate(label)} ({formatNumber(rows.length)})
          </option>
        ))}
      </select>
    </label>
  )
}

type PagesProps<Row> = { view: RowsView<Row>; onTurn: (page: number) => void }

function Pages<Row>({ view, onTurn }: PagesProps<Row>) {
  const { page, lastPage, firstIndex, pageRows, selected } = view
  if (lastPage === 0) return null
  const first = formatNumber(firstIndex + 1)
  const last = formatNumber(firstIndex + pageRows.length)
  return (
    <nav aria-label="Pages of rows" className="actions">
      <Button busy={page === 0} onClick={() => onTurn(page - 1)}>
        Previous {PAGE_SIZE}
      </Button>
      <span>{`${first} to ${last} of ${formatNumber(selected.rows.length)}`}</span>
      <Button busy={page === lastPage} onClick={() => onTurn(page + 1)}>
        Next {PAGE_SIZE}
      </Button>
    </nav>
  )
}
