import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment, useInstance } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { createStore } from '#src/lib/create-store.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { isTruncated, LIMIT_MAX, type Pet, type PetList } from '#src/pets/pet.ts'
import { listQuery } from '#src/pets/list-query.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { KeyEndedAlert } from '#src/session/KeyEndedAlert.tsx'
import { useLoadState } from '#src/session/use-load-state.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { Alert } from '#src/ui/Alert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { useStore } from '#src/ui/use-store.ts'
import type { ChangeWatchProps } from './ChangeWatch.tsx'
import { createPetFilter } from './filter-and-sort-pets.ts'
import type { EmptyListProps } from './EmptyList.tsx'
import { FindButton } from './FindButton.tsx'
import { focusList } from './focus-list.ts'
import type { ListActionsProps } from './ListActions.tsx'
import type { ListAddress } from './list-address.ts'
import type { Marks } from './list-changes.ts'
import { countMessage, sortMessage, tooManyMessage, unreadableMessage } from './list-messages.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { PetTable } from './PetTable.tsx'
import styles from './PetListPage.module.css'
import { SkeletonTable } from './SkeletonTable.tsx'
import { SortSelect } from './SortSelect.tsx'
import { useDeferredRows } from './use-deferred-rows.ts'
import { useListAddress } from './use-list-address.ts'

type PetListPageProps = {
  /** Whether its first rows are on the screen before the first render (src/bootstrap). */
  isPrerendered?: (() => boolean) | undefined
  parts: LazyParts
}

/** Loaded when they are needed, so that the first row is there sooner. */
type LazyParts = {
  readonly ChangeWatch: ComponentType<ChangeWatchProps>
  readonly EmptyList: ComponentType<EmptyListProps>
  readonly ListActions: ComponentType<ListActionsProps>
}

/** Off at first; stays as it is while one looks at other pages. */
const createWatchSetting = () => createStore(false)

