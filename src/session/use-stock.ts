import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stockListQuery } from '#src/pets/list-query.ts'
import type { PetStatus } from '#src/pets/pet.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { STOCK_MAX_AGE_MS, type Stock, type StockList, stockFromLists } from '#src/pets/stock.ts'
import { useLoadState } from './use-load-state.ts'

export type StockState = {
  readonly stock: Stock
  /** The oldest list that is there. Milliseconds since 1970; `undefined` when there is none. */
  readonly readAt: number | undefined
  readonly isFetching: boolean
  /** How many lists are not being read. */
  readonly fetched: number
  /** Whether a response may still arrive without the user doing anything. */
  readonly isWaiting: boolean
  /** The key is no longer valid, and the user has dismissed the dialog that asks for another one. */
  readonly hasKeyEnded: boolean
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
    isWaiting: lists.some(({ load }) => load.isWaiting),
    hasKeyEnded: all.load.kind === 'key-ended',
    cancel: () => lists.forEach(({ load }) => load.cancel()),
    refresh: () => lists.forEach(({ load }) => load.retry()),
    retry: () => lists.forEach(({ list, load }) => (list.error !== null || list.isOutdated) && load.retry()),
  }
}

function useStockList(status: PetStatus | undefined) {
  const options = stockListQuery(usePetstore(), status)
  const client = useQueryClient()
  const query = useQuery({ ...options, staleTime: STOCK_MAX_AGE_MS })
  const { data, error, ...load } = useLoadState(query, options.queryKey)
  const { dataUpdatedAt: readAt, isStale } = query
  const isOutdated = isStale && client.getQueryState(options.queryKey)?.isInvalidated === true
  const list = useMemo<StockList>(
    () => ({ status, list: data, readAt, error, isOutdated }),
    [status, data, readAt, error, isOutdated],
  )
  return { list, load }
}
