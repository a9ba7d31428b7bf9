import { useDeferredValue, useState } from 'react'

/**
 * On a slow device only the visible rows are prerendered. The app then begins with as many, so that it can be used
 * sooner, and renders the others when nothing else is to be done.
 */
export function useDeferredRows<Row>(
  rows: readonly Row[],
  countPrerenderedRows: () => number = () => 0,
): readonly Row[] {
  const [count] = useState(() => countPrerenderedRows() || Infinity)
  // Without an initial value there is no second render.
  const isComplete = useDeferredValue(true, count < rows.length ? false : undefined)
  return isComplete ? rows : rows.slice(0, count)
}
