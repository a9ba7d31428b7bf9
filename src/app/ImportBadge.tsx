import { Link } from 'react-router'
import { formatNumber } from '#src/lib/format-number.ts'
import type { ImportActivity } from '#src/outbox/import-activity.ts'
import styles from './Header.module.css'

/** The progress of an import on every other page, with a link back to it. */
export function ImportBadge({ to, activity }: { to: string; activity: ImportActivity }) {
  const { done, total, isRunning } = activity
  const label = isRunning ? 'Importing' : done < total ? 'Import paused at' : 'Import finished:'
  const count = `${formatNumber(done)} of ${formatNumber(total)}`
  return (
    <Link to={to} className={styles['badge']} data-state={label} aria-label={`${label} ${count}`}>
      <progress value={done} max={total} aria-hidden="true" />
      <span>{count}</span>
    </Link>
  )
}
