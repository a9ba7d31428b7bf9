import { type ReactNode, useId, useState } from 'react'
import { formatNumber } from '#src/lib/format-number.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted } from './import-messages.ts'
import styles from './ReasonList.module.css'

/** Why some rows deserve a look. */
export type Reason = {
  readonly key: string
  readonly message: ReactNode
  readonly count: number
  /** What can be done about all of them at once. */
  readonly action?: ReactNode
}

type ReasonListProps = {
  title: string
  tone: 'bad' | 'attention'
  reasons: readonly Reason[]
  onShow: (key: string) => void
}

/** More would push the table out of sight, and each row of a large file may have a reason of its own. */
const FEW = 5
export const MAX_REASONS = 100

export function ReasonList({ title, tone, reasons, onShow }: ReasonListProps) {
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  if (reasons.length === 0) return null
  const isFolded = !showsAll && reasons.length > FEW + 1
  const rest = reasons.length - MAX_REASONS
  return (
    <section className={styles['reasons']} data-tone={tone} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby={id} className="card divided">
        {reasons.slice(0, isFolded ? FEW : MAX_REASONS).map(({ key, message, count, action }, index) => (
          <li key={key}>
            <p id={`${id}-${index}`} className={styles['reason']}>
              <span>{message}</span>
              <span className="small"> {counted(count, 'row', 'rows')}</span>
            </p>
            {action}
            <Button variant="quiet" aria-describedby={`${id}-${index}`} onClick={() => onShow(key)}>
              Show these rows
            </Button>
          </li>
        ))}
      </ul>
      {isFolded ? (
        <div>
          <Button onClick={() => setShowsAll(true)}>
            Show {rest > 0 ? 'the first' : 'all'} {formatNumber(Math.min(reasons.length, MAX_REASONS))}
          </Button>
        </div>
      ) : rest > 0 ? (
        <p className="small">{formatNumber(rest)} more are in the table.</p>
      ) : null}
    </section>
  )
}
