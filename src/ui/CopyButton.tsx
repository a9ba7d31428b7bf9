import styles from './CopyButton.module.css'
import { useCopy } from './use-copy.ts'

/** Copies `text`. `what` completes the accessible name ("Copy ID 981"), which also announces the outcome. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { outcome, handlers } = useCopy(text)
  return (
    <button
      type="button"
      className={styles['copy']}
      data-outcome={outcome}
      // A live region for each row would be too many.
      aria-label={`${outcome} ${what}`}
      {...handlers}
    />
  )
}
