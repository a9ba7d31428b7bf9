import * as v from 'valibot'

/** The Error body of the service (petstore-service-interface, "Resources": Error). */
export type ErrorBody = { readonly code: string; readonly message: string }

const errorBody = v.object({ code: v.string(), message: v.string() })

export function parseErrorBody(body: unknown): ErrorBody | undefined {
  const result = v.safeParse(errorBody, body)
  return result.success ? result.output : undefined
}

/** What every failed request has in common: what was asked, without the key. */
abstract class RequestError extends Error {
  /** For example `GET https://api.example.com/v1/pets?limit=20`. */
  readonly request: string

  constructor(request: string, message: string, options?: ErrorOptions) {
    super(`${request}: ${message}`, options)
    this.request = request
  }
}

/** An answer outside 2xx. */
export class HttpError extends RequestError {
  override readonly name = 'HttpError'
  readonly status: number
  /** `undefined` when the answer had no readable Error body: something before the service answered. */
  readonly body: ErrorBody | undefined
  /** Seconds from `Retry-After`; `undefined` when there is none that can be read (across origins it must be exposed). */
  readonly retryAfter: number | undefined

  constructor(request: string, status: number, body: ErrorBody | undefined, retryAfter?: number) {
    super(request, `HTTP ${status}`)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer: offline, refused, broken off, or kept from us by the browser (CORS). These cannot be told apart. */
export class NetworkError extends RequestError {
  override readonly name = 'NetworkError'
  /** The one cause that the browser tells: the content security policy of this site. */
  readonly isBlockedByCsp: boolean

  constructor(request: string, cause: unknown, isBlockedByCsp = false) {
    super(request, 'no response', { cause })
    this.isBlockedByCsp = isBlockedByCsp
  }
}

/** The deadline of the whole request passed. */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError'
  readonly seconds: number

  constructor(request: string, seconds: number) {
    super(request, `no response within ${seconds} s`)
    this.seconds = seconds
  }
}

/** The service sent the request elsewhere (3xx). No redirect is followed: the key would go along (faults, T4). */
export class RedirectError extends RequestError {
  override readonly name = 'RedirectError'

  constructor(request: string) {
    super(request, 'a redirect, which is not followed')
  }
}

/** Why a 2xx cannot be read. */
export type InvalidResponseReason = 'truncated' | 'too-large' | 'not-json' | 'wrong-shape'

const UNREADABLE: Readonly<Record<InvalidResponseReason, string>> = {
  truncated: 'the response was cut off',
  'too-large': 'the response is too large',
  'not-json': 'the response is not JSON',
  'wrong-shape': 'the response has another shape',
}

/** A 2xx whose body cannot be used: the service acted, but we cannot read what it says. */
export class InvalidResponseError extends RequestError {
  override readonly name = 'InvalidResponseError'
  readonly reason: InvalidResponseReason

  constructor(request: string, reason: InvalidResponseReason, facts?: string) {
    super(request, UNREADABLE[reason] + (facts === undefined ? '' : ` (${facts})`))
    this.reason = reason
  }
}

/** The app no longer waited for the answer: the service may still be at work on the request. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof TimeoutError || isAbort(error)
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
