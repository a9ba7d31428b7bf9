import { formatTime } from '#src/lib/format-time.ts'
import { type ChangeKind, changeWords } from './change-messages.ts'
import styles from './ChangeWords.module.css'
import type { ListChanges } from './shown-changes.ts'

type ChangeWordsProps = {
  news: ListChanges
  /** Asks which pets are new, changed or gone. */
  onAsk: (kind: ChangeKind) => void
}

/**
 * Says "2 new, 1 changed, 1 gone since 10:42", in which each number is a button. Each text has an
 * element of its own, which React can remove also after a translation of the browser.
 */
export function ChangeWords({ news: { changes, since }, onAsk }: ChangeWordsProps) {
  const words = changeWords(changes)
  return (
    <>
      {words.map(({ kind, text }, index) => (
        <span key={kind}>
          {index > 0 && <span>, </span>}
          <button type="button" aria-haspopup="dialog" className={styles['word']} onClick={() => onAsk(kind)}>
            {text}
          </button>
        </span>
      ))}
      <span> since {formatTime(since)}</span>
    </>
  )
}
