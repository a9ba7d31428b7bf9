import type { StockCounts } from '#src/pets/stock/stock.ts'
import styles from './StatusBar.module.css'

type StatusBarProps = {
  counts: StockCounts['byStatus']
  /** The id of the element that has the figures. Without one, the bar is decoration beside them. */
  describedBy?: string
}

/** A stacked bar of the statuses, of which a part that may be longer has an open end. */
export function StatusBar({ counts, describedBy }: StatusBarProps) {
  const parts = counts.filter(({ count }) => count.value > 0 || !count.isExact)
  const role =
    describedBy === undefined
      ? { 'aria-hidden': true }
      : { role: 'img', 'aria-label': 'Pets by status', 'aria-describedby': describedBy }
  return (
    <div {...role} className={styles['bar']}>
      {parts.map(({ status, count }) => (
        <span
          key={JSON.stringify(status ?? null)}
          style={{ flexGrow: count.value }}
          data-status={status ?? 'not set'}
          data-open={!count.isExact || undefined}
        />
      ))}
    </div>
  )
}
