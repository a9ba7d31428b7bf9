import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isPetStatus, LIMIT_MAX } from '#src/pets/pet.ts'
import { countText } from '#src/pets/stock-messages.ts'
import type { StockCounts } from '#src/pets/stock.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import styles from './OverviewPage.module.css'

/** The service filters by the documented statuses only, so only those lead to a list. */
export function StatusTable({ counts: { byStatus, all } }: { counts: StockCounts }) {
  const { id: environmentId } = useEnvironment()
  return (
    <table aria-label="Pets by status" className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col" className={styles['number']}>
            Pets
          </th>
        </tr>
      </thead>
      <tbody>
        {byStatus.map(({ status, count }) => {
          const tag = <StatusTag status={status} />
          const list = `/${environmentId}/pets?limit=${LIMIT_MAX}&status=${status}`
          return (
            <tr key={JSON.stringify(status ?? null)}>
              <th scope="row">{isPetStatus(status) ? <Link to={list}>{tag}</Link> : tag}</th>
              <td className={styles['number']}>
                {isPetStatus(status) ? <Link to={list}>{countText(count)}</Link> : countText(count)}
              </td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td className={styles['number']}>
            {all.isExact ? (
              <Link to={`/${environmentId}/pets?limit=${LIMIT_MAX}`}>{countText(all)}</Link>
            ) : (
              countText(all)
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
