import { useMemo } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { newPetPath } from '#src/lib/paths.ts'
import { useDownloadCsv } from '#src/pets/table/use-download-csv.tsx'
import { isTruncated } from '#src/pets/pet.ts'
import { countStock, type StockCounts } from '#src/pets/stock/stock.ts'
import { StockProblems } from '#src/pets/stock/StockProblems.tsx'
import { useStock } from '#src/pets/stock/use-stock.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { CategoryTable } from './CategoryTable.tsx'
import { overviewMessage } from './overview-message.ts'
import styles from './OverviewPage.module.css'
import { StatusChart } from './StatusChart.tsx'

export function OverviewPage() {
  const { name: environmentName, categories } = useEnvironment()
  const stockState = useStock()
  const { stock, readAt, isFetching, refresh, cancel } = stockState
  const counts = useMemo(() => countStock(stock, categories.keys()), [stock, categories])
  const isAwaited = readAt === undefined
  const isCut = stock.current.some(({ list }) => isTruncated(list))
  const csv = useDownloadCsv(stock.pets, isCut)
  // While lists are being read, the file would have a part of the pets only.
  const mayDownload = !isFetching && stock.pets.length > 0
  const isMessageBelow = hasNoPets(counts) && !isFetching
  const messageClass = isMessageBelow ? 'visually-hidden' : undefined

  return (
    <div className={`stack gap-6 ${styles['page']}`} aria-busy={isFetching || undefined}>
      <PageTitle page="Overview" environmentName={environmentName} />
      <div className="split">
        <h1>Overview</h1>
        <Button icon="refresh" busy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <div className={`split small ${styles['line']}`}>
        <p role="status" className={messageClass}>
          {overviewMessage(stockState, counts, environmentName)}
        </p>
        <SlowResponseNotice waiting={isFetching} service={environmentName} onCancel={cancel} />
        <div className={`row ${styles['download']}`}>
          {!isAwaited && <LoadedAt at={readAt} />}
          {mayDownload && csv.buttons}
          {mayDownload && csv.outcome}
        </div>
      </div>
      <StockProblems {...stockState} />
      {(!isAwaited || isFetching) && <Counts counts={counts} isAwaited={isAwaited} />}
    </div>
  )
}

type CountsProps = {
  counts: StockCounts
  /** `true` while no list is there yet. The counts are hidden then, but keep their place. */
  isAwaited: boolean
}

function Counts({ counts, isAwaited }: CountsProps) {
  if (hasNoPets(counts)) return <EmptyStore />
  return (
    <div className={styles['counts']} aria-hidden={isAwaited}>
      <StatusChart counts={counts} />
      <CategoryTable counts={counts.byCategory} />
    </div>
  )
}

function EmptyStore() {
  const { id: environmentId, name: environmentName } = useEnvironment()
  return (
    <div className="stack card empty">
      <p>No pets in {environmentName} yet</p>
      <Link to={newPetPath(environmentId)} className={buttonStyles['button']}>
        Add the first pet
      </Link>
    </div>
  )
}

function hasNoPets({ all }: StockCounts): boolean {
  return all.isExact && all.value === 0
}
