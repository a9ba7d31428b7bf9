import { useState } from 'react'
import styles from './CopyButton.module.css'

/** Copies `text`; says so in its own name. `what` is for the name: "ID 981". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<keyof typeof WORDS>('ready')

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
      // The name of what has the focus is read out when it changes; a live region for each row would be many.
      aria-label={`${WORDS[outcome]} ${what}`}
      onClick={() => void copy()}
      onBlur={() => setOutcome('ready')}
      onPointerLeave={() => setOutcome('ready')}
    />
  )
}

const WORDS = { ready: 'Copy', copied: 'Copied', refused: 'Could not copy' } as const
