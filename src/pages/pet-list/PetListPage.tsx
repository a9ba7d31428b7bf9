import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { createStore } from '#src/lib/create-store.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import { labelsPath } from '#src/pets/pet-url.ts'
import { listQuery } from '#src/pets/list-query.ts'
import { isTruncated, LIMIT_MAX, type PetList } from '#src/pets/pet.ts'
import { orderMessage } from '#src/pets/order-texts.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { searchPets } from '#src/pets/search-pets.ts'
import { useDownloadCsv } from '#src/pets/use-download-csv.tsx'
import { useQueryView } from '#src/pets/use-query-view.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { ChangeWatch } from './ChangeWatch.tsx'
import { EmptyList, FindButton } from './EmptyList.tsx'
import { searchFromListAddress } from './list-address.ts'
import type { Marks } from './list-changes.ts'
import { countMessage, unreadableMessage } from './list-messages.ts'
import { ListToolbar } from './ListToolbar.tsx'
import styles from './PetListPage.module.css'
import { PetTable } from './PetTable.tsx'
import { useListAddress } from './use-list-address.ts'

/** Off at first; stays as it is while one looks at other pages. */
const watchSettingOf = /* @__PURE__ */ onceForEach((_environment: CurrentEnvironment) => createStore(false))

export function PetListPage() {
  const environment = useEnvironment()
  const client = useQueryClient()
  const [address, change] = useListAddress()
  const { limit, status, q, sort } = address
  const options = listQuery(usePetstore(), { limit, status })
  const query = useQuery({
    ...options,
    // The rows of the previous filter stay, marked busy, until the new ones arrive. Read from the cache, because a
    // change of the key removes them there, which the placeholder itself does not tell.
    placeholderData: (_rows, before) => before && client.getQueryData(before.queryKey),
  })
  const { kind, data, error, ...load } = useQueryView(query, options.queryKey)
  const { isPlaceholderData: isPlaceholder, dataUpdatedAt: loadedAt } = query
  const { categories } = environment
  const rows = useMemo(
    () => searchPets(data?.pets ?? [], { q, sort }, categories),
    [data, q, sort, categories],
  )
  // Thousands of rows would block the page, of a service that returns more than it documents.
  const shown = useMemo(() => rows.slice(0, LIMIT_MAX), [rows])
  /** What is known of the pets that were asked for. */
  const list = isPlaceholder ? undefined : data
  // A placeholder without rows says nothing about the list that loads.
  const isLoading = kind === 'loading' || (isPlaceholder && data !== undefined && shown.length === 0)
  const isUsable = list !== undefined
  useEffect(() => {
    // For `npm run bench`.
    if (isUsable) performance.mark('usable')
  }, [isUsable])
  const typed = plainText(q)
  const isCut = list !== undefined && isTruncated(list, limit)
  const csv = useDownloadCsv(list === undefined ? [] : shown, isCut, status)
  const watching = watchSettingOf(environment)
  const isWatching = useStore(watching)
  const [marked, setMarked] = useState<{ list: PetList; marks: Marks }>()
  // Not those of the same list when one comes back to it.
  if (marked !== undefined && marked.list !== data) setMarked(undefined)
  const failure = describeError(error, environment.name, 'Pets could not be loaded.')

  return (
    <>
      <PageTitle>{`Pets · ${environment.name} · Petstore Admin`}</PageTitle>
      <div className={`actions ${styles['heading']}`}>
        <h1>Pets</h1>
        <Button data-slot="refresh" icon="refresh" onClick={load.retry} busy={load.isFetching}>
          Refresh
        </Button>
        <Link to={`/${environment.id}/pets/new`} className={buttonStyles['button']} data-variant="primary">
          <Icon name="add" />
          Add a pet
        </Link>
      </div>
      <div className={`actions ${styles['controls']}`}>
        <ListToolbar address={address} onChange={change} isWatching={isWatching} onWatch={watching.set} />
        {/* Not in the section: screen readers announce nothing of what is busy. */}
        <div data-slot="status-line" className={`row gap-3 ${styles['statusLine']}`}>
          <div className={`small ${styles['said']}`}>
            <p data-slot="count" role="status">
              {list === undefined ? (
                kind !== 'failed' ? (
                  <span className={styles['late']}>Loading {status} pets…</span>
                ) : null
              ) : (
                countMessage(list, typed === '' ? undefined : rows.length, address, environment.name)
              )}
            </p>
            {!isCut || shown.length === 0 ? null : typed !== '' ? (
              <FindButton typed={typed} />
            ) : limit < LIMIT_MAX ? (
              <Link data-slot="show-more" to={searchFromListAddress({ ...address, limit: LIMIT_MAX })}>
                Show up to {LIMIT_MAX}
              </Link>
            ) : null}
            <SlowResponseNotice
              waiting={load.isFetching && `${status} ${limit}`}
              service={environment.name}
              onCancel={load.cancel}
            />
            {list === undefined ? null : kind === 'failed' ? (
              <div role="alert" className={styles['failed']}>
                <span>Not refreshed. Showing {formatTime(loadedAt)}</span>
                <Button onClick={load.retry}>Try again</Button>
                <details>
                  <summary>Details</summary>
                  <Alert
                    {...failure}
                    message={failure.facts}
                    facts={failure.details}
                    details={undefined}
                    isPart
                  />
                </details>
              </div>
            ) : (
              <LoadedAt at={loadedAt} />
            )}
            <span role="status">{load.outcome}</span>
            {csv.outcome}
            {isWatching ? (
              <ChangeWatch
                filter={address}
                list={load.isFetching ? undefined : list}
                loadedAt={loadedAt}
                refetch={() => load.refetch().then(() => client.getQueryData(options.queryKey))}
                onShow={(now, marks) => setMarked({ list: now, marks })}
              />
            ) : null}
          </div>
          {shown.length > 0 ? (
            // They keep their place while another list loads: they are about the rows that go.
            <div className={`actions ${styles['option']}`} inert={list === undefined}>
              <Link
                data-slot="labels"
                to={labelsPath(environment.id, shown)}
                className={buttonStyles['button']}
                data-variant="quiet"
              >
                Print labels
              </Link>
              {csv.buttons}
            </div>
          ) : null}
        </div>
      </div>
      <section
        data-slot="list"
        aria-label="List"
        aria-busy={load.isFetching || undefined}
        // Not around the table alone: a grid lays it out twice.
        className={data === undefined || data.unreadable.length === 0 ? undefined : 'stack'}
      >
        {isLoading || shown.length > 0 ? (
          <PetTable
            pets={isLoading ? undefined : shown}
            skeletonRows={Math.min(limit, 20)}
            marks={marked?.marks}
            sort={sort}
            onSort={(next) => change({ sort: next })}
          />
        ) : data === undefined || (data.unreadable.length > 0 && data.pets.length === 0) ? null : (
          <EmptyList hasPets={data.pets.length > 0} isTruncated={isCut} address={address} onChange={change} />
        )}
        {/* Below the rows, which must not move: the count above them says it, too. */}
        {data === undefined || data.unreadable.length === 0 ? null : (
          <Alert tone="attention" message={unreadableMessage(data.unreadable, data.returned)} />
        )}
        {kind === 'failed' && data === undefined ? <Alert {...failure} onRetry={load.retry} /> : null}
      </section>
      <LiveRegion text={sort === undefined ? '' : orderMessage(sort)} />
    </>
  )
}
