export type ProbeResponse = {
  /** 0 when there was no response. */
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
  /** The content type without parameters, in lower case; empty when there is none. */
  readonly mime: string
  /** What came, or the network error as Node words it; for messages. */
  readonly summary: string
}

const TIMEOUT_MS = 15_000

/** Sends one request without following redirects. Never throws. */
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
    // Node's fetch only says "fetch failed"; the reason is in `cause`, which for several addresses has no message.
    const { cause = error } = error as { cause?: unknown }
    const { message, code } = cause as { message?: string; code?: string }
    const summary = `No response: ${message || code}`
    return { status: 0, headers: new Headers(), bytes: new Uint8Array(), text: '', mime: '', summary }
  }
}

/** The items of a comma-separated header, in lower case. */
export function listOf({ headers }: ProbeResponse, name: string): readonly string[] {
  return (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
}

/** The seconds of `max-age`; 0 without one. */
export function maxAgeOf(header: string): number {
  return Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0)
}

export function cachingOf({ headers }: ProbeResponse): string {
  const value = headers.get('cache-control')
  return value === null ? 'no Cache-Control' : `"Cache-Control: ${value}"`
}

export type Finding = {
  readonly verdict: 'ok' | 'wrong' | 'unknown'
  /** What a correct deployment does. */
  readonly check: string
  /** What is wrong and how to fix it, or why the check had no result. Empty when all is well. */
  readonly messages: readonly string[]
}

/** What is wrong and how to fix it, or why nobody can say; `false` stands for nothing. */
export type Problem = string | { readonly unknown: string } | false

export function finding(name: string, ...problems: readonly Problem[]): Finding {
  const wrong = problems.filter((problem) => typeof problem === 'string')
  if (wrong.length > 0) return { verdict: 'wrong', check: name, messages: wrong }
  const unknown = problems.flatMap((problem) => (typeof problem === 'object' ? [problem.unknown] : []))
  return { verdict: unknown.length > 0 ? 'unknown' : 'ok', check: name, messages: unknown }
}

/** What the response to one request has to be. */
export async function check(
  name: string,
  url: URL,
  problemsOf: (response: ProbeResponse) => Problem | readonly Problem[],
  init?: RequestInit,
): Promise<Finding> {
  return finding(name, ...[problemsOf(await probe(url, init))].flat())
}
