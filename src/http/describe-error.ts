import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { truncate } from '#src/lib/truncate.ts'
import {
  HttpError,
  isAbort,
  NetworkError,
  RedirectError,
  TimeoutError,
  InvalidResponseError,
  type InvalidResponseReason,
} from './errors.ts'
import { MAX_BODY } from './read-body.ts'

export type ErrorDescription = {
  /** What happened and what to do, in sentences of ours. */
  readonly message: string
  /** What the service said, with the HTTP status and its `code`, where it responded. */
  readonly facts?: string | undefined
  /** `attention` where nothing went wrong. */
  readonly tone?: 'attention'
  /** For bug reports; never contains the key. */
  readonly details?: string
  /** What is described, for alerts. */
  readonly error?: unknown
}

/** The message of an error may quote anything. Characters. */
const MAX_DETAILS = 500

const UNREADABLE: Readonly<Record<InvalidResponseReason, (service: string) => string>> = {
  truncated: (service) => `The response from ${service} was cut off.`,
  'too-large': (service) =>
    `The response from ${service} was too large to read (over ${MAX_BODY / 2 ** 20} MB).`,
  'not-json': (service) =>
    `The response did not come from ${service}. A network sign-in page or proxy may be in the way.`,
  'wrong-shape': (service) => `${service} sent a response this app cannot read.`,
}

/** The longest `Retry-After` that is shown; nobody waits longer. */
const MAX_RETRY_AFTER_S = 300

/** The one place that words a failure for the user. `service`: the name of the environment ("Staging"). */
export function describeError(error: unknown, service: string): ErrorDescription {
  return isAbort(error) ? descriptionOf(error, service) : { ...descriptionOf(error, service), error }
}

function descriptionOf(error: unknown, service: string): ErrorDescription {
  if (error instanceof HttpError) {
    return {
      message: messageForStatus(error, service),
      facts: serviceErrorText(error, service),
      details: error.request,
    }
  }
  if (error instanceof NetworkError && error.isBlockedByCsp) {
    return {
      message: `This site’s security policy blocks ${service}. Ask your administrator to add it to connect-src (README, “Deployment”).`,
      details: error.message,
    }
  }
  if (error instanceof NetworkError) {
    return {
      // Only for the wording: the flag may be wrong, so it never keeps a request from being sent.
      message: !navigator.onLine
        ? 'You are offline. Nothing was sent.'
        : `${service} is not responding. It may be down, or may not allow requests from this site.`,
      // Without the cause: "Failed to fetch" says more than the browser knows.
      details: error.message,
    }
  }
  if (error instanceof TimeoutError) {
    return {
      message: `${service} did not respond within ${error.seconds} seconds.`,
      details: detailsOf(error),
    }
  }
  if (error instanceof RedirectError) {
    return {
      message: `${service} redirected the request. To protect your key, the app did not follow it. The base URL in config.json may be out of date.`,
      details: detailsOf(error),
    }
  }
  if (error instanceof InvalidResponseError) {
    return { message: UNREADABLE[error.reason](service), details: detailsOf(error) }
  }
  if (isAbort(error)) return { message: `Request cancelled before ${service} responded.`, tone: 'attention' }
  return { message: 'Something went wrong. Reload the page to continue.', details: detailsOf(error) }
}

/** What the service said, to go with a message of ours: `Staging said: Not here (HTTP 404, not_found)`. */
export function serviceErrorText(error: unknown, service: string): string | undefined {
  if (!(error instanceof HttpError)) return undefined
  const { status, body } = error
  const message = body?.message.trim() ?? ''
  const code = body?.code.trim() ?? ''
  if (message === '') return `HTTP ${status}`
  const facts = code === '' ? `HTTP ${status}` : `HTTP ${status}, ${bidiIsolate(code)}`
  return `${service} said: ${bidiIsolate(message)} (${facts})`
}

function messageForStatus({ status, retryAfter }: HttpError, service: string): string {
  if (status === 401) return `Your key for ${service} no longer works. Sign in again to continue.`
  if (status === 403) return `Your key for ${service} does not have permission to do this.`
  if (status === 429) {
    return `${service} is busy. Try again ${retryAfter === undefined ? 'in a moment' : `in ${Math.min(retryAfter, MAX_RETRY_AFTER_S)} seconds`}.`
  }
  if (status >= 500) return `${service} has a problem. Try again in a moment.`
  return `${service} rejected this request.`
}

function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : ''
  return truncate(error.message + cause, MAX_DETAILS)
}
