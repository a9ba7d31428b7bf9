import type { Fetch } from '#src/http/request.ts'
import { cacheModeOfVisit, requestInit } from '#src/http/request-init.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'

/** A GET that was sent before the app was loaded. */
type PrefetchedRequest = {
  /**
   * Like `fetch`, but the first GET gets the prefetched response if it asks for the same URL with the same key. If it
   * asks for anything else, nobody waits for the prefetched response any more: it is aborted.
   */
  readonly fetch: Fetch
  /** A copy of the response, which leaves the original to `fetch`. Rejects as `fetch` does. */
  readonly clone: () => Promise<Response>
}

export function prefetch(url: string, key: string): PrefetchedRequest {
  const controller = new AbortController()
  const own = requestInit('GET', key, undefined, controller.signal, cacheModeOfVisit())
  const response = Object.assign(fetch(absoluteUrl(url), own), { startedAt: performance.now() })
  const copy = response.then((original) => original.clone())
  // Whoever claims the response hears of a failure; perhaps nobody does.
  for (const promise of [response, copy]) promise.catch(() => undefined)
  let isClaimed = false
  const abort = () => controller.abort()
  return {
    clone: () => copy,
    fetch(asked, init) {
      if (isClaimed || init.method !== 'GET') return fetch(absoluteUrl(asked), init)
      isClaimed = true
      if (asked !== url || init.headers['Authorization'] !== own.headers['Authorization']) {
        abort()
        return fetch(absoluteUrl(asked), init)
      }
      if (init.signal.aborted) abort()
      init.signal.addEventListener('abort', abort)
      return response
    },
  }
}
