import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import styles from './RowsTable.module.css'

export type ShownRow = {
  readonly position: number
  readonly number: number
  readonly name: ReactNode
  readonly category: ReactNode
  readonly status: ReactNode
  readonly outcome: ReactNode
}

type RowsTableProps = {
  count: number
  /** Called for visible rows only. */
  rowAt: (index: number) => ShownRow
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
/** Estimate in pixels, for rows that were not rendered yet. */
const ROW_HEIGHT = 41

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']

/** Renders visible rows only. On a phone the rows become cards; browsers then drop the implicit roles, so all are explicit. */
export function RowsTable({ count, rowAt }: RowsTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // Otherwise WebKit logs an error when a row that is measured changes the height of others.
    useAnimationFrameWithResizeObserver: true,
    // From the observer only: reading the size of each row as it is rendered forces a layout each time.
    measureElement: (_row, entry) => entry?.borderBoxSize[0]?.blockSize ?? ROW_HEIGHT,
  })
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    // The region is focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={styles['scroller']} tabIndex={0} role="region" aria-label="All rows">
      <table role="table" aria-label="Rows" aria-rowcount={count + 1} className={styles['table']}>
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
          {above > 0 ? <tr aria-hidden="true" style={{ height: above }} /> : null}
          {items.map(({ index }) => {
            const row = rowAt(index)
            return (
              <tr
                role="row"
                key={row.position}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
              >
                <td role="cell">{row.number}</td>
                <td role="cell">{row.name}</td>
                <td role="cell">{row.category}</td>
                <td role="cell">{row.status}</td>
                <td role="cell">{row.outcome}</td>
              </tr>
            )
          })}
          {below > 0 ? <tr aria-hidden="true" style={{ height: below }} /> : null}
        </tbody>
      </table>
    </div>
  )
}
