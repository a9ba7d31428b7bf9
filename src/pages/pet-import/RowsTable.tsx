import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './RowsTable.module.css'

export type ShownRow = {
  readonly position: number
  readonly number: number
  readonly name?: ReactNode
  readonly category?: ReactNode
  readonly status?: ReactNode
  readonly outcome?: ReactNode
  /** It does not count. */
  readonly isMuted?: boolean
  /** Instead of all cells but the first. */
  readonly editor?: ReactNode
}

type RowsTableProps = {
  count: number
  /** Called for visible rows only. */
  rowAt: (index: number) => ShownRow
  /** The index of a row that stays in the document wherever the user scrolls, because it is being edited. */
  pinned?: number | undefined
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
/** Estimate in pixels, for rows that were not rendered yet. */
const ROW_HEIGHT = 45

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']

/**
 * Renders the rows in the viewport only; the page scrolls them. On a phone the rows become cards; browsers then drop the
 * implicit roles, so all are explicit.
 */
export function RowsTable({ count, rowAt, pinned }: RowsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // Whatever is above the table may change its height: most of it renders the table, too, as scrolling does. Not a
  // ResizeObserver beside that of the rows: browsers report as an error what changes while both are called.
  useEffect(() => {
    let frame = 0
    const measure = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const top = body.current?.getBoundingClientRect().top
        if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY))
      })
    }
    measure()
    window.addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', measure)
    }
  })
  const virtualizer = useWindowVirtualizer({
    count,
    scrollMargin,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return pinned === undefined ? indexes : [...new Set([...indexes, pinned])].toSorted((a, b) => a - b)
    },
    // Otherwise WebKit logs an error when a row that is measured changes the height of others.
    useAnimationFrameWithResizeObserver: true,
    // From the observer only: reading the size of each row as it is rendered forces a layout each time.
    measureElement: (_row, entry) => entry?.borderBoxSize[0]?.blockSize ?? ROW_HEIGHT,
  })
  const items = virtualizer.getVirtualItems()
  const below = scrollMargin + virtualizer.getTotalSize() - (items.at(-1)?.end ?? scrollMargin)
  return (
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
      <tbody ref={body} role="rowgroup">
        {items.map(({ index, start }, at) => {
          const row = rowAt(index)
          const gap = start - (items[at - 1]?.end ?? scrollMargin)
          return (
            <Fragment key={row.position}>
              {gap > 0 ? <tr aria-hidden="true" style={{ height: gap }} /> : null}
              <tr
                role="row"
                ref={virtualizer.measureElement}
                data-index={index}
                data-editing={row.editor === undefined ? undefined : true}
                data-muted={row.isMuted || undefined}
                aria-rowindex={index + 2}
              >
                <td role="cell">{row.number}</td>
                {row.editor === undefined ? (
                  <>
                    <td role="cell">{row.name}</td>
                    <td role="cell">{row.category}</td>
                    <td role="cell">{row.status}</td>
                    <td role="cell">{row.outcome}</td>
                  </>
                ) : (
                  <td role="cell" colSpan={HEADINGS.length - 1} aria-colspan={HEADINGS.length - 1}>
                    {row.editor}
                  </td>
                )}
              </tr>
            </Fragment>
          )
        })}
        {below > 0 ? <tr aria-hidden="true" style={{ height: below }} /> : null}
      </tbody>
    </table>
  )
}
