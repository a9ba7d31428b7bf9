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
  /** Why it failed, an AbortError after `cancel`; `null` when it did not. */
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

type Unchanged = {
  readonly outcome: 'No changes' | 'Refresh cancelled'
  /** What it is about. */
  readonly data: unknown
  readonly at: number
}

/** What a page shows of a query. */
export function useQueryView<T>(query: UseQueryResult<T>, queryKey: QueryKey): QueryView<T> {
  const client = useQueryClient()
  const [unchanged, setUnchanged] = useState<Unchanged>()
  // Forgotten with its key (app/services.ts).
  const isForgotten = query.failureReason !== null && query.isPending
  // Neither loaded nor being loaded: the user cancelled it.
  const isCancelled =
    query.fetchStatus === 'idle' && (query.isPending || query.isPlaceholderData) && !isForgotten
  const error = isCancelled ? new DOMException('cancelled', 'AbortError') : query.error
  const data = isCancelled ? undefined : query.data
  const { isFetching, dataUpdatedAt } = query
  const isUnchanged = unchanged?.data === query.data && unchanged?.at === dataUpdatedAt && !isFetching

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
    setUnchanged({ outcome, data: after.data, at: after.dataUpdatedAt })
  }

  return {
    kind: error !== null && !isFetching ? 'failed' : data === undefined ? 'loading' : 'ready',
    data,
    error,
    isFetching,
    cancel: () => void client.cancelQueries({ queryKey, exact: true }),
    refetch,
    retry: () => void retry(),
    outcome: isUnchanged ? unchanged?.outcome : undefined,
  }
}
