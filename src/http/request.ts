import { type CacheMode, cacheModeOfVisit, isFromService, rememberCaching } from './browser-cache.ts'
import {
  HttpError,
  InvalidResponseError,
  type InvalidResponseReason,
  NoResponseError,
  parseErrorBody,
} from './errors.ts'
import { mayBeKept } from './caching-headers.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { delay } from '#src/lib/delay.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { isBlockedByCsp } from './csp-violations.ts'
import { parseJson, stringifyJson } from './json.ts'
import { readBody } from './read-body.ts'
import { type OwnRequestInit, requestInit } from './request-init.ts'
import { whyUnreachable } from './why-unreachable.ts'

/** The time limits in seconds, from the call to the last byte of the response. */
export const TIMEOUT_S = { GET: 10, POST: 30 }

/**
 * The number of times that a GET is sent if its connection breaks or its response is 5xx. A POST is
 * sent once.
 */
const GET_ATTEMPTS = 3
/** The pause after the first attempt, in milliseconds. It is twice as long after the second one. */
const RETRY_DELAY_MS = 500

export type RequestOptions<T> = {
  /** Validates an untrusted body, or throws. The headers are those of the same response. */
  parse: (body: unknown, headers: Headers) => T
  method?: 'GET' | 'POST'
  /** The value to send as JSON. A `bigint` becomes a number with all its digits. */
  json?: unknown
  signal?: AbortSignal | undefined
  /**
   * The number of attempts of a GET. It is smaller than usual for requests that the user can simply
   * repeat.
   */
  attempts?: number | undefined
  /**
   * The default is `reload`, because whatever may serve as evidence bypasses the browser's cache.
   * `default` is for what is only looked at; it bypasses the cache, too, when the service lets
   * browsers keep its responses.
   */
  cache?: CacheMode | undefined
  observer?: AttemptObserver
}

/**
 * `fetch` as `createRequest` calls it. `startedAt` says when it was sent, on the clock of
 * `performance.now()`, if that was before the call.
 */
export type Fetch = (url: string, init: OwnRequestInit) => Promise<Response> & { readonly startedAt?: number }

/**
 * Is called when an attempt was sent.
 *
 * @returns a function to call when the attempt has ended
 */
export type AttemptObserver = (sent: {
  body: string | undefined
  key: string
  startedAt: number | undefined
}) => (ended: { status: number | undefined; error?: unknown }) => void

/** Sends a request. `path` starts with `/` and is relative to the base URL. */
export type Request = <T>(path: string, options: RequestOptions<T>) => Promise<T>

/**
 * Returns a function that sends requests to one base URL, so that no key can reach another
 * deployment. `key` is called for each attempt, so that a new one is used at once.
 *
 * The requests throw HttpError, NoResponseError or InvalidResponseError, or the reason of the
 * signal.
 */
export function createRequest(
  baseUrl: string,
  key: () => string,
  // `fetch` is looked up when it is called, because tests and mocks replace it.
  send: Fetch = (url, init) => fetch(absoluteUrl(url), init),
): Request {
  return async (path, options) => {
    const attempts = options.method === 'POST' ? 1 : (options.attempts ?? GET_ATTEMPTS)
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce(path, options)
      } catch (error) {
        if (attempt >= attempts || !isRetryable(error)) throw error
        await delay(attempt * RETRY_DELAY_MS, options.signal)
      }
    }
  }

  /** Sends the request once, and tells the observer how it ended. */
  async function attemptOnce<T>(path: string, options: RequestOptions<T>): Promise<T> {
    const { method = 'GET', json, signal, parse, observer } = options
    signal?.throwIfAborted()
    const deadline = startDeadline(TIMEOUT_S[method])
    const attempt: Attempt = {
      label: `${method} ${baseUrl}${path}`,
      method,
      key: key(),
      body: json === undefined ? undefined : stringifyJson(json),
      signal,
      deadline,
    }
    let onEnd: ReturnType<AttemptObserver> | undefined
    const onSent = (startedAt: number | undefined) => {
      onEnd ??= observer?.({ body: attempt.body, key: attempt.key, startedAt })
    }
    let status: number | undefined
    try {
      const response = await fetchResponse(path, attempt, options.cache ?? 'reload', onSent)
      status = response.status
      const value = parseContent(attempt, response, await readText(attempt, response), parse)
      if (method === 'GET') rememberCaching(baseUrl, !mayBeKept(response.headers))
      onEnd?.({ status })
      return value
    } catch (error) {
      onEnd?.({ status, error })
      throw error
    } finally {
      deadline.clear()
    }
  }

  /**
   * Fetches the response, and fetches it again past the browser's cache when that may have answered
   * with something it must not (browser-cache.ts).
   */
  async function fetchResponse(
    path: string,
    attempt: Attempt,
    cache: CacheMode,
    onSent: (startedAt: number | undefined) => void,
  ): Promise<Response> {
    const mode = cache === 'default' ? cacheModeOfVisit(baseUrl) : cache
    const response = await fetchInMode(path, attempt, mode, onSent)
    if (isFromService(mode, response)) return response
    rememberCaching(baseUrl, false)
    response.body?.cancel().catch(() => undefined)
    return fetchInMode(path, attempt, 'reload', onSent)
  }

  async function fetchInMode(
    path: string,
    { label, method, key: sentKey, body, signal, deadline }: Attempt,
    mode: CacheMode,
    onSent: (startedAt: number | undefined) => void,
  ): Promise<Response> {
    const abort = AbortSignal.any(signal === undefined ? [deadline.signal] : [deadline.signal, signal])
    const sent = send(baseUrl + path, requestInit(method, sentKey, body, abort, mode))
    onSent(sent.startedAt)
    try {
      return await sent
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason
      if (deadline.signal.aborted) throw new NoResponseError(label, 'too-late', { seconds: deadline.seconds })
      const reason = (await isBlockedByCsp(baseUrl)) ? 'blocked' : await whyUnreachable(baseUrl)
      throw new NoResponseError(label, reason, { cause })
    }
  }
}

