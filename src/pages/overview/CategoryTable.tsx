import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { LIMIT_MAX } from '#src/pets/pet.ts'
import { categoryQuery } from '#src/pets/search-pets.ts'
import { countText } from '#src/pets/stock-messages.ts'
import { type CategoryCounts, COUNTED_STATUSES } from '#src/pets/stock.ts'
import { statusText } from '#src/pets/status-text.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { TableHead } from '#src/ui/TableHead.tsx'
import styles from './OverviewPage.module.css'

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
/**
 * On a phone the rows become cards, and browsers then drop the roles of table elements, so each repeats its role.
 */
export function CategoryTable({ counts }: { counts: readonly CategoryCounts[] }) {
  const { id: environmentId, categories } = useEnvironment()
  return (
    <table role="table" aria-label="Pets by category" data-cards className={`table ${styles['categories']}`}>
      <TableHead names={['Category', ...COUNTED_STATUSES.map(statusText), 'All']} />
      <tbody role="rowgroup">
        {counts.map(({ categoryId, all, byStatus }) => {
          const label = categories.get(categoryId)
          const listOf = (status?: string) => {
            const query = new URLSearchParams({ limit: String(LIMIT_MAX), q: categoryQuery(categoryId) })
            if (status !== undefined) query.set('status', status)
            return `/${environmentId}/pets?${query}`
          }
          return (
            <tr key={categoryId} role="row">
              <th role="rowheader" scope="row">
                <Link to={listOf()}>
                  <BidiText text={label ?? categoryId} max={100} />
                </Link>
                {label === undefined ? null : <span className="small"> (ID {categoryId})</span>}
              </th>
              {byStatus.map(({ status, count }) => (
                <td
                  key={status ?? ''}
                  role="cell"
                  data-name={statusText(status)}
                  data-none={(count.value === 0 && count.isExact) || undefined}
                >
                  {status === undefined || count.value === 0 || !count.isExact ? (
                    countText(count)
                  ) : (
                    <Link to={listOf(status)}>{countText(count)}</Link>
                  )}
                </td>
              ))}
              <td role="cell" className={styles['all']}>
                {all.isExact ? <Link to={listOf()}>{countText(all)}</Link> : countText(all)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
