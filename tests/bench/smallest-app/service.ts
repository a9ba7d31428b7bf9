import * as v from 'valibot'

type Config = {
  readonly environments: readonly { readonly id: string; readonly baseUrl: string }[]
  readonly categories?: Readonly<Record<string, string>>
}

declare global {
  interface Window {
    /** The request that index.html has sent. */
    firstRequest?: { readonly url: string; readonly response: Promise<Response> } | undefined
  }
}

export const { environments, categories } = JSON.parse(
  document.querySelector('#config')?.textContent ?? '',
) as Config

/** IDs are decimal strings, because they have 64 bits. */
const pets = v.array(
  v.object({ id: v.string(), name: v.string(), categoryId: v.string(), status: v.nullish(v.string()) }),
)

/**
 * Requests the list.
 *
 * @throws when the response is an error, or no list of pets
 */
export async function requestPets(environmentId: string, query: URLSearchParams, signal: AbortSignal) {
  const { baseUrl = '' } = environments.find(({ id }) => id === environmentId) ?? {}
  const url = `${baseUrl}/pets?${query}`
  const first = window.firstRequest
  window.firstRequest = undefined
  const request = () =>
    fetch(url, {
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${storedKey(environmentId, baseUrl)}`,
      },
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    })
  const response = await (first?.url === url ? first.response : request())
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return v.parse(pets, JSON.parse(await response.text(), withExactIds))
}

/** Returns the source text of an ID, which keeps digits that a number would lose. */
function withExactIds(name: string, value: unknown, context?: { source?: string }): unknown {
  return name === 'id' || name === 'categoryId' ? context?.source : value
}

/** Returns the key that is stored as in the app, with the base URL that it was given for. */
function storedKey(environmentId: string, baseUrl: string): string {
  const name = `petstore-admin.key.${environmentId}`
  const entry = JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? '{}') as {
    key?: string
    baseUrl?: string
  }
  if (entry.key === undefined || entry.baseUrl !== baseUrl) throw new Error('there is no key')
  return entry.key
}
