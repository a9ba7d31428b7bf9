import { fullTimeText, timeText } from '#src/lib/time-text.ts'
import styles from './LoadedAt.module.css'

export function LoadedAt({ at }: { at: number }) {
  return (
    <span className={styles['loaded']}>
      {'Updated '}
      <time dateTime={new Date(at).toISOString()} title={fullTimeText(at)}>
        {timeText(at)}
      </time>
    </span>
  )
}
