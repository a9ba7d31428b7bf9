import { type CSSProperties, useId } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isPetStatus, LIMIT_MAX } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { countText } from '#src/pets/stock-messages.ts'
import type { StockCounts } from '#src/pets/stock.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { TableHead } from '#src/ui/TableHead.tsx'
import styles from './OverviewPage.module.css'

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
/**
 * A stacked bar, of which a part that may be longer has an open end, and its legend: a table that looks like figures.
 * Browsers then drop the roles of its elements, so each repeats its role.
 */
export function StatusChart({ counts: { byStatus, all } }: { counts: StockCounts }) {
  const { id: environmentId } = useEnvironment()
  const legend = useId()
  return (
    <figure className={`stack card padded ${styles['chart']}`}>
      <div role="img" aria-label="Pets by status" aria-describedby={legend} className={styles['bar']}>
        {byStatus.map(({ status, count }, index) =>
          count.value === 0 && count.isExact ? null : (
            <span
              key={JSON.stringify(status ?? null)}
              style={{ flexGrow: count.value, ...hueOf(index) }}
              data-status={status ?? 'not set'}
              data-open={count.isExact ? undefined : ''}
            />
          ),
        )}
      </div>
      <table role="table" aria-label="Pets by status" className={styles['figures']}>
        <TableHead names={['Status', 'Pets']} className="visually-hidden" />
        <tbody role="rowgroup" id={legend}>
          {byStatus.map(({ status, count }, index) => {
            const text = <BidiText text={statusText(status)} max={60} />
            return (
              <tr
                role="row"
                key={JSON.stringify(status ?? null)}
                style={hueOf(index)}
                data-status={status ?? 'not set'}
              >
                <th role="rowheader" scope="row">
                  {/* The service filters by the documented statuses only. */}
                  {isPetStatus(status) ? (
                    <Link to={`/${environmentId}/pets?limit=${LIMIT_MAX}&status=${status}`}>{text}</Link>
                  ) : (
                    text
                  )}
                </th>
                <td role="cell">{countText(count)}</td>
              </tr>
            )
          })}
          <tr role="row">
            <th role="rowheader" scope="row">
              All
            </th>
            <td role="cell">{countText(all)}</td>
          </tr>
        </tbody>
      </table>
    </figure>
  )
}

/** Of a status that is not documented: neighbours differ. The others have colours of their own. */
function hueOf(index: number): CSSProperties {
  return { '--hue': 200 + (index % 4) * 50 } as CSSProperties
}
