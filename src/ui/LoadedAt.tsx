import { formatTime } from '#src/lib/format-time.ts'
import styles from './LoadedAt.module.css'

export function LoadedAt({ at }: { at: number }) {
  return (
    <span className={`muted ${styles['loaded']}`}>
      <span>Updated </span>
      <time data-slot="time" dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
        {formatTime(at)}
      </time>
    </span>
  )
}
