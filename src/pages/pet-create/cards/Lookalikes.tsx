import { causeText } from '#src/outbox/cause-text.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './Card.module.css'

/** Says which entries may already have added the pet. */
export function Lookalikes({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <p className={styles['causes']}>
      <BidiText text={entries.map(causeText).join('; ')} />
    </p>
  )
}
