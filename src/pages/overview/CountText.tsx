import { formatNumber } from '#src/lib/format-number.ts'
import type { Count } from '#src/pets/stock/stock.ts'
import styles from './OverviewPage.module.css'

/** Shows "12", or "at least 12" where a list is cut, with the figure in front of the eye. */
export function CountText({ count: { value, isExact } }: { count: Count }) {
  const figure = <span>{formatNumber(value)}</span>
  if (isExact) return figure
  return (
    <>
      <span className={styles['atLeast']}>at least</span> {figure}
    </>
  )
}
