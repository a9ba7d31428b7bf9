import * as v from 'valibot'
import { truncate } from '#src/lib/truncate.ts'

/** The Error body of the service (src/pets/SERVICE.md, Errors). */
export type ErrorBody = { readonly code: string; readonly message: string }

const errorBody = v.object({ code: v.string(), message: v.string() })

/** `undefined` where `text` is anything else. */
export function parseErrorBody(text: string): ErrorBody | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), text)
  return result.success ? result.output : undefined
}

/** A service may send any amount of text, and errors are kept for some time. Characters. */
const MAX_TEXT = 500

// The message of each begins with the request, for example `GET https://api.example.com/v1/pets?limit=20`, and never has
// the key. A new kind also needs its place in `isRetryable` (request.ts), `postFailure` (post-outcome.ts) and
// `errorText` (describe-error.ts).

/** A response outside 2xx. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /** `undefined` without a readable Error body: probably something in front of the service responded. */
  readonly body: ErrorBody | undefined
  /** Seconds from `Retry-After`; `undefined` when it is missing, not readable, or not exposed across origins. */
  readonly retryAfter: number | undefined

  constructor(request: string, status: number, body: ErrorBody | undefined, retryAfter?: number) {
    super(`${request}: HTTP ${status}`)
    this.status = status
    this.body = body && { code: truncate(body.code, MAX_TEXT), message: truncate(body.message, MAX_TEXT) }
    this.retryAfter = retryAfter
  }
}

/** No response: offline, connection refused or broken, or blocked by CORS. Scripts cannot tell which. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** By this site's content security policy, the one cause that the browser reports. */
  readonly isBlockedByCsp: boolean

  constructor(request: string, cause: unknown, isBlockedByCsp = false) {
    super(`${request}: no response`, { cause })
    this.isBlockedByCsp = isBlockedByCsp
  }
}

/** The whole request took too long. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  readonly seconds: number

  constructor(request: string, seconds: number) {
    super(`${request}: no response within ${seconds} s`)
    this.seconds = seconds
  }
}

/** The service redirected (3xx). Redirects are not followed: the key would go along. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'

  constructor(request: string) {
    super(`${request}: a redirect, which is not followed`)
  }
}

/** Why a 2xx response cannot be used. */
export type InvalidResponseReason = 'truncated' | 'too-large' | 'not-json' | 'wrong-shape'

/** A 2xx response whose body cannot be used: the service did what was requested. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError'
  readonly reason: InvalidResponseReason

  constructor(request: string, reason: InvalidResponseReason, facts?: string) {
    super(`${request}: response ${reason}${facts === undefined ? '' : ` (${truncate(facts, MAX_TEXT)})`}`)
    this.reason = reason
  }
}

/** By its name: a DOMException of another realm is an instance of no class of this one. */
export function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}
