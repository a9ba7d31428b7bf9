export type ProbeResponse = {
  /** The HTTP status, or 0 when there was no response. */
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
  /** The content type without parameters, in lower case. It is empty when there is none. */
  readonly mime: string
  /** Says in messages what came, or gives the network error as Node words it. */
  readonly summary: string
}

const TIMEOUT_MS = 15_000

/** Sends one request without following redirects. It never throws. */
export async function probe(url: string | URL, init: RequestInit = {}): Promise<ProbeResponse> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status, headers } = response
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const mime = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    return { status, headers, bytes, text, mime, summary: `HTTP ${status}, ${mime || 'no content type'}` }
  } catch (error) {
    // Node's fetch only says "fetch failed". The reason is in `cause`, which has no message when
    // there are several addresses.
    const { cause = error } = error as { cause?: unknown }
    const { message, code } = cause as { message?: string; code?: string }
    const summary = `No response: ${message || code}`
    return { status: 0, headers: new Headers(), bytes: new Uint8Array(), text: '', mime: '', summary }
  }
}

/** Returns the items of a comma-separated header, in lower case. */
export function listOf({ headers }: ProbeResponse, name: string): readonly string[] {
  return (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
}

/** Returns the seconds of `max-age`, or 0 without one. */
export function maxAgeOf(header: string): number {
  return Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0)
}

export function cachingOf({ headers }: ProbeResponse): string {
  const value = headers.get('cache-control')
  return value === null ? 'no Cache-Control' : `"Cache-Control: ${value}"`
}

export type Finding = {
  readonly verdict: 'ok' | 'wrong' | 'unknown'
  /** Says what a correct deployment does. */
  readonly check: string
  /**
   * The texts say what is wrong and how to fix it, or why the check had no result. There are none
   * when all is well.
   */
  readonly messages: readonly string[]
}

/**
 * Says what is wrong and how to fix it, or why nobody can say; `false` means that nothing is wrong.
 */
export type Problem = string | { readonly unknown: string } | false

export function finding(name: string, ...problems: readonly Problem[]): Finding {
  const wrong = problems.filter((problem) => typeof problem === 'string')
  if (wrong.length > 0) return { verdict: 'wrong', check: name, messages: wrong }
  const unknown = problems.flatMap((problem) => (typeof problem === 'object' ? [problem.unknown] : []))
  return { verdict: unknown.length > 0 ? 'unknown' : 'ok', check: name, messages: unknown }
}

/** Checks whether the response to one request is as it has to be. */
export async function check(
  name: string,
  url: URL,
  problemsOf: (response: ProbeResponse) => Problem | readonly Problem[],
  init?: RequestInit,
): Promise<Finding> {
  return finding(name, ...[problemsOf(await probe(url, init))].flat())
}
