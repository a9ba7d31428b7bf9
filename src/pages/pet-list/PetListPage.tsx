import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'
import { listQuery } from '#src/pets/list-query.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { KeyEndedAlert } from '#src/session/KeyEndedAlert.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { Alert } from '#src/ui/Alert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { filterAndSortPets } from './filter-and-sort-pets.ts'
import { EmptyList } from './EmptyList.tsx'
import { type ListAddress, listAddressFromSearch, searchFromListAddress, type Sort } from './list-address.ts'
import { countMessage, offersMore, sortMessage, tooManyMessage, unreadableMessage } from './list-messages.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { PetTable } from './PetTable.tsx'
import styles from './PetListPage.module.css'
import { SkeletonTable } from './SkeletonTable.tsx'
import { useDeferredRows } from './use-deferred-rows.ts'

export function PetListPage() {
  const environment = useEnvironment()
  const client = useQueryClient()
  const [address, change] = useListAddress()
  const { limit, status, q, sort } = address
  const sessionState = useSessionState()
  const options = listQuery(usePetstore(), { limit, status })
  const query = useQuery({
    ...options,
    // The rows of the filter before stay, marked busy, until those of this one are there; unless they were dropped
    // meanwhile, for another key, which what the query itself would give does not tell.
    placeholderData: (_rows, before) => before && client.getQueryData(before.queryKey),
  })
  const hasEnded = sessionState.kind === 'key-ended'
  // Neither loaded nor on its way: the person did not want to wait any longer.
  const isCancelled = query.fetchStatus === 'idle' && (query.isPending || query.isPlaceholderData)
  // A key that was taken back may mean that the person in front of the screen is another one.
  const data = hasEnded || isCancelled ? undefined : query.data
  const isDismissed = hasEnded && !sessionState.isPrompting
  const { rows, q: searched } = useFilteredAndSortedPets(data?.pets ?? NO_PETS, q, sort)
  const isSearching = searched.trim() !== ''
  const shown = useMemo(() => rows.slice(0, LIMIT_MAX), [rows])
  const drawn = useDeferredRows(shown)
  const error = isCancelled ? new DOMException('cancelled', 'AbortError') : query.error
  const described = describeError(error, environment.name)

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
      <ListToolbar
        address={address}
        onChange={change}
        onRefresh={() => void query.refetch()}
        isLoading={query.isFetching}
      />
      {isDismissed ? <KeyEndedAlert error={error} /> : null}
      {error === null || query.isFetching || hasEnded ? null : (
        <div className={styles['error']}>
          <Alert
            {...described}
            message={
              data === undefined
                ? described.message
                : `The list could not be refreshed. You are seeing pets from ${formatTime(query.dataUpdatedAt)}. ${described.message}`
            }
          >
            <Button icon="refresh" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Alert>
        </div>
      )}
      <SlowResponseNotice
        waiting={query.isFetching && !hasEnded}
        service={environment.name}
        onCancel={() => void client.cancelQueries({ queryKey: options.queryKey, exact: true })}
      />
      <section aria-label="List" aria-busy={query.isFetching || undefined}>
        {data === undefined ? (
          (error === null || query.isFetching || hasEnded) && !isDismissed ? (
            <SkeletonTable rows={Math.min(limit, 20)} />
          ) : null
        ) : (
          <div className={styles['list']} data-busy={query.isPlaceholderData || undefined}>
            {data.unreadable.length === 0 ? null : (
              <Alert tone="attention" message={unreadableMessage(data.unreadable, data.returned)} />
            )}
            {data.returned > LIMIT_MAX ? (
              <Alert tone="attention" message={tooManyMessage(data.returned, shown.length)} />
            ) : null}
            {shown.length > 0 ? (
              <PetTable pets={drawn} sort={sort} onSort={(next) => change({ sort: next })} />
            ) : data.unreadable.length > 0 && !isSearching ? null : (
              <EmptyList loaded={data.pets.length} address={{ ...address, q: searched }} onChange={change} />
            )}
          </div>
        )}
        <div className={styles['summary']}>
          <p role="status">
            {data === undefined
              ? ''
              : countMessage(
                  { returned: data.returned, found: isSearching ? rows.length : undefined },
                  query.isPlaceholderData ? { limit: Infinity, status: undefined } : { limit, status },
                )}
          </p>
          {data !== undefined && offersMore(data.returned, limit) && !query.isPlaceholderData ? (
            <Button variant="quiet" onClick={() => change({ limit: LIMIT_MAX })}>
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
 * The same array as long as nothing is searched, sorted or loaded anew. What is typed and pressed is shown at once, and
 * the rows right after it: both in one task would keep a slow device from the next letter.
 *
 * @returns with the search text that the rows are narrowed by.
 */
function useFilteredAndSortedPets(pets: readonly Pet[], typed: string, sort: Sort | undefined) {
  const { categories } = useEnvironment()
  // What the address says is an object of its own each time that it is read.
  const { field: column, descending: isDown = false } = sort ?? {}
  const wanted = useMemo(
    () => ({ pets, q: typed, field: column, descending: isDown }),
    [pets, typed, column, isDown],
  )
  const late = useDeferredValue(wanted)
  // Another list is shown as it is wanted at once: nobody has seen it in any other order.
  const { q, field, descending } = late.pets === pets ? late : wanted
  const rows = useMemo(
    () => filterAndSortPets(pets, { q, sort: field && { field, descending } }, categories),
    [pets, q, field, descending, categories],
  )
  return { rows, q }
}

type Change = (part: Partial<ListAddress>, options?: { replace: boolean }) => void

/** The address is the state: nothing mirrors it. An address that says what cannot be asked is corrected in place. */
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
