import { useMemo } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { DownloadCsv } from '#src/pets/DownloadCsv.tsx'
import { isTruncated } from '#src/pets/pet.ts'
import { countText, stockMessage } from '#src/pets/stock-messages.ts'
import { COUNTED_STATUSES, countStock, currentLists } from '#src/pets/stock.ts'
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
  const others = {
    value: counts.byStatus.slice(COUNTED_STATUSES.length).reduce((sum, { count }) => sum + count.value, 0),
    isExact: counts.all.isExact,
  }
  const hasNone = counts.all.isExact && counts.all.value === 0

  return (
    <div className={styles['page']} aria-busy={isFetching || undefined}>
      <title>{`Overview · ${service} · Petstore Admin`}</title>
      <div className={styles['heading']}>
        <h1>Overview</h1>
        <Button icon="refresh" busy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <div className={styles['line']}>
        <p role="status">
          {isFetching
            ? `Reading the pets of ${service}: ${state.fetched} of ${stock.lists.length} lists…`
            : stockMessage(stock, 'Counted', service)}
        </p>
        <SlowResponseNotice waiting={isFetching} service={service} onCancel={cancel} />
        {readAt === undefined ? null : <LoadedAt at={readAt} />}
      </div>
      <StockProblems {...state} />
      {readAt === undefined && isFetching ? (
        // As high as the figures and the first categories.
        <div aria-hidden="true" className={styles['skeleton']}>
          <span />
          <span />
        </div>
      ) : null}
      {readAt === undefined ? null : hasNone ? (
        <div className={styles['empty']}>
          <p>No pets in {service} yet</p>
          <Link to={`/${environmentId}/pets/new`}>Add the first pet</Link>
        </div>
      ) : (
        <>
          <StatusChart counts={counts} />
          <CategoryTable counts={counts.byCategory} />
          {others.value === 0 ? null : (
            <p className="small">
              All includes {countText(others)}{' '}
              {others.value === 1 ? 'pet with another status' : 'pets with other statuses'}.
            </p>
          )}
          {/* Not of a part of the lists. */}
          {isFetching || stock.pets.length === 0 ? null : (
            <DownloadCsv
              pets={stock.pets}
              isTruncated={currentLists(stock).some(({ list }) => isTruncated(list))}
            />
          )}
        </>
      )}
    </div>
  )
}
