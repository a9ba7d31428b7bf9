export type ProbeResponse = {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
}

/** There was no response; `failure` is the network error as Node words it. */
export type ProbeFailure = { readonly failure: string }

const TIMEOUT_MS = 15_000

/** Sends one request without following redirects. Never throws. */
export async function probe(
  url: string | URL,
  init: RequestInit = {},
): Promise<ProbeResponse | ProbeFailure> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text: new TextDecoder().decode(bytes),
    }
  } catch (error) {
    return { failure: rootCause(error) }
  }
}

/** Node's fetch only says "fetch failed"; the reason is in `cause`. */
function rootCause(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return rootCause(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : rootCause(error.cause)
}

/** The content type without parameters, in lower case; empty when there is none. */
export function mimeOf({ headers }: ProbeResponse): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The items of a comma-separated header, in lower case. */
export function listOf(headers: Headers, name: string): ReadonlySet<string> {
  return new Set(
    (headers.get(name) ?? '')
      .toLowerCase()
      .split(',')
      .map((item) => item.trim()),
  )
}

/** Browsers treat plain HTTP to the loopback interface as secure. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
