/**
 * This module decides when the browser's cache may answer. It may have a list of an hour ago, or
 * the list of another person, so we bypass it, except for a service whose last response told
 * browsers to keep nothing. The one reason for the exception is that Chromium uses what it
 * remembers of a preflight only in the default mode, which spares a round trip.
 */
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { mayBeKept } from './caching-headers.ts'

/**
 * The two ways in which the browser's cache is used:
 * - `default`: the browser decides whether it asks the service, by the headers of what it has kept.
 * - `reload`: the response comes from the service.
 */
export type CacheMode = 'default' | 'reload'

/**
 * Returns the name of a stored entry, which exists while the service tells browsers to keep
 * nothing.
 */
const keepsNothingName = (baseUrl: string) => `${OWN_PREFIX}keeps-nothing.${baseUrl}`

/**
 * Returns the mode for a list that is only looked at: `default` on a plain visit, for a service
 * that lets nothing be kept.
 *
 * Somebody who reloads the page wants to see what the service has now. When somebody goes back to
 * it, or the browser restores its tab, browsers may use even what they otherwise ask about.
 */
export function cacheModeOfVisit(baseUrl: string): CacheMode {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const keepsNothing = readStored('local', keepsNothingName(baseUrl)) !== null
  return keepsNothing && visit?.type === 'navigate' ? 'default' : 'reload'
}

/**
 * Says whether the service has certainly sent this response just now, and not the browser's cache.
 */
export function isFromService(mode: CacheMode, { type, headers }: Response): boolean {
  // A redirect hides its headers, and browsers keep some redirects without any.
  return mode === 'reload' || (type !== 'opaqueredirect' && !mayBeKept(headers))
}

/** Remembers for later visits whether the service tells browsers to keep nothing. */
export function rememberCaching(baseUrl: string, keepsNothing: boolean): void {
  const name = keepsNothingName(baseUrl)
  const value = keepsNothing ? 'true' : null
  if (readStored('local', name) !== value) writeStored('local', name, value)
}
