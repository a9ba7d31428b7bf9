/** Milliseconds; a start that waits longer says so. */
const DEADLINE = 5000

/** Asks for `/config.json`. Rejects as `fetch` does. */
export function fetchConfig(): Promise<Response> {
  return fetch('/config.json', {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(DEADLINE),
  })
}
