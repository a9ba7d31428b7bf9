import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const CANCELLED = new DOMException('cancelled', 'AbortError')

/**
 * Returns why a query has failed, or `null` when it has not. `CANCELLED` means that it is neither
 * loaded nor being loaded.
 */
export function errorOf<T>(query: UseQueryResult<T>): unknown {
  const { error, fetchStatus, isPending, isPlaceholderData } = query
  return fetchStatus === 'idle' && (isPending || isPlaceholderData) ? CANCELLED : error
}

export function useQueryView<T>(query: UseQueryResult<T>, queryKey: QueryKey) {
  const client = useQueryClient()
  const [unchanged, setUnchanged] = useState<{ outcome: 'No changes' | 'Refresh cancelled'; at: number }>()
  const { isFetching, dataUpdatedAt } = query
  const error = errorOf(query)
  const data = error === CANCELLED ? undefined : query.data

  const refetch = async () => {
    await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    return query.refetch()
  }
  const retry = async () => {
    setUnchanged(undefined)
    const { data: now, error: failure, dataUpdatedAt: at, isPlaceholderData } = await refetch()
    // Equal responses are one object, and a cancelled request leaves the time as it was.
    if (now === undefined || now !== query.data || failure !== null || isPlaceholderData) return
    setUnchanged({ outcome: at === dataUpdatedAt ? 'Refresh cancelled' : 'No changes', at })
  }

  return {
    kind: kindOf(error !== null && !isFetching, data !== undefined),
    data,
    error,
    isFetching,
    cancel: () => void client.cancelQueries({ queryKey, exact: true }),
    /**
     * Requests again, past the browser's cache (`listQuery`), because the loaded data counts as
     * outdated from now on.
     */
    refetch,
    /** Calls `refetch`, and sets `outcome`. */
    retry: () => void retry(),
    /**
     * The outcome of a `retry` that left everything as it was. It is gone with the next request.
     */
    outcome: unchanged?.at === dataUpdatedAt && !isFetching ? unchanged.outcome : undefined,
  }
}

/**
 * The state of the query. `failed` also means that the user cancelled the request. There may be
 * older data.
 */
type QueryKind = 'loading' | 'ready' | 'failed'

function kindOf(hasFailed: boolean, hasData: boolean): QueryKind {
  if (hasFailed) return 'failed'
  return hasData ? 'ready' : 'loading'
}
