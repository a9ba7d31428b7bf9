import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { STOCK, stockListQuery } from '#src/pets/queries/list-query.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { STOCK_FILTERS, stockFromLists } from './stock.ts'
import { errorOf } from '#src/pets/queries/use-query-view.ts'

/**
 * Returns the four lists of the stock, which are read when they are older than a minute or than the
 * last POST. All that use it at the same time share the requests, which are aborted when nobody
 * uses them any more.
 */
export function useStock() {
  const client = useQueryClient()
  const petstore = usePetstore()
  const { lists, isFetching } = useQueries({
    queries: STOCK_FILTERS.map((status) => stockListQuery(petstore, status)),
    combine: (results) => ({
      lists: results.map((result, index) => {
        const { data: list, dataUpdatedAt: readAt, isStale } = result
        const status = STOCK_FILTERS[index]
        const key = stockListQuery(petstore, status).queryKey
        const isOutdated = isStale && client.getQueryState(key)?.isInvalidated === true
        return { status, list, readAt, error: errorOf(result), isOutdated }
      }),
      isFetching: results.some((result) => result.isFetching),
    }),
  })
  const stock = useMemo(() => stockFromLists(lists), [lists])
  const read = lists.filter(({ list }) => list !== undefined)
  return {
    stock,
    /**
     * The time of the oldest list in milliseconds since 1970, or `undefined` when there is no list.
     */
    readAt: read.length === 0 ? undefined : Math.min(...read.map(({ readAt }) => readAt)),
    isFetching,
    cancel: () => void client.cancelQueries({ queryKey: STOCK }),
    refresh: () => void client.invalidateQueries({ queryKey: STOCK }),
    /** Reads the lists again that could not be read, or are out of date. */
    retry: () =>
      void client.refetchQueries({
        queryKey: STOCK,
        predicate: ({ state }) => state.status !== 'success' || state.isInvalidated,
      }),
  }
}

export type StockState = ReturnType<typeof useStock>