/** The facts that all steps of an attempt share. */
type Attempt = {
  /**
   * Begins the message of each error, for example `GET https://api.example.com/v1/pets?limit=20`.
   */
  readonly label: string
  readonly method: 'GET' | 'POST'
  /** The API key that is sent. It must not be in any error. */
  readonly key: string
  /** The body as JSON text. */
  readonly body: string | undefined
  /** The signal of the caller. */
  readonly signal: AbortSignal | undefined
  readonly deadline: Deadline
}

type Deadline = ReturnType<typeof startDeadline>

/**
 * Starts a deadline. We do not use `AbortSignal.timeout()`, which cannot be cleared: each request
 * would keep a timer long after its response.
 */
function startDeadline(seconds: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), seconds * 1000)
  return { seconds, signal: controller.signal, clear: () => clearTimeout(timer) }
}

/**
 * Returns the text of a 2xx response.
 *
 * @throws HttpError, NoResponseError or InvalidResponseError when there is none
 */
async function readText(attempt: Attempt, response: Response): Promise<string> {
  const { label, method, key, signal, deadline } = attempt
  if (response.type === 'opaqueredirect') throw new NoResponseError(label, 'redirected')
  const text = await readBody(response)
  // A POST keeps its status even when the caller stops waiting for the rest, because what the
  // service did is done.
  if (signal?.aborted === true && method === 'GET') throw signal.reason
  if (!response.ok) {
    const body = typeof text === 'string' ? parseErrorBody(text) : undefined
    const redacted = body && { code: redactKey(body.code, key), message: redactKey(body.message, key) }
    throw new HttpError(label, response.status, redacted, retryAfterSeconds(response.headers))
  }
  if (typeof text === 'string') return text
  // A GET did not get in time what it requested. A POST has its 2xx, whatever happens to the body.
  if (method === 'GET' && deadline.signal.aborted)
    throw new NoResponseError(label, 'too-late', { seconds: deadline.seconds })
  throw new InvalidResponseError(label, text.unread)
}

/**
 * Parses the text of a response.
 *
 * @throws InvalidResponseError when the text is not JSON, or `parse` does not accept it
 */
function parseContent<T>(
  { label, key }: Attempt,
  { status, headers }: Response,
  text: string,
  parse: RequestOptions<T>['parse'],
): T {
  const errorFor = (reason: InvalidResponseReason, fact: string) => {
    const type = headers.get('Content-Type') ?? 'no content type'
    return new InvalidResponseError(label, reason, redactKey(`${fact}, HTTP ${status}, ${type}`, key))
  }
  let content: unknown
  try {
    content = parseJson(text)
  } catch {
    // The message of the JSON parser quotes the text, which may be anything.
    throw errorFor('not-json', `${text.length} characters`)
  }
  try {
    return parse(content, headers)
  } catch (cause) {
    throw errorFor('wrong-shape', String(cause))
  }
}

/**
 * Says whether a GET may be sent again after this error. A timeout is final, because the user has
 * waited long enough.
 */
function isRetryable(error: unknown): boolean {
  return (
    (error instanceof NoResponseError && error.reason === 'unreachable') ||
    (error instanceof InvalidResponseError && error.reason === 'truncated') ||
    (error instanceof HttpError && error.status >= 500 && error.status !== 501)
  )
}

function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  // Date.parse() accepts nearly anything, but an HTTP-date has one format (RFC 9110, section
  // 5.6.7).
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return undefined
  // The date is compared with the service's own clock where that is readable, because the clock of
  // the device may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  const seconds = Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
