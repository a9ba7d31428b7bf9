import { useState } from 'react'

/** `outcome`: as a verb in front of what is copied. Screen readers announce a changed name of the focused element. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'Copy' | 'Copied' | 'Could not copy'>('Copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied')
    } catch {
      setOutcome('Could not copy')
    }
  }
  const reset = () => setOutcome('Copy')
  return { outcome, handlers: { onClick: () => void copy(), onBlur: reset, onPointerLeave: reset } }
}
