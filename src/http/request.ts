import { type CacheMode, cacheModeOfVisit, isFromService, rememberCaching } from './browser-cache.ts'
import { HttpError, InvalidResponseError, NoResponseError, parseErrorBody } from './errors.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { delay } from '#src/lib/delay.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { isBlockedByCsp } from './csp-violations.ts'
import { parseJson, stringifyJson } from './json.ts'
import { readBody } from './read-body.ts'
import { type OwnRequestInit, requestInit } from './request-init.ts'
import { whyUnreachable } from './why-unreachable.ts'

/** Seconds, from the call to the last byte of the response. */
export const TIMEOUT_S = { GET: 10, POST: 30 }

/** In all, for a GET whose connection breaks or whose response is 5xx. A POST is sent once. */
const GET_ATTEMPTS = 3
/** After the first attempt; twice as long after the second. */
const RETRY_DELAY_MS = 500

export type RequestOptions<T> = {
  /** Validates an untrusted body, or throws. */
  parse: (body: unknown) => T
  method?: 'GET' | 'POST'
  /** Sent as JSON; a `bigint` as a number with all its digits. */
  json?: unknown
  signal?: AbortSignal | undefined
  /** Fewer attempts than usual, for requests that the user can simply repeat. */
  attempts?: number | undefined
  /**
   * `reload` when omitted: whatever may serve as evidence bypasses the browser's cache. `default` of what is only looked
   * at: bypasses it where the service lets browsers keep its responses.
   */
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
 * Requests to one base URL, so that no key can reach another deployment. `key` is called for each attempt, so that a new
 * one is used at once. They throw HttpError, NoResponseError or InvalidResponseError, or the reason of the signal.
 */
export function createRequest(
  baseUrl: string,
  key: () => string,
  // Looked up when it is called, because tests and mocks replace it.
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

  async function attemptOnce<T>(
    path: string,
    { parse, method = 'GET', json, signal, cache = 'reload', observer }: RequestOptions<T>,
  ): Promise<T> {
    const sentKey = key()
    signal?.throwIfAborted()
    // What quotes the request must not bring the key onto the page.
    const redact = (text: string) => redactKey(text, sentKey)
    const label = `${method} ${baseUrl}${path}`
    const seconds = TIMEOUT_S[method]
    const body = json === undefined ? undefined : stringifyJson(json)
    // Not `AbortSignal.timeout()`, which cannot be cleared: each request would keep a timer long after its response.
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), seconds * 1000)
    const abort = AbortSignal.any(signal === undefined ? [timeout.signal] : [timeout.signal, signal])
    let end: ReturnType<AttemptObserver> | undefined
    let status: number | undefined
    try {
      const fetchIn = async (mode: CacheMode) => {
        const sent = send(baseUrl + path, requestInit(method, sentKey, body, abort, mode))
        end ??= observer?.({ body, key: sentKey, startedAt: sent.startedAt })
        return sent.catch(async (cause: unknown) => {
          if (signal?.aborted) throw signal.reason
          if (timeout.signal.aborted) throw new NoResponseError(label, 'too-late', { seconds })
          const reason = (await isBlockedByCsp(baseUrl)) ? 'blocked' : await whyUnreachable(baseUrl)
          throw new NoResponseError(label, reason, { cause })
        })
      }
      const mode = cache === 'default' ? cacheModeOfVisit(baseUrl) : cache
      let response = await fetchIn(mode)
      if (!isFromService(mode, response.headers)) {
        rememberCaching(baseUrl, response.headers)
        response.body?.cancel().catch(() => undefined)
        response = await fetchIn('reload')
      }
      ;({ status } = response)
      if (response.type === 'opaqueredirect') throw new NoResponseError(label, 'redirected')
      const text = await readBody(response)
      // A POST has its status: what the service did is done, whoever stops waiting for the rest.
      if (signal?.aborted && method === 'GET') throw signal.reason
      if (!response.ok) {
        const said = typeof text === 'string' ? parseErrorBody(text) : undefined
        const redacted = said && { code: redact(said.code), message: redact(said.message) }
        throw new HttpError(label, status, redacted, retryAfterSeconds(response.headers))
      }
      if (typeof text !== 'string') {
        // A GET has not got what it requested in time; a POST has its 2xx, whatever happens to the body.
        if (method === 'GET' && timeout.signal.aborted)
          throw new NoResponseError(label, 'too-late', { seconds })
        throw new InvalidResponseError(label, text.unread)
      }
      let isJson = false
      try {
        const content = parseJson(text)
        isJson = true
        const value = parse(content)
        if (method === 'GET') rememberCaching(baseUrl, response.headers)
        end?.({ status })
        return value
      } catch (cause) {
        // The message of the JSON parser quotes the text, which may be anything.
        const fact = isJson ? String(cause) : `${text.length} characters`
        const type = response.headers.get('Content-Type') ?? 'no content type'
        const facts = redact(`${fact}, HTTP ${status}, ${type}`)
        throw new InvalidResponseError(label, isJson ? 'wrong-shape' : 'not-json', facts)
      }
    } catch (error) {
      end?.({ status, error })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A timeout is final: the user has waited long enough. */
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
  // Date.parse() accepts nearly anything; an HTTP-date has one format (RFC 9110, section 5.6.7).
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return undefined
  // Relative to the service's own clock where it is readable: that of the device may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  const seconds = Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
