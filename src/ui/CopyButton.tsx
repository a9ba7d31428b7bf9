import { useState } from 'react'
import styles from './CopyButton.module.css'

/** Copies `text`. `what` completes the accessible name ("Copy ID 981"), which also announces the outcome. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<keyof typeof LABELS>('ready')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <button
      type="button"
      className={styles['copy']}
      data-outcome={outcome === 'ready' ? undefined : outcome}
      // Screen readers announce a changed name of the focused element; a live region per row would be too many.
      aria-label={`${LABELS[outcome]} ${what}`}
      onClick={() => void copy()}
      onBlur={() => setOutcome('ready')}
      onPointerLeave={() => setOutcome('ready')}
    />
  )
}

const LABELS = { ready: 'Copy', copied: 'Copied', refused: 'Could not copy' } as const