export function PetListPage({ isPrerendered, parts }: PetListPageProps) {
  const { ChangeWatch, EmptyList, ListActions } = parts
  const environment = useEnvironment()
  const client = useQueryClient()
  const [address, change] = useListAddress()
  const { limit, status, sort } = address
  const petstore = usePetstore()
  const options = listQuery(petstore, { limit, status })
  const query = useQuery({
    ...options,
    // The rows of the previous filter stay, marked busy, until the new ones arrive. Read from the cache, because a
    // change of the key removes them there, which the placeholder itself does not tell.
    placeholderData: (_rows, before) => before && client.getQueryData(before.queryKey),
  })
  const { kind, data, error, ...load } = useLoadState(query, options.queryKey)
  const current = useMemo(
    () => ({ address, data, loadedAt: query.dataUpdatedAt, isPlaceholder: query.isPlaceholderData }),
    [address, data, query.dataUpdatedAt, query.isPlaceholderData],
  )
  // What is typed or pressed is painted at once, and the rows follow in a later task: together they would keep a slow
  // device from answering.
  const deferred = useDeferredValue(current)
  // Only rows can be late. Those of a list that is no longer held (another key, a refresh) are never shown again.
  const { limit: shownLimit, status: shownStatus } = deferred.address
  const { queryKey } = listQuery(petstore, { limit: shownLimit, status: shownStatus })
  const isHeld =
    data !== undefined && !deferred.isPlaceholder && client.getQueryData(queryKey) === deferred.data
  const list = isHeld ? deferred : current
  const isOutdated = query.isPlaceholderData || list.data !== data
  const rows = useFilteredAndSortedPets(list.data?.pets ?? NO_PETS, list.address)
  const isSearching = list.address.q.trim() !== ''
  const shown = useMemo(() => rows.slice(0, LIMIT_MAX), [rows])
  // A placeholder without rows says nothing about the list that loads.
  const isUnread = kind === 'loading' || (list.isPlaceholder && shown.length === 0)
  const rendered = useDeferredRows(shown, isPrerendered)
  const isCut = list.data !== undefined && !list.isPlaceholder && isTruncated(list.data, list.address.limit)
  const canShowMore = isCut && list.address.limit < LIMIT_MAX
  const watching = useInstance(createWatchSetting, undefined)
  const isWatching = useStore(watching)
  const [marked, setMarked] = useState<{ list: PetList; marks: Marks }>()
  // Not those of the same list when one comes back to it.
  if (marked !== undefined && marked.list !== data) setMarked(undefined)
  const failure = describeError(error, environment.name)

  return (
    <>
      <title>{`Pets · ${environment.name} · Petstore Admin`}</title>
      <div className={styles['heading']}>
        <h1>Pets</h1>
        <SortSelect sort={sort} onSort={(next) => change({ sort: next })} />
        <Button data-slot="refresh" icon="refresh" onClick={load.retry} busy={load.isFetching}>
          Refresh
        </Button>
        <Link to={`/${environment.id}/pets/new`} className={buttonStyles['button']} data-variant="primary">
          <Icon name="add" />
          Add a pet
        </Link>
      </div>
      <ListToolbar address={address} onChange={change} isWatching={isWatching} onWatch={watching.set} />
      {/* Not in the section: screen readers announce nothing of what is busy. */}
      <div data-slot="status-line" className={styles['statusLine']}>
        <p data-slot="count" role="status">
          {list.data === undefined || list.isPlaceholder
            ? ''
            : countMessage(
                {
                  returned: list.data.returned,
                  loaded: list.data.pets.length,
                  found: isSearching ? rows.length : undefined,
                },
                list.address,
              )}
        </p>
        <SlowResponseNotice
          waiting={load.isWaiting}
          service={environment.name}
          onCancel={() => {
            // This button goes.
            document.querySelector<HTMLElement>('[data-slot=refresh]')?.focus()
            load.cancel()
          }}
        />
        <div className={styles['time']}>
          {list.data === undefined || list.isPlaceholder ? null : <LoadedAt at={list.loadedAt} />}
          <span role="status">{load.outcome}</span>
          {isWatching ? (
            <ChangeWatch
              filter={address}
              list={load.isFetching || query.isPlaceholderData ? undefined : data}
              loadedAt={query.dataUpdatedAt}
              refetch={async () => {
                const after = await query.refetch()
                return after.error === null && after.data === client.getQueryData(options.queryKey)
                  ? after.data
                  : undefined
              }}
              onShow={(now, marks) => setMarked({ list: now, marks })}
            />
          ) : null}
        </div>
      </div>
      {kind === 'key-ended' ? <KeyEndedAlert error={error} /> : null}
      <section
        data-slot="list"
        aria-label="List"
        aria-busy={load.isFetching || isOutdated || undefined}
        tabIndex={-1}
        className={styles['section']}
      >
        {isUnread ? <SkeletonTable rows={Math.min(limit, 20)} /> : null}
        {list.data === undefined || isUnread ? null : (
          <div className={styles['list']} data-busy={isOutdated || undefined}>
            {shown.length > 0 ? (
              <PetTable
                pets={rendered}
                marks={marked?.list === list.data ? marked?.marks : undefined}
                missing={shown.length - rendered.length}
                sort={sort}
                onSort={(next) => change({ sort: next })}
              />
            ) : list.data.unreadable.length > 0 && list.data.pets.length === 0 ? null : (
              <EmptyList
                loaded={list.data.pets.length}
                isTruncated={isCut}
                address={list.address}
                onChange={change}
              />
            )}
            {/* Below the rows, which must not move: the count above them says it, too. */}
            {list.data.unreadable.length === 0 ? null : (
              <Alert tone="attention" message={unreadableMessage(list.data.unreadable, list.data.returned)} />
            )}
            {list.data.returned > LIMIT_MAX ? (
              <Alert tone="attention" message={tooManyMessage(list.data.returned, shown.length)} />
            ) : null}
            {shown.length > 0 && !list.isPlaceholder ? (
              <div className={styles['footer']}>
                {canShowMore ? (
                  <Button
                    data-slot="show-more"
                    onClick={() => {
                      focusList()
                      change({ limit: LIMIT_MAX })
                    }}
                  >
                    Show up to {LIMIT_MAX}
                  </Button>
                ) : null}
                {isSearching && isCut ? <FindButton typed={list.address.q.trim()} /> : null}
                <ListActions pets={shown} status={list.address.status} isTruncated={isCut} />
              </div>
            ) : null}
          </div>
        )}
      </section>
      {kind === 'failed' ? (
        <div className={styles['error']}>
          <Alert
            {...failure}
            message={
              data === undefined
                ? failure.message
                : `The list could not be refreshed. You are seeing pets from ${formatTime(query.dataUpdatedAt)}. ${failure.message}`
            }
          >
            <Button
              icon="refresh"
              onClick={() => {
                load.retry()
                focusList()
              }}
            >
              Try again
            </Button>
          </Alert>
        </div>
      ) : null}
      <LiveRegion text={sort === undefined ? '' : sortMessage(sort)} />
    </>
  )
}

const NO_PETS: readonly Pet[] = []

/** @returns the same array until the rows change. */
function useFilteredAndSortedPets(pets: readonly Pet[], { q, sort }: ListAddress): readonly Pet[] {
  const { categories } = useEnvironment()
  const [filterAndSort] = useState(createPetFilter)
  // A new object each time that the address changes.
  const { field, descending = false } = sort ?? {}
  return useMemo(
    () => filterAndSort(pets, { q, sort: field && { field, descending } }, categories),
    [filterAndSort, pets, q, field, descending, categories],
  )
}
