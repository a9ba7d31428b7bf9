import { BidiText } from '#src/ui/BidiText.tsx'
import { statusText } from './status-text.ts'
import styles from './StatusTag.module.css'

export function StatusTag({ status }: { status: string | undefined }) {
  return (
    <span className={`tag row ${styles['tag']}`} data-status={status ?? 'not set'}>
      <BidiText text={statusText(status)} max={200} />
    </span>
  )
}
