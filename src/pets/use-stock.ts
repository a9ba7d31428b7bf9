import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { STOCK, stockListQuery } from './list-query.ts'
import { usePetstore } from './petstore-context.ts'
import { STOCK_FILTERS, STOCK_MAX_AGE_MS, type Stock, stockFromLists } from './stock.ts'
import { errorOf } from './use-query-view.ts'

export type StockState = {
  readonly stock: Stock
  /** The oldest list that is there. Milliseconds since 1970; `undefined` when there is none. */
  readonly readAt: number | undefined
  readonly isFetching: boolean
  /** How many lists are not being read. */
  readonly fetched: number
  readonly cancel: () => void
  readonly refresh: () => void
  /** Reads those again that could not be read, or are out of date. */
  readonly retry: () => void
}

/**
 * The four lists of the stock, read when they are older than a minute or than the last POST. All that use it at the same
 * time share the requests, which are aborted when nobody uses them any more.
 */
export function useStock(): StockState {
  const client = useQueryClient()
  const petstore = usePetstore()
  const queries = STOCK_FILTERS.map((status) => ({
    ...stockListQuery(petstore, status),
    staleTime: STOCK_MAX_AGE_MS,
  }))
  const { lists, fetched } = useQueries({
    queries,
    combine: (results) => ({
      lists: results.map((result, index) => {
        const { data: list, dataUpdatedAt: readAt, isStale } = result
        const key = stockListQuery(petstore, STOCK_FILTERS[index]).queryKey
        const isOutdated = isStale && client.getQueryState(key)?.isInvalidated === true
        return { status: STOCK_FILTERS[index], list, readAt, error: errorOf(result), isOutdated }
      }),
      fetched: results.filter(({ isFetching }) => !isFetching).length,
    }),
  })
  const stock = useMemo(() => stockFromLists(lists), [lists])
  const read = lists.filter(({ list }) => list !== undefined)
  return {
    stock,
    readAt: read.length === 0 ? undefined : Math.min(...read.map(({ readAt }) => readAt)),
    isFetching: fetched < lists.length,
    fetched,
    cancel: () => void client.cancelQueries({ queryKey: STOCK }),
    refresh: () => void client.invalidateQueries({ queryKey: STOCK }),
    retry: () =>
      void client.refetchQueries({
        queryKey: STOCK,
        predicate: ({ state }) => state.status !== 'success' || state.isInvalidated,
      }),
  }
}
