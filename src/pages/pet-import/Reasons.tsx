import { type ReactNode, useId, useState } from 'react'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Reasons.module.css'
import type { RowView } from './RowsTable.tsx'

type ReasonsProps = {
  title: string
  tone: 'bad' | 'attention'
  reasons: readonly RowView<unknown>[]
  onShow: (key: string) => void
  children?: ReactNode
}

/** More would push the table out of sight, and each row of a large file may have a reason of its own. */
const FEW = 6
const MORE = 100

/** Why some rows deserve a look. */
export function Reasons({ title, tone, reasons, onShow, children }: ReasonsProps) {
  const id = useId()
  const [limit, setLimit] = useState(FEW)
  const all = reasons.filter(({ rows }) => rows.length > 0)
  if (all.length === 0) return null
  return (
    <section className={`stack gap-2 ${styles['reasons']}`} data-tone={tone} aria-labelledby={id}>
      <div className="split">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby={id} className="card divided">
        {all.slice(0, limit).map(({ key, label, sentence, rows, actions }, index) => (
          <li key={key} className="split">
            <p id={`${id}-${index}`}>
              {sentence ?? label}{' '}
              {sentence === undefined ? <span className="small">{counted(rows.length, 'row')}</span> : null}
            </p>
            <div role="group" aria-labelledby={`${id}-${index}`} className="actions">
              {actions}
              <Button variant="quiet" onClick={() => onShow(key)}>
                Show these rows
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {all.length <= limit ? null : (
        <div>
          <Button onClick={() => setLimit(limit + MORE)}>
            Show {formatNumber(Math.min(all.length - limit, MORE))} more
          </Button>
        </div>
      )}
    </section>
  )
}
