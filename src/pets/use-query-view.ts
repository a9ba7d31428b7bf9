import {
  type QueryKey,
  type QueryObserverResult,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'

type QueryView<T> = {
  /** `failed`: or cancelled by the user. There may be older data. */
  readonly kind: 'loading' | 'ready' | 'failed'
  readonly data: T | undefined
  /** Why it failed, `CANCELLED` after `cancel`; `null` when it did not. */
  readonly error: unknown
  readonly isFetching: boolean
  readonly cancel: () => void
  /** What was loaded counts as outdated from now on: the request bypasses the browser's cache (`listQuery`). */
  readonly refetch: () => Promise<QueryObserverResult<T>>
  /** `refetch`, and says what it came to. */
  readonly retry: () => void
  /** What `retry` came to where it left everything as it was, until the next request. */
  readonly outcome: 'No changes' | 'Refresh cancelled' | undefined
}

const CANCELLED = new DOMException('cancelled', 'AbortError')

/** Why a query has failed; `CANCELLED` where it is neither loaded nor being loaded, `null` when it did not. */
export function errorOf<T>(query: UseQueryResult<T>): unknown {
  const { error, fetchStatus, isPending, isPlaceholderData } = query
  return fetchStatus === 'idle' && (isPending || isPlaceholderData) ? CANCELLED : error
}

/** What a page shows of a query. */
export function useQueryView<T>(query: UseQueryResult<T>, queryKey: QueryKey): QueryView<T> {
  const client = useQueryClient()
  const [unchanged, setUnchanged] = useState<{ outcome: QueryView<T>['outcome']; at: number }>()
  const { isFetching, dataUpdatedAt } = query
  const error = errorOf(query)
  const data = error === CANCELLED ? undefined : query.data

  const refetch = async () => {
    await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    return query.refetch()
  }
  const retry = async () => {
    setUnchanged(undefined)
    const after = await refetch()
    // Equal responses are one object; a cancelled request leaves the time as it was.
    if (
      query.data === undefined ||
      after.data !== query.data ||
      after.error !== null ||
      after.isPlaceholderData
    )
      return
    const outcome = after.dataUpdatedAt === dataUpdatedAt ? 'Refresh cancelled' : 'No changes'
    setUnchanged({ outcome, at: after.dataUpdatedAt })
  }

  return {
    kind: error !== null && !isFetching ? 'failed' : data === undefined ? 'loading' : 'ready',
    data,
    error,
    isFetching,
    cancel: () => void client.cancelQueries({ queryKey, exact: true }),
    refetch,
    retry: () => void retry(),
    outcome: unchanged?.at === dataUpdatedAt && !isFetching ? unchanged.outcome : undefined,
  }
}
