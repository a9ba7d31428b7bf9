import type { BrowserBlock } from '#src/browser/blocked-by-browser.ts'
import { truncate } from '#src/lib/truncate.ts'

/** The Error body of the service (src/pets/SERVICE.md, Errors). */
export type ErrorBody = { readonly code: string; readonly message: string }

/** Returns `undefined` when `text` is anything else than an Error body. */
export function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const { code, message } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
  } catch {
    return undefined
  }
}

/**
 * The longest text that is kept, in characters. A service may send any amount of text, and errors
 * are kept for some time.
 */
export const MAX_TEXT = 500

/** The longest wait that a service can ask for, in seconds. Nobody waits longer. */
const MAX_RETRY_AFTER_S = 300

// The message of each error begins with the request, for example `GET
// https://api.example.com/v1/pets?limit=20`, and never has the key.

/** The service, or something in front of it, sent a response outside 2xx. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /**
   * It is `undefined` without a readable Error body. Then probably something in front of the
   * service responded.
   */
  readonly body: ErrorBody | undefined
  /**
   * The seconds that `Retry-After` asks for, 300 at most. It is `undefined` when the header is
   * missing, not readable, or not exposed across origins.
   */
  readonly retryAfter: number | undefined

  constructor(request: string, status: number, body: ErrorBody | undefined, retryAfter?: number) {
    super(`${request}: HTTP ${status}`)
    this.status = status
    this.body = body && { code: truncate(body.code, MAX_TEXT), message: truncate(body.message, MAX_TEXT) }
    this.retryAfter = retryAfter && Math.min(retryAfter, MAX_RETRY_AFTER_S)
  }
}

/**
 * Says whether a firewall, a login, a proxy or a maintenance page may have answered, and not the
 * service.
 */
export function isSenderUnclear(error: unknown): boolean {
  return error instanceof HttpError && error.body === undefined
}

/**
 * The reason why there is no response:
 * - `unreachable`: offline, connection refused or broken, or blocked by CORS. Scripts cannot tell
 *   which.
 * - `blocked`: this site's content security policy blocked the request, which is the one cause that
 *   the browser reports.
 * - `mixed-content`, `local-network`: the browser itself blocked the request, as far as addresses
 *   and permissions tell.
 * - `too-late`: the whole request took too long.
 * - `redirected` (3xx): we do not follow redirects, because the key would go along.
 */
export type NoResponseReason = 'unreachable' | 'blocked' | BrowserBlock | 'too-late' | 'redirected'

/** There was no response, or none that may be read. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
  readonly reason: NoResponseReason
  /** The time limit of the request. */
  readonly seconds: number | undefined

  constructor(request: string, reason: NoResponseReason, options: ErrorOptions & { seconds?: number } = {}) {
    super(`${request}: no response (${reason})`, options)
    this.reason = reason
    this.seconds = options.seconds
  }
}

export type InvalidResponseReason = 'truncated' | 'too-large' | 'not-json' | 'wrong-shape'

/**
 * A 2xx response had a body that cannot be used. It proves nothing: a proxy's login page, an error
 * in JSON and a response that was cut off look like this, too.
 */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError'
  readonly reason: InvalidResponseReason

  constructor(request: string, reason: InvalidResponseReason, facts?: string) {
    super(`${request}: response ${reason}${facts === undefined ? '' : ` (${truncate(facts, MAX_TEXT)})`}`)
    this.reason = reason
  }
}

/**
 * Recognises an abort by its name, because a DOMException of another realm is an instance of no
 * class of this one.
 */
export function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}

/**
 * The conclusion from the failure of a POST:
 * - `rejected`: the service says with this status that it did not act.
 * - `unknown`: a broken connection, a timeout, a 5xx, a 2xx without a pet, or anything else that
 *   does not tell whether the service acted.
 */
type PostFailure = 'rejected' | 'unknown'

/**
 * The statuses that prove a rejection. 408 is missing because the request may have arrived
 * nevertheless. 409 is missing because it is the typical answer to the second of two equal
 * requests, and a browser may send one `fetch` twice.
 */
const REJECTIONS = new Set([400, 401, 403, 404, 405, 410, 413, 414, 415, 422, 429])

export function postFailure(error: unknown): PostFailure {
  return error instanceof HttpError && REJECTIONS.has(error.status) ? 'rejected' : 'unknown'
}
