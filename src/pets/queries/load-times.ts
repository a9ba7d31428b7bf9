/**
 * This module records when each query was loaded. React Query knows it by the clock of the device
 * alone: if somebody sets that back by an hour, it believes for an hour that its data is new.
 */
import type { QueryClient } from '@tanstack/react-query'
import { ageOf, type Moment } from '#src/lib/moment.ts'

/** A query of React Query, with any data. */
type AnyQuery = { readonly state: { readonly dataUpdatedAt: number } }

/** The times on the clock of `performance.now()`. */
const loadTimes = new WeakMap<AnyQuery, number>()

/**
 * The values for React Query's `staleTime`: no data is older than `FRESH`, and all data is older
 * than `STALE`.
 */
const FRESH = Infinity
const STALE = -Infinity

/** Records from now on when each query of the client was loaded. */
export function recordLoadTimes(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    // Code that puts data into the cache may give an earlier time, which is that of its request.
    const age = Math.max(0, Date.now() - event.query.state.dataUpdatedAt)
    loadTimes.set(event.query, performance.now() - age)
  })
}

/** Returns when a query was loaded. For initial data, the clock of the device alone knows it. */
export function loadedWhen(query: AnyQuery): Moment {
  return { wall: query.state.dataUpdatedAt, elapsed: loadTimes.get(query) }
}

/** Returns the `staleTime` of data that stays good for so many milliseconds, by both clocks. */
export function staleAfter(milliseconds: number) {
  return (query: AnyQuery): number => (ageOf(loadedWhen(query)) >= milliseconds ? STALE : FRESH)
}
