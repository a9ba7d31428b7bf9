import { useMemo } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { DownloadCsv } from '#src/pets/DownloadCsv.tsx'
import { isTruncated } from '#src/pets/pet.ts'
import { countStock, currentLists, type StockCounts } from '#src/pets/stock.ts'
import { cutStatuses } from '#src/pets/stock-messages.ts'
import { StockProblems } from '#src/pets/StockProblems.tsx'
import { useStock } from '#src/pets/use-stock.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { CategoryTable } from './CategoryTable.tsx'
import styles from './OverviewPage.module.css'
import { StatusChart } from './StatusChart.tsx'

export function OverviewPage() {
  const { id: environmentId, name: service, categories } = useEnvironment()
  const state = useStock()
  const { stock, readAt, isFetching, refresh, cancel } = state
  const counts = useMemo(() => countStock(stock, categories.keys()), [stock, categories])
  const lists = currentLists(stock)
  const isAwaited = readAt === undefined
  const hasNone = counts.all.isExact && counts.all.value === 0

  return (
    <div className={`stack gap-6 ${styles['page']}`} aria-busy={isFetching || undefined}>
      <title>{`Overview · ${service} · Petstore Admin`}</title>
      <div className="split">
        <h1>Overview</h1>
        <Button icon="refresh" busy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <div className={`split small ${styles['line']}`}>
        <p role="status">
          {isFetching
            ? `Reading the pets of ${service}: ${state.fetched} of ${stock.lists.length} lists…`
            : lists.length === 0
              ? ''
              : message(counts)}
        </p>
        <SlowResponseNotice waiting={isFetching} service={service} onCancel={cancel} />
        {isAwaited ? null : <LoadedAt at={readAt} />}
      </div>
      <StockProblems {...state} message="The overview could not be counted." />
      {isAwaited && !isFetching ? null : hasNone ? (
        <div className="stack card empty">
          <p>No pets in {service} yet</p>
          <Link to={`/${environmentId}/pets/new`}>Add the first pet</Link>
        </div>
      ) : (
        <div className={styles['counts']} aria-hidden={isAwaited}>
          <StatusChart counts={counts} />
          <CategoryTable counts={counts.byCategory} />
          {/* Not of a part of the lists. */}
          {isFetching || stock.pets.length === 0 ? null : (
            <DownloadCsv pets={stock.pets} isTruncated={lists.some(({ list }) => isTruncated(list))} />
          )}
        </div>
      )}
    </div>
  )
}

/** "All 34 pets.", "229 pets or more. Available pets and those without a status may be incomplete." */
function message(counts: StockCounts): string {
  const { value, isExact } = counts.all
  const pets = counted(value, 'pet')
  if (isExact) return `${value === 1 ? '' : 'All '}${pets}.`
  const which = new Intl.ListFormat('en').format([...cutStatuses(counts), 'those without a status'])
  return `${pets} or more. ${which.charAt(0).toUpperCase()}${which.slice(1)} may be incomplete.`
}
