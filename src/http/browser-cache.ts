/**
 * The browser's cache, which may have a list of an hour ago, or that of another person.
 *
 * What a service lets browsers keep is not used: the cache is bypassed unless the last response of the service could not
 * be kept. The one reason to use the cache's default mode at all is that Chromium then uses what it remembers of a
 * preflight, too, which spares a round trip.
 */
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { mayBeKept } from './caching-headers.ts'

/**
 * - `default`: the browser decides whether it asks the service, by the headers of what it has kept.
 * - `reload`: the response comes from the service.
 */
export type CacheMode = 'default' | 'reload'

/** The entry exists while the last response of the service could not be kept. */
const entryNameOf = (baseUrl: string) => `${OWN_PREFIX}not-kept.${baseUrl}`

/**
 * The mode for what is only looked at. Whoever reloads the page wants to see what the service has now. When somebody goes
 * back to the page, or the browser restores its tab, browsers may use even what they otherwise ask about.
 */
export function cacheModeOfVisit(baseUrl: string): CacheMode {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isNotKept = readStored('local', entryNameOf(baseUrl)) !== null
  return isNotKept && visit?.type === 'navigate' ? 'default' : 'reload'
}

/** Whether the service has just sent this response, and not the browser's cache. In doubt `false`. */
export function isFromService(mode: CacheMode, headers: Headers): boolean {
  return mode === 'reload' || !mayBeKept(headers)
}

/** Remembers for later visits whether browsers may keep what the service sends. */
export function rememberCaching(baseUrl: string, headers: Headers): void {
  const name = entryNameOf(baseUrl)
  const value = mayBeKept(headers) ? null : 'true'
  if (readStored('local', name) !== value) writeStored('local', name, value)
}
