import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './StatusTag.module.css'

const WORDS: Readonly<Record<string, string>> = { available: 'Available', pending: 'Pending', sold: 'Sold' }

/** A missing status is "Not set"; one the app does not know is shown as it came (app-contract, "Names on the pages"). */
export function statusText(status: string | undefined): string {
  if (status === undefined) return 'Not set'
  if (isVisuallyBlank(status)) return '(empty)'
  return Object.hasOwn(WORDS, status) ? (WORDS[status] ?? status) : status
}

/** A tag shows no more than this. Characters. */
export const MAX_STATUS_LENGTH = 200

/** Shape and word say the same as the colour. */
export function StatusTag({ status }: { status: string | undefined }) {
  const text = statusText(status)
  return (
    <span className={styles['tag']} data-status={status === undefined ? 'not set' : status}>
      {/* Words of ours need no isolation. */}
      {text === status ? <BidiText text={truncate(text, MAX_STATUS_LENGTH)} /> : text}
    </span>
  )
}
