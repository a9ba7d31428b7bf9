import { formatTime } from '#src/lib/format-time.ts'
import styles from './LoadedAt.module.css'

/** On paper with the date, which no other `now` has. */
export function LoadedAt({ at }: { at: number }) {
  return (
    <span className={`muted ${styles['loaded']}`}>
      <span>Updated </span>
      <time data-slot="time" dateTime={new Date(at).toISOString()} title={formatTime(at, 0)}>
        {formatTime(at)}
      </time>
    </span>
  )
}
