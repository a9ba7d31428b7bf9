import { type ReactNode, useRef, useState } from 'react'
import { formatNumber } from '#src/lib/format-number.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './RowsTable.module.css'

export type ShownRow = {
  /** In the order of the file. */
  readonly position: number
  /** As a spreadsheet counts. */
  readonly number: number
  readonly name: ReactNode
  readonly category: ReactNode
  readonly status: ReactNode
  readonly outcome: ReactNode
  readonly isMuted?: boolean
}

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']

const PAGE = 200

/* Explicit roles, because on phones the rows are no longer displayed as those of a table. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/** The rows of a file, in pages. */
export function RowsTable({ count, rowAt }: { count: number; rowAt: (index: number) => ShownRow }) {
  const [page, setPage] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const pages = Math.max(1, Math.ceil(count / PAGE))
  // There may be fewer rows than there were.
  const shown = Math.min(page, pages - 1)
  const first = shown * PAGE
  const rows = Array.from({ length: Math.min(PAGE, count - first) }, (_, index) => rowAt(first + index))
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
          {rows.map(({ position, number, name, category, status, outcome, isMuted }, index) => (
            <tr
              key={position}
              role="row"
              data-muted={isMuted === true || undefined}
              aria-rowindex={first + index + 2}
            >
              <td role="cell">{number}</td>
              <td role="cell">{name}</td>
              <td role="cell">{category}</td>
              <td role="cell">{status}</td>
              <td role="cell">{outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages === 1 ? null : (
        <nav aria-label="Pages of rows" className="actions">
          <Button busy={shown === 0} onClick={() => turnTo(shown - 1)}>
            Previous {PAGE}
          </Button>
          <span>
            {formatNumber(first + 1)} to {formatNumber(first + rows.length)} of {formatNumber(count)}
          </span>
          <Button busy={shown === pages - 1} onClick={() => turnTo(shown + 1)}>
            Next {PAGE}
          </Button>
        </nav>
      )}
    </>
  )
}
