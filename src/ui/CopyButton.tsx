import { useState } from 'react'
import { Button } from './Button.tsx'
import styles from './CopyButton.module.css'

type CopyButtonProps = {
  text: string
  /** The words after the verb, for example "as cURL". */
  what: string
  /** With `icon`, the words are only the accessible name. */
  variant?: 'quiet' | 'secondary' | 'icon'
  describedBy?: string | undefined
}

/**
 * Copies a text. Screen readers announce the changed name of the focused button. A text that the
 * browser does not copy can be copied by hand.
 */
export function CopyButton({ text, what, variant = 'quiet', describedBy }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'Copy' | 'Copied' | 'Could not copy'>('Copy')
  const [isShown, setIsShown] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied')
      setIsShown(false)
    } catch {
      setOutcome('Could not copy')
      setIsShown(true)
    }
  }
  const reset = () => setOutcome('Copy')
  const handlers = { onClick: () => void copy(), onBlur: reset, onPointerLeave: reset }
  const name = `${outcome} ${what}`
  if (variant === 'icon')
    return (
      <button
        type="button"
        className={styles['copy']}
        data-outcome={outcome}
        aria-label={name}
        {...handlers}
      />
    )
  return (
    <>
      <Button variant={variant} aria-describedby={describedBy} {...handlers}>
        {/* The text to copy by hand, which follows, says what could not be copied. */}
        {outcome === 'Could not copy' ? outcome : name}
      </Button>
      {isShown && (
        <textarea
          readOnly
          aria-label="Text to copy"
          className={`input ${styles['text']}`}
          rows={Math.min(6, text.split('\n').length)}
          value={text}
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  )
}
