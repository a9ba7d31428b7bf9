import * as v from 'valibot'

type Config = {
  readonly environments: readonly { readonly id: string; readonly baseUrl: string }[]
  readonly categories?: Readonly<Record<string, string>>
}

declare global {
  interface Window {
    /** Sent by index.html. */
    firstRequest?: { readonly url: string; readonly response: Promise<Response> } | undefined
  }
}

/** IDs are decimal strings, because they have 64 bits. */
export const pet = v.object({
  id: v.string(),
  name: v.string(),
  categoryId: v.string(),
  status: v.nullish(v.string()),
})

export const { environments, categories } = JSON.parse(
  document.querySelector('#config')?.textContent ?? '',
) as Config

/** @throws when the response is an error, or not of this schema. */
export async function requestJson<Schema extends v.GenericSchema>(
  environmentId: string,
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<v.InferOutput<Schema>> {
  const { baseUrl = '' } = environments.find(({ id }) => id === environmentId) ?? {}
  const url = baseUrl + path
  const first = window.firstRequest
  window.firstRequest = undefined
  const response = await (first?.url === url ? first.response : send(url, environmentId, baseUrl, signal))
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return v.parse(schema, JSON.parse(await response.text(), withExactIds))
}

function send(url: string, environmentId: string, baseUrl: string, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
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
}

/** The source text keeps digits that a number would lose. */
function withExactIds(name: string, value: unknown, context?: { source?: string }): unknown {
  return name === 'id' || name === 'categoryId' ? context?.source : value
}

/** Stored as in the app: with the base URL that it was given for. */
function storedKey(environmentId: string, baseUrl: string): string {
  const name = `petstore-admin.key.${environmentId}`
  const entry = JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? '{}') as {
    key?: string
    baseUrl?: string
  }
  if (entry.key === undefined || entry.baseUrl !== baseUrl) throw new Error('there is no key')
  return entry.key
}
