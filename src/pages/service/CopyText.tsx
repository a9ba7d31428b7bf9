import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { useCopy } from '#src/ui/use-copy.ts'
import styles from './CopyText.module.css'

type CopyTextProps = {
  text: string
  /** After the verb: "as cURL". */
  what: string
  describedBy?: string | undefined
}

/** Where the browser does not let the page copy, the text is there to be copied by hand. */
export function CopyText({ text, what, describedBy }: CopyTextProps) {
  const { outcome, handlers } = useCopy(text)
  const [isShown, setIsShown] = useState(false)
  if (outcome !== 'Copy' && isShown !== (outcome === 'Could not copy'))
    setIsShown(outcome === 'Could not copy')
  return (
    <>
      <Button variant="quiet" aria-describedby={describedBy} {...handlers}>
        {outcome} {what}
      </Button>
      {isShown ? (
        <textarea
          readOnly
          aria-label="Text to copy"
          className={styles['text']}
          rows={6}
          value={text}
          onFocus={(event) => event.target.select()}
        />
      ) : null}
    </>
  )
}
