import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petListPath } from '#src/lib/paths.ts'
import { LIMIT_MAX } from '#src/pets/pet.ts'
import { categoryQuery } from '#src/pets/table/search-pets.ts'
import { statusText } from '#src/pets/status-text.ts'
import { COUNTED_STATUSES, type StockCounts } from '#src/pets/stock/stock.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { RowHeader, Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import { CountText } from './CountText.tsx'
import styles from './OverviewPage.module.css'
import { StatusBar } from './StatusBar.tsx'

type CategoryCounts = StockCounts['byCategory']

/** Counts the pets of each category, by status. */
export function CategoryTable({ counts }: { counts: CategoryCounts }) {
  const largest = Math.max(...counts.map(({ all }) => all.value))
  return (
    <Table aria-label="Pets by category" data-cards className={`table ${styles['categories']}`}>
      <TableHead names={['Category', ...COUNTED_STATUSES.map(statusText), 'All']} />
      <TableBody>
        {counts.map((categoryCounts) => (
          <CategoryRow key={categoryCounts.categoryId} {...categoryCounts} largest={largest} />
        ))}
      </TableBody>
    </Table>
  )
}

type CategoryRowProps = CategoryCounts[number] & {
  /** The number of pets in the largest category, which has the longest bar. */
  largest: number
}

function CategoryRow({ categoryId, all, byStatus, largest }: CategoryRowProps) {
  const { id: environmentId, categories } = useEnvironment()
  const label = categories.get(categoryId)
  const query = new URLSearchParams({ limit: String(LIMIT_MAX), q: categoryQuery(categoryId) })
  return (
    <TableRow>
      <RowHeader>
        <Link to={petListPath(environmentId, `?${query}`)}>
          <BidiText text={label ?? categoryId} max={100} />
        </Link>
        {label !== undefined && <span className="small"> (ID {categoryId})</span>}
        {all.value > 0 && (
          <div className={styles['categoryBar']} style={{ width: `${(100 * all.value) / largest}%` }}>
            <StatusBar counts={byStatus} />
          </div>
        )}
      </RowHeader>
      {byStatus.map(({ status, count }) => (
        <TableCell
          key={status ?? ''}
          data-name={statusText(status)}
          data-none={(count.value === 0 && count.isExact) || undefined}
        >
          <CountText count={count} />
        </TableCell>
      ))}
      <TableCell className={styles['all']}>
        <CountText count={all} />
      </TableCell>
    </TableRow>
  )
}
