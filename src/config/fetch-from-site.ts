import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'

/**
 * Requests a file of the deployment, past all caches, with the cookies or the password of a login
 * that stands in front of the site. Rejects as `fetch` does.
 */
export function fetchFromSite(file: 'config.json' | 'version.json', signal?: AbortSignal): Promise<Response> {
  const url = absoluteUrl(BASE_PATH + file)
  return fetch(url, { cache: 'no-store', credentials: 'same-origin', signal: signal ?? null })
}
