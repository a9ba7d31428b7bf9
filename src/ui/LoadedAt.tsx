import { formatTime } from '#src/lib/format-time.ts'
import styles from './LoadedAt.module.css'

/** On paper always with the date, by a `now` of 1970. */
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
