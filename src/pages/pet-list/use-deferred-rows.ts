import { useDeferredValue, useState } from 'react'
import { visibleRowCount } from './visible-row-count.ts'

const MAX_ROWS_AT_ONCE = 30

/**
 * The rows of another list are rendered in two steps: those down to the end of the viewport at once, the others when
 * nothing else is to be done. All rows of a slow device would keep it from painting the first. Rows of the same list that
 * change, as by sorting, are rendered in one step, and so are those of a page that is opened again: a row that comes later
 * could not have the focus.
 *
 * @param list names the list that the rows are from, `undefined` while there is none.
 * @param isPrerendered whether its first rows are on the screen before the first render.
 */
export function useDeferredRows<Row>(
  rows: readonly Row[],
  list: string | undefined,
  isPrerendered: () => boolean = () => false,
): readonly Row[] {
  const [before] = useState(() => (isPrerendered() ? '' : undefined))
  const complete = useDeferredValue(list, before)
  if (rows.length <= MAX_ROWS_AT_ONCE || list === undefined || complete === list) return rows
  return rows.slice(0, visibleRowCount(-window.scrollY))
}
