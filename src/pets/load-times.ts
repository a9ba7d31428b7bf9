/**
 * How old loaded data is. The clock of the device may be set back, after which React Query takes what it has for new for as
 * long; and `performance.now()` may stand still while a device sleeps. So data is old when either clock says so.
 */
import type { QueryClient } from '@tanstack/react-query'

/** A query of React Query, whatever its data. */
type AnyQuery = { readonly state: { readonly dataUpdatedAt: number } }

const loadTimes = new WeakMap<AnyQuery, number>()

/** Notes from now on when each query of the client was loaded. */
export function recordLoadTimes(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    // `dataUpdatedAt` is now, or the time of the request for it.
    const age = Math.max(0, Date.now() - event.query.state.dataUpdatedAt)
    loadTimes.set(event.query, performance.now() - age)
  })
}

/** When the query was loaded, on the clock of `performance.now()`; `-Infinity` where nobody noted it. */
export function loadTimeOf(query: AnyQuery): number {
  return loadTimes.get(query) ?? -Infinity
}

/** The `staleTime` of data that is good for so many milliseconds. */
export function staleAfter(milliseconds: number) {
  return (query: AnyQuery): number => (isOlderThan(query, milliseconds) ? -Infinity : Infinity)
}

function isOlderThan(query: AnyQuery, milliseconds: number): boolean {
  const wallAge = Date.now() - query.state.dataUpdatedAt
  // Nobody notes when initial data was loaded.
  const age = performance.now() - (loadTimes.get(query) ?? Infinity)
  return wallAge < 0 || wallAge >= milliseconds || age >= milliseconds
}
