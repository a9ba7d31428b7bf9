import { useId } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petListPath } from '#src/lib/paths.ts'
import { isPetStatus, LIMIT_MAX } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { countText, type StockCounts } from '#src/pets/stock/stock.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { RowHeader, Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import styles from './OverviewPage.module.css'

/**
 * A stacked bar, of which a part that may be longer has an open end, and its legend: a table that
 * looks like figures.
 */
export function StatusChart({ counts: { byStatus, all } }: { counts: StockCounts }) {
  const legend = useId()
  const bars = byStatus.filter(({ count }) => count.value > 0 || !count.isExact)
  return (
    <figure className={`stack card ${styles['chart']}`}>
      <div role="img" aria-label="Pets by status" aria-describedby={legend} className={styles['bar']}>
        {bars.map(({ status, count }) => (
          <span
            key={JSON.stringify(status ?? null)}
            style={{ flexGrow: count.value }}
            data-status={status ?? 'not set'}
            data-open={count.isExact ? undefined : ''}
          />
        ))}
      </div>
      <Table aria-label="Pets by status" className={styles['figures']}>
        <TableHead names={['Status', 'Pets']} className="visually-hidden" />
        <TableBody id={legend}>
          {byStatus.map(({ status, count }) => (
            <TableRow key={JSON.stringify(status ?? null)} data-status={status ?? 'not set'}>
              <RowHeader>
                <StatusName status={status} />
              </RowHeader>
              <TableCell>{countText(count)}</TableCell>
            </TableRow>
          ))}
          <TableRow>
            <RowHeader>All</RowHeader>
            <TableCell>{countText(all)}</TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </figure>
  )
}

/**
 * Links to the pets with a status, if the service can filter by it: it filters by the documented
 * ones only.
 */
function StatusName({ status }: { status: string | undefined }) {
  const { id: environmentId } = useEnvironment()
  const text = <BidiText text={statusText(status)} max={60} />
  if (!isPetStatus(status)) return text
  return <Link to={petListPath(environmentId, `?limit=${LIMIT_MAX}&status=${status}`)}>{text}</Link>
}
