import { useEffect, useEffectEvent } from 'react'
import { openModals } from '#src/ui/open-modals.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './ReadingFile.module.css'

/**
 * Says that a file is being read. Most files are read at once. Escape or "Cancel" gives up a large
 * one.
 */
export function ReadingFile({ onCancel }: { onCancel: () => void }) {
  const cancelOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog above takes the key itself.
    if (event.key === 'Escape' && openModals.get() === 0) onCancel()
  })
  useEffect(() => {
    window.addEventListener('keydown', cancelOnEscape)
    return () => window.removeEventListener('keydown', cancelOnEscape)
  }, [])
  return (
    <div className={`row ${styles['reading']}`}>
      <span role="status">Reading the file…</span>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
