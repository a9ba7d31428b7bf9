import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'
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
import { createPetFilter } from './filter-and-sort-pets.ts'
import { EmptyList } from './EmptyList.tsx'
import { type ListAddress, listAddressFromSearch, searchFromListAddress, type Sort } from './list-address.ts'
import { countMessage, offersMore, sortMessage, tooManyMessage, unreadableMessage } from './list-messages.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { PetTable } from './PetTable.tsx'
import styles from './PetListPage.module.css'
import { SkeletonTable } from './SkeletonTable.tsx'
import { useDeferredRows } from './use-deferred-rows.ts'

type PetListPageProps = {
  /** How many rows are on the screen before the first render. */
  countPrerenderedRows?: (() => number) | undefined
}

export function PetListPage({ countPrerenderedRows }: PetListPageProps) {
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
  const { kind, data, error, ...load } = useLoadState(query, options.queryKey)
  const { rows, q: searched } = useFilteredAndSortedPets(data?.pets ?? NO_PETS, q, sort)
  const isSearching = searched.trim() !== ''
  const shown = useMemo(() => rows.slice(0, LIMIT_MAX), [rows])
  const rendered = useDeferredRows(shown, countPrerenderedRows)
  const failure = describeError(error, environment.name)

  return (
    <>
      <title>{`Pets · ${environment.name} · Petstore Admin`}</title>
      <div className={styles['heading']}>
        <h1>Pets</h1>
        <Link to={`/${environment.id}/pets/new`} className={buttonStyles['button']} data-variant="primary">
          <Icon name="add" />
          Add a pet
        </Link>
      </div>
      <ListToolbar address={address} onChange={change} onRefresh={load.retry} isLoading={load.isFetching} />
      {kind === 'key-ended' ? <KeyEndedAlert error={error} /> : null}
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
            <Button icon="refresh" onClick={load.retry}>
              Try again
            </Button>
          </Alert>
        </div>
      ) : null}
      <SlowResponseNotice waiting={load.isWaiting} service={environment.name} onCancel={load.cancel} />
      <section data-slot="list" aria-label="List" aria-busy={load.isFetching || undefined}>
        {kind === 'loading' ? <SkeletonTable rows={Math.min(limit, 20)} /> : null}
        {data === undefined ? null : (
          <div className={styles['list']} data-busy={query.isPlaceholderData || undefined}>
            {data.unreadable.length === 0 ? null : (
              <Alert tone="attention" message={unreadableMessage(data.unreadable, data.returned)} />
            )}
            {data.returned > LIMIT_MAX ? (
              <Alert tone="attention" message={tooManyMessage(data.returned, shown.length)} />
            ) : null}
            {shown.length > 0 ? (
              <PetTable pets={rendered} sort={sort} onSort={(next) => change({ sort: next })} />
            ) : data.unreadable.length > 0 && !isSearching ? null : (
              <EmptyList loaded={data.pets.length} address={{ ...address, q: searched }} onChange={change} />
            )}
          </div>
        )}
        <div className={styles['summary']}>
          <p data-slot="count" role="status">
            {data === undefined
              ? ''
              : countMessage(
                  { returned: data.returned, found: isSearching ? rows.length : undefined },
                  query.isPlaceholderData ? { limit: Infinity, status: undefined } : { limit, status },
                )}
          </p>
          {data !== undefined && offersMore(data.returned, limit) && !query.isPlaceholderData ? (
            <Button data-slot="show-more" variant="quiet" onClick={() => change({ limit: LIMIT_MAX })}>
              Show up to {LIMIT_MAX}
            </Button>
          ) : null}
          {data === undefined || query.isPlaceholderData ? null : <LoadedAt at={query.dataUpdatedAt} />}
        </div>
      </section>
      <LiveRegion text={sort === undefined ? '' : sortMessage(sort)} />
    </>
  )
}

const NO_PETS: readonly Pet[] = []

/**
 * Rows follow what is typed or pressed in a later task: both in one task would delay the next keystroke on a slow device.
 *
 * @returns the rows (the same array until they change), and the search text that they are filtered by.
 */
function useFilteredAndSortedPets(pets: readonly Pet[], typed: string, sort: Sort | undefined) {
  const { categories } = useEnvironment()
  const [filterAndSort] = useState(createPetFilter)
  // A new object each time that the address is read.
  const { field: column, descending: isDown = false } = sort ?? {}
  const wanted = useMemo(
    () => ({ pets, q: typed, field: column, descending: isDown }),
    [pets, typed, column, isDown],
  )
  const deferred = useDeferredValue(wanted)
  // Another list is never shown in the previous order.
  const { q, field, descending } = deferred.pets === pets ? deferred : wanted
  const rows = useMemo(
    () => filterAndSort(pets, { q, sort: field && { field, descending } }, categories),
    [filterAndSort, pets, q, field, descending, categories],
  )
  return { rows, q }
}

type Change = (part: Partial<ListAddress>, options?: { replace: boolean }) => void

/** The address is the state. One that cannot be requested is corrected in place, without a history entry. */
function useListAddress(): [ListAddress, Change] {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const address = listAddressFromSearch(new URLSearchParams(search))
  const corrected = searchFromListAddress(address)

  useEffect(() => {
    if (corrected !== search) void navigate(pathname + corrected, { replace: true, state })
  }, [corrected, search, pathname, state, navigate])

  const change: Change = (part, { replace } = { replace: false }) => {
    const next = searchFromListAddress({ ...address, ...part })
    if (next !== search) void navigate(pathname + next, { replace })
  }
  return [address, change]
}
