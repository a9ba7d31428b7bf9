import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { useDownloadCsv } from '#src/pets/use-download-csv.tsx'
import { isPetStatus, isTruncated, LIMIT_MAX } from '#src/pets/pet.ts'
import { categoryQuery } from '#src/pets/search-pets.ts'
import { statusText } from '#src/pets/status-text.ts'
import { countText, COUNTED_STATUSES, countStock, cutStatuses, type StockCounts } from '#src/pets/stock.ts'
import { StockProblems } from '#src/pets/StockProblems.tsx'
import { useStock } from '#src/pets/use-stock.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { RowHeader, Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import styles from './OverviewPage.module.css'

export function OverviewPage() {
  const { id: environmentId, name: service, categories } = useEnvironment()
  const state = useStock()
  const { stock, readAt, isFetching, refresh, cancel } = state
  const counts = useMemo(() => countStock(stock, categories.keys()), [stock, categories])
  const isAwaited = readAt === undefined
  const isCut = stock.current.some(({ list }) => isTruncated(list))
  const csv = useDownloadCsv(stock.pets, isCut)
  const hasNone = counts.all.isExact && counts.all.value === 0

  return (
    <div className={`stack gap-6 ${styles['page']}`} aria-busy={isFetching || undefined}>
      <PageTitle>{`Overview · ${service} · Petstore Admin`}</PageTitle>
      <div className="split">
        <h1>Overview</h1>
        <Button icon="refresh" busy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <div className={`split small ${styles['line']}`}>
        <p role="status" className={hasNone && !isFetching ? 'visually-hidden' : undefined}>
          {isFetching ? `Reading the pets of ${service}…` : stock.current.length === 0 ? '' : message(counts)}
        </p>
        <SlowResponseNotice waiting={isFetching} service={service} onCancel={cancel} />
        {isAwaited ? null : <LoadedAt at={readAt} />}
      </div>
      <StockProblems {...state} />
      {isAwaited && !isFetching ? null : hasNone ? (
        <div className="stack card empty">
          <p>No pets in {service} yet</p>
          <Link to={`/${environmentId}/pets/new`} className={buttonStyles['button']}>
            Add the first pet
          </Link>
        </div>
      ) : (
        <div className={styles['counts']} aria-hidden={isAwaited}>
          <StatusChart counts={counts} />
          <CategoryTable counts={counts.byCategory} />
          {/* There is no download while lists are loading, because it would have only a part of
              the pets. */}
          {isFetching || stock.pets.length === 0 ? null : (
            <div className="row gap-3 small">
              {csv.buttons}
              {csv.outcome}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/**
 * Examples: "All 34 pets.", "229 pets or more. Available pets and those without a status may be
 * incomplete."
 */
function message(counts: StockCounts): string {
  const { value, isExact } = counts.all
  const pets = counted(value, 'pet')
  if (isExact) return `${value === 1 ? '' : 'All '}${pets}.`
  const which = new Intl.ListFormat('en').format([...cutStatuses(counts), 'those without a status'])
  return `${pets} or more. ${which.charAt(0).toUpperCase()}${which.slice(1)} may be incomplete.`
}

/**
 * Shows a stacked bar and its legend, which is a table that looks like figures. A part of the bar
 * that may be longer has an open end.
 */
function StatusChart({ counts: { byStatus, all } }: { counts: StockCounts }) {
  const { id: environmentId } = useEnvironment()
  const legend = useId()
  return (
    <figure className={`stack card ${styles['chart']}`}>
      <div role="img" aria-label="Pets by status" aria-describedby={legend} className={styles['bar']}>
        {byStatus.map(({ status, count }) =>
          count.value === 0 && count.isExact ? null : (
            <span
              key={JSON.stringify(status ?? null)}
              style={{ flexGrow: count.value }}
              data-status={status ?? 'not set'}
              data-open={count.isExact ? undefined : ''}
            />
          ),
        )}
      </div>
      <Table aria-label="Pets by status" className={styles['figures']}>
        <TableHead names={['Status', 'Pets']} className="visually-hidden" />
        <TableBody id={legend}>
          {byStatus.map(({ status, count }) => {
            const key = JSON.stringify(status ?? null)
            const text = <BidiText text={statusText(status)} max={60} />
            return (
              <TableRow key={key} data-status={status ?? 'not set'}>
                <RowHeader>
                  {/* Other statuses have no link, because the service filters by the documented
                      statuses only. */}
                  {isPetStatus(status) ? (
                    <Link to={`/${environmentId}/pets?limit=${LIMIT_MAX}&status=${status}`}>{text}</Link>
                  ) : (
                    text
                  )}
                </RowHeader>
                <TableCell>{countText(count)}</TableCell>
              </TableRow>
            )
          })}
          <TableRow>
            <RowHeader>All</RowHeader>
            <TableCell>{countText(all)}</TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </figure>
  )
}

function CategoryTable({ counts }: { counts: StockCounts['byCategory'] }) {
  const { id: environmentId, categories } = useEnvironment()
  return (
    <Table aria-label="Pets by category" data-cards className={`table ${styles['categories']}`}>
      <TableHead names={['Category', ...COUNTED_STATUSES.map(statusText), 'All']} />
      <TableBody>
        {counts.map(({ categoryId, all, byStatus }) => {
          const label = categories.get(categoryId)
          const query = new URLSearchParams({ limit: String(LIMIT_MAX), q: categoryQuery(categoryId) })
          return (
            <TableRow key={categoryId}>
              <RowHeader>
                <Link to={`/${environmentId}/pets?${query}`}>
                  <BidiText text={label ?? categoryId} max={100} />
                </Link>
                {label === undefined ? null : <span className="small"> (ID {categoryId})</span>}
              </RowHeader>
              {byStatus.map(({ status, count }) => (
                <TableCell
                  key={status ?? ''}
                  data-name={statusText(status)}
                  data-none={(count.value === 0 && count.isExact) || undefined}
                >
                  {countText(count)}
                </TableCell>
              ))}
              <TableCell className={styles['all']}>{countText(all)}</TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
