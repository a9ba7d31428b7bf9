import { formatNumber } from '#src/lib/format-number.ts'
import { COUNTED, type Counts } from '#src/outbox/entry-rules.ts'
import { OUTCOME_LABELS } from '#src/outbox/ui/OutcomeIcon.tsx'
import styles from './Outcome.module.css'

/** Shows how many rows have which outcome, and by which colour the bar shows them. */
export function OutcomeCounts({ counts }: { counts: Counts }) {
  const kinds = COUNTED.filter((kind) => kind === 'added' || counts[kind] > 0)
  return (
    <dl aria-label="Outcome" className={`row small ${styles['counts']}`}>
      {kinds.map((kind) => (
        <div key={kind} className="row gap-1">
          <dt>
            <span className={styles['colour']} data-kind={kind} />
            {OUTCOME_LABELS[kind]}
          </dt>
          <dd>{formatNumber(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}
