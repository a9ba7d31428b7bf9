import {
  type ErrorBody,
  HttpError,
  NetworkError,
  parseErrorBody,
  RedirectError,
  TimeoutError,
  InvalidResponseError,
} from './errors.ts'
import { delay } from '#src/lib/delay.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { isBlockedByCsp } from './csp-violations.ts'
import { parseJson, stringifyJson } from './json.ts'
import { readBody } from './read-body.ts'
import { type CacheMode, type OwnRequestInit, requestInit } from './request-init.ts'

/** Seconds, from the call to the last byte of the response. */
export const TIMEOUT_S = { GET: 10, POST: 30 }

/** In all, for a GET whose connection breaks or whose response is 5xx. A POST is sent once. */
const GET_ATTEMPTS = 3
const RETRY_DELAYS_MS = [500, 1000]

export type RequestOptions<T> = {
  /** Validates an untrusted body, or throws. */
  parse: (body: unknown) => T
  method?: 'GET' | 'POST'
  /** Sent as JSON; a `bigint` as a number with all its digits. */
  json?: unknown
  signal?: AbortSignal | undefined
  /** Fewer attempts than usual, for requests that the user can simply repeat. */
  attempts?: number | undefined
  /** `reload` when omitted: whatever may serve as evidence comes from the service. */
  cache?: CacheMode | undefined
  observer?: AttemptObserver
}

/**
 * `fetch` as `createRequest` calls it. `startedAt`: when it was sent, on the clock of `performance.now()`, if that was
 * before the call.
 */
export type Fetch = (url: string, init: OwnRequestInit) => Promise<Response> & { readonly startedAt?: number }

/** Called when an attempt was sent. @returns what to call when it has ended. */
export type AttemptObserver = (sent: {
  body: string | undefined
  key: string
  startedAt: number | undefined
}) => (ended: { status: number | undefined; error?: unknown }) => void

/** `path` starts with `/` and is relative to the base URL. */
export type Request = <T>(path: string, options: RequestOptions<T>) => Promise<T>

/**
 * Requests to one base URL, so that no key can reach another deployment.
 *
 * The returned function throws HttpError, RedirectError, NetworkError, TimeoutError or InvalidResponseError; when the
 * caller aborts, it throws the reason of the signal.
 *
 * @param key called for each attempt, so that a new key is used at once.
 */
export function createRequest(baseUrl: string, key: () => string, send: Fetch = fetchNow): Request {
  return async (path, options) => {
    const attempts = (options.method ?? 'GET') === 'GET' ? (options.attempts ?? GET_ATTEMPTS) : 1
    for (let attempt = 1; ; attempt++) {
      try {
        return await requestOnce(baseUrl, path, key(), options, send)
      } catch (error) {
        if (attempt >= attempts || !isRetryable(error)) throw error
        await delay(RETRY_DELAYS_MS[attempt - 1] ?? 0, options.signal)
      }
    }
  }
}

async function requestOnce<T>(
  baseUrl: string,
  path: string,
  key: string,
  { parse, method = 'GET', json, signal, cache = 'reload', observer }: RequestOptions<T>,
  send: Fetch,
): Promise<T> {
  const label = `${method} ${baseUrl}${path}`
  const timeout = withTimeout(TIMEOUT_S[method] * 1000, signal)
  let end: ReturnType<AttemptObserver> | undefined
  let status: number | undefined
  try {
    let response: Response
    try {
      const body = json === undefined ? undefined : stringifyJson(json)
      signal?.throwIfAborted()
      const sent = send(baseUrl + path, requestInit(method, key, body, timeout.signal, cache))
      end = observer?.({ body, key, startedAt: sent.startedAt })
      response = await sent
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      if (timeout.signal.aborted) throw new TimeoutError(label, TIMEOUT_S[method])
      throw new NetworkError(label, cause, await isBlockedByCsp(baseUrl))
    }
    ;({ status } = response)
    if (isRedirect(response)) throw new RedirectError(label)
    const text = await readBody(response)
    // A POST has its status: what the service did is done, whoever stops waiting for the rest.
    if (signal?.aborted && method === 'GET') throw signal.reason
    if (!response.ok) {
      throw new HttpError(
        label,
        response.status,
        typeof text === 'string' ? errorBodyOf(text, key) : undefined,
        retryAfterSeconds(response.headers),
      )
    }
    if (typeof text !== 'string') {
      // A GET has not got what it requested in time; a POST has its 2xx, whatever happens to the body.
      if (method === 'GET' && timeout.signal.aborted) throw new TimeoutError(label, TIMEOUT_S[method])
      throw new InvalidResponseError(label, text.unread)
    }
    const value = valueOf(text, parse, (reason, fact) => {
      const facts = [
        fact,
        `HTTP ${response.status}`,
        response.headers.get('Content-Type') ?? 'no content type',
      ]
      return new InvalidResponseError(label, reason, redactKey(facts.join(', '), key))
    })
    end?.({ status })
    return value
  } catch (error) {
    end?.({ status, error })
    throw error
  } finally {
    timeout.clear()
  }
}

/** Looks `fetch` up when it is called, because tests and mocks replace it. */
function fetchNow(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init)
}

/** In browsers a redirect that is not followed has no status; in Node it has one. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
}

function valueOf<T>(
  text: string,
  parse: (body: unknown) => T,
  unreadable: (reason: 'not-json' | 'wrong-shape', fact: string) => InvalidResponseError,
): T {
  let body: unknown
  try {
    body = parseJson(text)
  } catch {
    // The parser's message quotes the text, which may be anything.
    throw unreadable('not-json', `${text.length} characters`)
  }
  try {
    return parse(body)
  } catch (cause) {
    throw unreadable('wrong-shape', cause instanceof Error ? cause.message : String(cause))
  }
}

/** A service that quotes the request must not bring the key onto the page. */
function errorBodyOf(text: string, key: string): ErrorBody | undefined {
  const body = parseErrorBody(text)
  return body && { code: redactKey(body.code, key), message: redactKey(body.message, key) }
}

/** A timeout is final: the user has waited long enough. */
function isRetryable(error: unknown): boolean {
  return (
    (error instanceof NetworkError && !error.isBlockedByCsp) ||
    (error instanceof InvalidResponseError && error.reason === 'truncated') ||
    (error instanceof HttpError && error.status >= 500 && error.status !== 501)
  )
}

/** Not `AbortSignal.timeout()`, which cannot be cleared: each request would keep a timer long after its response. */
function withTimeout(milliseconds: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => controller.abort(), milliseconds)
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  // Date.parse() accepts nearly anything; an HTTP-date has one format (RFC 9110, section 5.6.7).
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return undefined
  // Relative to the service's own clock where it is readable: that of the device may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  const seconds = Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
