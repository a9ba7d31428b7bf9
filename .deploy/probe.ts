/** What a check got to its question. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  /** Without its compression. */
  readonly bytes: Uint8Array
  readonly text: string
}

/** Why there is no answer, in the words of the network. */
export type ProbeFailure = { readonly failure: string }

/** Milliseconds. */
const DEADLINE = 15_000

/** Asks once, as it is said; no redirect is followed. Never throws. */
export async function ask(url: string | URL, init: RequestInit = {}): Promise<Answer | ProbeFailure> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text: new TextDecoder().decode(bytes),
    }
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

/** Node says "fetch failed" and keeps what happened below it. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

/** The kind of content alone, without its character set. */
export function mimeOf({ headers }: Answer): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The words of a header that is a list, in small letters. */
export function listOf(headers: Headers, name: string): ReadonlySet<string> {
  return new Set(
    (headers.get(name) ?? '')
      .toLowerCase()
      .split(',')
      .map((word) => word.trim()),
  )
}

/** Of this machine: there a browser trusts plain HTTP. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
