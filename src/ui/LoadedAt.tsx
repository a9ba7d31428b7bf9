import { formatTime } from '#src/lib/format-time.ts'
import styles from './LoadedAt.module.css'

/** Created on first use and kept: creating one takes longer than rendering the page. */
let full: Intl.DateTimeFormat | undefined

/** On paper in full. */
export function LoadedAt({ at }: { at: number }) {
  full ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
  return (
    <span className={`muted ${styles['loaded']}`}>
      <span>Updated </span>
      <time data-slot="time" dateTime={new Date(at).toISOString()} title={full.format(at)}>
        {formatTime(at)}
      </time>
    </span>
  )
}
