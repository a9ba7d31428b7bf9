import { useId } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petListPath } from '#src/lib/paths.ts'
import { isPetStatus, LIMIT_MAX } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import type { StockCounts } from '#src/pets/stock/stock.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { RowHeader, Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import { CountText } from './CountText.tsx'
import styles from './OverviewPage.module.css'
import { StatusBar } from './StatusBar.tsx'

/** A stacked bar and its legend: a table that looks like figures. */
export function StatusChart({ counts: { byStatus, all } }: { counts: StockCounts }) {
  const legend = useId()
  return (
    <figure className={`stack card ${styles['chart']}`}>
      <StatusBar counts={byStatus} describedBy={legend} />
      <Table aria-label="Pets by status" className={styles['figures']}>
        <TableHead names={['Status', 'Pets']} className="visually-hidden" />
        <TableBody id={legend}>
          {byStatus.map(({ status, count }) => (
            <TableRow key={JSON.stringify(status ?? null)} data-status={status ?? 'not set'}>
              <RowHeader>
                <StatusName status={status} />
              </RowHeader>
              <TableCell>
                <CountText count={count} />
              </TableCell>
            </TableRow>
          ))}
          <TableRow>
            <RowHeader>All</RowHeader>
            <TableCell>
              <CountText count={all} />
            </TableCell>
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
