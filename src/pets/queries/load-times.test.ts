import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadedWhen, recordLoadTimes, staleAfter } from './load-times.ts'

const MINUTE_MS = 60_000
const isStale = (staleTime: number) => staleTime === -Infinity

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function loadOne() {
  const client = new QueryClient()
  recordLoadTimes(client)
  client.setQueryData(['one'], 'data')
  const query = client.getQueryCache().find({ queryKey: ['one'], exact: true })
  if (query === undefined) throw new Error('not in the cache')
  return { client, query, isStaleAfterAMinute: () => isStale(staleAfter(MINUTE_MS)(query)) }
}

test('Data is stale when it is as old as its limit, and not before', () => {
  const { isStaleAfterAMinute } = loadOne()
  vi.advanceTimersByTime(MINUTE_MS - 1)
  expect(isStaleAfterAMinute()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isStaleAfterAMinute()).toBe(true)
})

test('Data that counts as loaded earlier has that time, and never a future one', () => {
  const { client, query } = loadOne()
  const now = performance.now()
  client.setQueryData(['one'], 'newer data', { updatedAt: Date.now() - 100 })
  expect(loadedWhen(query).elapsed).toBe(now - 100)
  client.setQueryData(['one'], 'newest data', { updatedAt: Date.now() + 100 })
  expect(loadedWhen(query).elapsed).toBe(now)
})
