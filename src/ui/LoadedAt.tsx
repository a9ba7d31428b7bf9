import { memo } from 'react'
import { formatTime } from '#src/lib/format-time.ts'
import styles from './LoadedAt.module.css'

/** On paper in full. Memoized, because creating a format takes longer than rendering the page. */
export const LoadedAt = memo(function LoadedAt({ at }: { at: number }) {
  const full = new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })
  return (
    <span className={`muted ${styles['loaded']}`}>
      <span>Updated </span>
      <time data-slot="time" dateTime={new Date(at).toISOString()} title={full}>
        {formatTime(at)}
      </time>
    </span>
  )
})
