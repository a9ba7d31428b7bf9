import { useDeferredValue, useState } from 'react'
import { visibleRowCount } from './visible-row-count.ts'

const MAX_ROWS_AT_ONCE = 30

/**
 * The first rows of a page are rendered in two steps: those down to the end of the viewport at once, the others when
 * nothing else is to be done. All of them would keep a slow device from painting the first. A page that is opened again
 * has all its rows at once: one that comes later could not have the focus.
 *
 * @param isPrerendered whether its first rows are on the screen before the first render.
 */
export function useDeferredRows<Row>(
  rows: readonly Row[],
  isPrerendered: () => boolean = () => false,
): readonly Row[] {
  const [before] = useState(() => (isPrerendered() ? false : undefined))
  const hadRows = useDeferredValue(rows.length > 0, before)
  return hadRows || rows.length <= MAX_ROWS_AT_ONCE ? rows : rows.slice(0, visibleRowCount(-window.scrollY))
}
