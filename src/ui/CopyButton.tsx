import { useState } from 'react'
import styles from './CopyButton.module.css'
import { Icon } from './Icon.tsx'

/** Copies `text`; says so in place. `what` is for the name: "ID 981". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <span className={styles['copy']}>
      <button
        type="button"
        aria-label={`Copy ${what}`}
        onClick={() => void copy()}
        onBlur={() => setOutcome(undefined)}
        onPointerLeave={() => setOutcome(undefined)}
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      </button>
      <span role="status" className="visually-hidden">
        {outcome === 'copied'
          ? `Copied ${what}`
          : outcome === 'refused'
            ? 'The browser did not allow copying'
            : ''}
      </span>
    </span>
  )
}
