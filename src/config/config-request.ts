/** Shorter than that of other requests, because nothing is on the screen until then. */
const TIMEOUT_MS = 5000

/** Rejects as `fetch` does. */
export function fetchConfig(): Promise<Response> {
  return fetch('/config.json', {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
}
