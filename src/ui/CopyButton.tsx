import { useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './TextField.module.css'

const SHEETS = 'M5.5 5.5h8v8h-8zM2.5 10.5v-8h8'
const TICK = 'm3 8.5 3.5 3.5L13 4.5'

type CopyButtonProps = {
  text: string
  /** After the verb, in the accessible name: "ID 981", "as cURL". */
  what: string
  /** Shows an icon alone, where what is copied stands beside it. */
  isIcon?: boolean
  variant?: 'secondary' | 'quiet'
  describedBy?: string | undefined
}

/** Screen readers announce the outcome, as the changed name of what has the focus. */
export function CopyButton({ text, what, isIcon, variant = 'quiet', describedBy }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'Copy' | 'Copied' | 'Could not copy'>('Copy')
  const [isShown, setIsShown] = useState(false)
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setOutcome(isCopied ? 'Copied' : 'Could not copy')
    setIsShown(!isCopied)
  }
  const reset = () => setOutcome('Copy')
  return (
    <>
      <Button
        variant={variant}
        aria-label={`${outcome} ${what}`}
        aria-describedby={describedBy}
        onClick={() => void copy()}
        onBlur={reset}
        onPointerLeave={reset}
      >
        {isIcon ? <Icon path={outcome === 'Copied' ? TICK : SHEETS} /> : `${outcome} ${what}`}
      </Button>
      {/* To copy by hand, where the browser does not let the page. */}
      {isShown ? (
        <textarea
          readOnly
          aria-label="Text to copy"
          className={`input ${styles['code']}`}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : null}
    </>
  )
}
