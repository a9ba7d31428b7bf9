/**
 * When each query was loaded. React Query knows it by the clock of the device alone: if somebody sets that back by an hour,
 * it believes for an hour that its data is new.
 */
import type { QueryClient } from '@tanstack/react-query'
import { ageOf, type Moment } from '#src/lib/moment.ts'

/** A query of React Query, whatever its data. */
type AnyQuery = { readonly state: { readonly dataUpdatedAt: number } }

/** On the clock of `performance.now()`. */
const loadTimes = new WeakMap<AnyQuery, number>()

/** What React Query compares with: no data is older than `FRESH`, and all data is older than `STALE`. */
const FRESH = Infinity
const STALE = -Infinity

/** Notes from now on when each query of the client was loaded. */
export function recordLoadTimes(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    // Whoever puts data into the cache may give an earlier time: that of its request.
    const age = Math.max(0, Date.now() - event.query.state.dataUpdatedAt)
    loadTimes.set(event.query, performance.now() - age)
  })
}

/** Initial data is known by the clock of the device alone. */
export function loadedWhen(query: AnyQuery): Moment {
  return { wall: query.state.dataUpdatedAt, elapsed: loadTimes.get(query) }
}

/** Returns the `staleTime` of data that is good for so many milliseconds, by both clocks. */
export function staleAfter(milliseconds: number) {
  return (query: AnyQuery): number => (ageOf(loadedWhen(query)) >= milliseconds ? STALE : FRESH)
}
