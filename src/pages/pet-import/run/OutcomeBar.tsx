import { formatNumber } from '#src/lib/format-number.ts'
import { COUNTED, type Counts } from '#src/outbox/entry-rules.ts'
import { OUTCOME_LABELS } from '#src/outbox/ui/OutcomeIcon.tsx'
import styles from './Outcome.module.css'

/**
 * Shows as a stacked bar how many rows have which outcome. `OutcomeCounts` has the same outcomes in
 * the same order and colours.
 */
export function OutcomeBar({ counts }: { counts: Counts }) {
  const kinds = COUNTED.filter((kind) => counts[kind] > 0)
  const figures = kinds.map((kind) => `${OUTCOME_LABELS[kind]} ${formatNumber(counts[kind])}`)
  return (
    <div role="img" aria-label={`Rows by outcome: ${figures.join(', ')}`} className={styles['bar']}>
      {kinds.map((kind) => (
        <span key={kind} className={styles['colour']} data-kind={kind} style={{ flexGrow: counts[kind] }} />
      ))}
    </div>
  )
}
