import type { CacheMode } from './browser-cache.ts'

/**
 * Returns the options of every request. It has a key, and neither cookies nor redirects, which
 * would carry the key elsewhere. A response to a POST never comes from a cache.
 *
 * @param body JSON text
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
