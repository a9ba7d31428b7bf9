import type { RowOutcome } from '#src/importer/import-types.ts'
import styles from './OutcomeTag.module.css'

const LABELS = {
  waiting: 'Waiting',
  sending: 'Sending',
  added: 'Added',
  rejected: 'Rejected',
  unknown: 'Unknown',
} as const

export function OutcomeTag({ kind }: { kind: RowOutcome['kind'] }) {
  return (
    <span className={styles['tag']} data-kind={kind}>
      {LABELS[kind]}
    </span>
  )
}
