/**
 * `default`: the response may come from the browser's cache, as far as the service allows. Only then does Chromium use
 * what it remembers of a preflight, too. `reload`: from the service, and the cache is brought up to date.
 */
export type CacheMode = 'default' | 'reload'

/** Of what is looked at: who reloads the page wants to see what the service has now. */
export function cacheModeOfVisit(): CacheMode {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' ? 'reload' : 'default'
}

/**
 * Every request has a key, and neither cookies nor redirects, which would carry the key elsewhere. A response to a POST
 * never comes from a cache. `body`: JSON text.
 */
export function requestInit(
  method: 'GET' | 'POST',
  key: string,
  body: string | undefined,
  signal: AbortSignal,
  cache: CacheMode,
) {
  return {
    method,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body ?? null,
    credentials: 'omit',
    redirect: 'manual',
    cache: method === 'POST' ? 'default' : cache,
    referrerPolicy: 'no-referrer',
    signal,
  } satisfies RequestInit
}

export type OwnRequestInit = ReturnType<typeof requestInit>
