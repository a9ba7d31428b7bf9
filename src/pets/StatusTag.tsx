import { BidiText } from '#src/ui/BidiText.tsx'
import { statusText } from './status-text.ts'
import styles from './StatusTag.module.css'

export const MAX_STATUS_LENGTH = 200

/** Shape and text say the same as the colour. */
export function StatusTag({ status }: { status: string | undefined }) {
  const text = statusText(status)
  return (
    <span className={`tag row ${styles['tag']}`} data-status={status ?? 'not set'}>
      {/* The app's own texts need no isolation. */}
      {text === status ? <BidiText text={text} max={MAX_STATUS_LENGTH} /> : text}
    </span>
  )
}
