import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { OutcomeIcon } from '#src/outbox/ui/OutcomeIcon.tsx'
import { Button } from '#src/ui/Button.tsx'
import { countDoubts, type Review } from './review.ts'
import { outcomeViews } from './review-groups.ts'
import styles from './Review.module.css'

type ReviewBarProps = {
  review: Review
  isStarting: boolean
  /** `true` while other rows are being read, which will take the place of these. */
  isReading: boolean
  onAdd: () => void
  onClear: () => void
}

/** Says how many rows are ready, and has the button that sends them. */
export function ReviewBar({ review, isStarting, isReading, onAdd, onClear }: ReviewBarProps) {
  return (
    <div className={`split card ${styles['bar']}`} role="group" aria-label="Rows to add">
      <p className={`row ${styles['counts']}`}>
        {review.hasColumns ? <Counts review={review} /> : 'Name or category not found'}
      </p>
      <div className={`row ${styles['actions']}`}>
        <AddButton review={review} isStarting={isStarting} isReading={isReading} onAdd={onAdd} />
        <ClearButton review={review} isStarting={isStarting} onClear={onClear} />
      </div>
    </div>
  )
}

/**
 * Shows how many rows there are of each kind. A count of 0 is left out, except for the rows that
 * are ready.
 */
function Counts({ review }: { review: Review }) {
  const shownViews = outcomeViews(review).filter(({ key, rows }) => rows.length > 0 || key === 'ready')
  const { maybeNotPets, maybeSentBefore } = countDoubts(review.ready)
  const counts = shownViews.map(({ key, icon, label, rows }) => {
    const isEmpty = rows.length === 0
    return (
      <span key={key} className="row" data-kind={isEmpty ? undefined : icon}>
        {!isEmpty && <OutcomeIcon kind={icon} />} {formatNumber(rows.length)} {label.toLowerCase()}
      </span>
    )
  })
  return (
    <>
      {counts}
      {maybeNotPets > 0 && (
        <DoubtCount count={maybeNotPets} label={maybeNotPets === 1 ? 'maybe not a pet' : 'maybe not pets'} />
      )}
      {maybeSentBefore > 0 && <DoubtCount count={maybeSentBefore} label="maybe sent before" />}
    </>
  )
}

function DoubtCount({ count, label }: { count: number; label: string }) {
  return (
    <span className="row" data-kind="unknown">
      <OutcomeIcon kind="unknown" /> {formatNumber(count)} {label}
    </span>
  )
}

function AddButton({ review, isStarting, isReading, onAdd }: Omit<ReviewBarProps, 'onClear'>) {
  const { name: environmentName } = useEnvironment()
  const { ready, hasColumns } = review
  if (ready.length === 0 && !isStarting) return hasColumns && <p>No rows are ready to add.</p>
  return (
    <>
      <Button variant="primary" busy={isStarting || isReading} aria-describedby="add-many-to" onClick={onAdd}>
        {isStarting ? 'Adding…' : `Add ${counted(ready.length, 'pet')}`}
      </Button>
      <p id="add-many-to" className="cut muted">
        to {environmentName}
      </p>
    </>
  )
}

/**
 * Clears the rows, or cancels their correction. The keys make them two buttons, so that a second
 * press of "Cancel" does not clear the rows that come back.
 */
function ClearButton({ review, isStarting, onClear }: Omit<ReviewBarProps, 'isReading' | 'onAdd'>) {
  if (review.batch === undefined) {
    return (
      <Button key="clear" variant="quiet" busy={isStarting} onClick={onClear}>
        Clear rows
      </Button>
    )
  }
  return (
    <Button key="cancel" variant="quiet" busy={isStarting} onClick={onClear}>
      Cancel
    </Button>
  )
}
