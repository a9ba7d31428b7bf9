import { useDeferredValue } from 'react'
import { formatTime } from '#src/lib/format-time.ts'
import styles from './LoadedAt.module.css'

/**
 * The format is created on first use and kept, because creating one takes longer than rendering the
 * page.
 */
let full: Intl.DateTimeFormat | undefined

/** A text that is about as wide as the time which takes its place. */
const PLACEHOLDER = '––:––'

/**
 * Says when something was loaded, on paper in full. The time appears after the rest of the page can
 * be used, because a slow device takes 70 ms for the first time that it formats.
 *
 * @param at milliseconds since 1970
 */
export function LoadedAt({ at }: { at: number }) {
  const isPageUsable = useDeferredValue(true, false)
  return (
    <span className={`muted ${styles['loaded']}`}>
      <span>Updated </span>
      {isPageUsable ? <Time at={at} /> : <time>{PLACEHOLDER}</time>}
    </span>
  )
}

function Time({ at }: { at: number }) {
  full ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
  return (
    <time dateTime={new Date(at).toISOString()} title={full.format(at)}>
      {formatTime(at)}
    </time>
  )
}
