import { formatNumber } from '#src/lib/format-number.ts'
import { COUNTED, type Counts } from '#src/outbox/entry-rules.ts'
import { OUTCOME_LABELS } from '#src/outbox/ui/OutcomeIcon.tsx'
import styles from './Run.module.css'
import type { RunStage } from './run-stage.ts'

/**
 * Shows how many rows have which outcome. The headline of a finished import says the same, so
 * nobody needs to see it twice.
 */
export function OutcomeCounts({ counts, stage }: { counts: Counts; stage: RunStage }) {
  const kinds = COUNTED.filter((kind) => kind === 'added' || counts[kind] > 0)
  return (
    <dl aria-label="Outcome" className={stage === 'finished' ? 'visually-hidden' : `row ${styles['counts']}`}>
      {kinds.map((kind) => (
        <div key={kind} className="row gap-1">
          <dt>{OUTCOME_LABELS[kind]}</dt>
          <dd>{formatNumber(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}
