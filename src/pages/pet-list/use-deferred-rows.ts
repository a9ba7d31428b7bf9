import { useDeferredValue, useState } from 'react'

/**
 * On a slow device the start of the page (src/start) has drawn the rows in sight alone. Then the app begins with as many,
 * so that it can be used sooner, and draws the others when nothing else is to be done. Otherwise, and ever after: all.
 */
export function useDeferredRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [count] = useState(() => document.querySelectorAll('.first-page tbody > tr').length || Infinity)
  // Without a first value there is no second drawing of the page.
  const isAfter = useDeferredValue(true, count < rows.length ? false : undefined)
  return isAfter ? rows : rows.slice(0, count)
}
