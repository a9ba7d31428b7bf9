import type { Fetch } from '#src/http/request.ts'
import type { CacheMode } from '#src/http/browser-cache.ts'
import { requestInit } from '#src/http/request-init.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'

/** A GET that was sent before the app was loaded. */
type PrefetchedRequest = {
  /**
   * Works like `fetch`, but the first GET gets the prefetched response if it asks for the same URL
   * with the same key, and does not bypass a cache that may have answered. If it asks for anything
   * else, nobody waits for the prefetched response any more, and it is aborted.
   */
  readonly fetch: Fetch
  /**
   * Returns a copy of the response, which leaves the original to `fetch`. It rejects as `fetch`
   * does.
   */
  readonly clone: () => Promise<Response>
}

export function prefetch(url: string, key: string, cache: CacheMode): PrefetchedRequest {
  const controller = new AbortController()
  const own = requestInit('GET', key, undefined, controller.signal, cache)
  const response = Object.assign(fetch(absoluteUrl(url), own), { startedAt: performance.now() })
  const copy = response.then((original) => original.clone())
  // A failure is reported to whoever claims the response. Perhaps nobody does, so it must not count
  // as unhandled.
  for (const promise of [response, copy]) promise.catch(() => undefined)
  let isClaimed = false
  const abort = () => controller.abort()
  return {
    clone: () => copy,
    fetch(asked, init) {
      if (isClaimed || init.method !== 'GET') return fetch(absoluteUrl(asked), init)
      isClaimed = true
      const isAnother = asked !== url || init.headers['Authorization'] !== own.headers['Authorization']
      const bypassesCache = init.cache === 'reload' && cache === 'default'
      if (isAnother || bypassesCache) {
        abort()
        return fetch(absoluteUrl(asked), init)
      }
      if (init.signal.aborted) abort()
      init.signal.addEventListener('abort', abort)
      return response
    },
  }
}
