import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stockListQuery } from './list-query.ts'
import type { PetStatus } from './pet.ts'
import { usePetstore } from './petstore-context.ts'
import { STOCK_MAX_AGE_MS, type Stock, type StockList, stockFromLists } from './stock.ts'
import { useQueryView } from './use-query-view.ts'

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
  const all = useStockList(undefined)
  const available = useStockList('available')
  const pending = useStockList('pending')
  const sold = useStockList('sold')
  const lists = [all, available, pending, sold]
  const stock = useMemo(
    () => stockFromLists([all.list, available.list, pending.list, sold.list]),
    [all.list, available.list, pending.list, sold.list],
  )
  const read = lists.filter(({ list }) => list.list !== undefined)
  return {
    stock,
    readAt: read.length === 0 ? undefined : Math.min(...read.map(({ list }) => list.readAt)),
    fetched: lists.filter(({ load }) => !load.isFetching).length,
    isFetching: lists.some(({ load }) => load.isFetching),
    cancel: () => lists.forEach(({ load }) => load.cancel()),
    refresh: () => lists.forEach(({ load }) => load.retry()),
    retry: () => lists.forEach(({ list, load }) => (list.error !== null || list.isOutdated) && load.retry()),
  }
}

function useStockList(status: PetStatus | undefined) {
  const options = stockListQuery(usePetstore(), status)
  const client = useQueryClient()
  const query = useQuery({ ...options, staleTime: STOCK_MAX_AGE_MS })
  const { data, error, ...load } = useQueryView(query, options.queryKey)
  const { dataUpdatedAt: readAt, isStale } = query
  const isOutdated = isStale && client.getQueryState(options.queryKey)?.isInvalidated === true
  const list = useMemo<StockList>(
    () => ({ status, list: data, readAt, error, isOutdated }),
    [status, data, readAt, error, isOutdated],
  )
  return { list, load }
}
