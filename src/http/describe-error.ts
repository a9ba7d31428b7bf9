import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { truncate } from '#src/lib/truncate.ts'
import {
  type ErrorBody,
  HttpError,
  InvalidResponseError,
  isAbort,
  isSenderUnclear,
  MAX_TEXT,
  NoResponseError,
} from './errors.ts'
import { MAX_BODY } from './read-body.ts'

type Reason = (NoResponseError | InvalidResponseError)['reason']

const CHECK_NETWORK = 'Check your network or sign in to it'

const REASONS: Readonly<Record<Reason, (service: string, seconds?: number) => string>> = {
  // The flag may be wrong, so it only chooses the words and never keeps a request from being sent.
  unreachable: (service) =>
    navigator.onLine
      ? `${service} did not respond. It may be down, or may not allow requests from this site.`
      : 'You are offline. Nothing was sent.',
  blocked: (service) =>
    `This site’s security policy blocks ${service}. Ask your administrator to add it to connect-src (README, “Deployment”).`,
  'mixed-content': (service) =>
    `Your browser blocks ${service}: this page is encrypted (https), ${service} is not (http). Ask whoever runs this site.`,
  'local-network': (service) =>
    `${service} did not respond. Your browser may keep this site from the local network: allow “Local network access” in the site settings beside the address, then try again.`,
  'too-late': (service, seconds) => `${service} did not respond within ${seconds} seconds.`,
  redirected: (service) =>
    `${service} redirected the request. To protect your key, the app did not follow it. The base URL in config.json may be out of date.`,
  truncated: (service) => `The response from ${service} was cut off.`,
  'too-large': (service) =>
    `The response from ${service} was too large to read (over ${MAX_BODY / 2 ** 20} MB).`,
  'not-json': (service) =>
    `Something between you and ${service} may have answered. ${CHECK_NETWORK}, then try again.`,
  'wrong-shape': (service) => `${service} sent a response this app cannot read.`,
}

/**
 * Returns what an `Alert` shows about an error. `message` says what could not be done ("Pets could
 * not be loaded."), and `details` never contain the key.
 */
export function describeError(error: unknown, service: string, message: string) {
  const facts = errorText(error, service)
  if (isAbort(error)) return { message, facts, tone: 'attention' as const }
  const details = truncate(error instanceof Error ? error.message : String(error), MAX_TEXT)
  return { message, facts, details, error }
}

/**
 * Returns what happened in words for the user, and in those of the service if it has any. No other
 * place words failures.
 */
export function errorText(error: unknown, service: string): string {
  if (error instanceof HttpError) return httpErrorText(error, service)
  if (error instanceof NoResponseError) return REASONS[error.reason](service, error.seconds)
  if (error instanceof InvalidResponseError) return REASONS[error.reason](service)
  if (isAbort(error)) return `Request cancelled before ${service} responded.`
  return 'Something went wrong. Reload the page to continue.'
}

/**
 * Returns what a response outside 2xx says. It gives no advice to try again, because a POST may
 * have been accepted.
 */
export function responseText(error: HttpError, service: string): string {
  const { body, status } = error
  return body === undefined ? unclearSenderText(service, status) : serviceErrorText(error, body, service)
}

/**
 * Says that something in between may have answered. It is for responses without the service's Error
 * body.
 */
function unclearSenderText(service: string, status: number): string {
  return `Something between you and ${service} may have answered (HTTP ${status}).`
}

/** Says why another key is asked for after a 401. */
export function keyEndedText(error: unknown, service: string): string {
  if (isSenderUnclear(error)) return errorText(error, service)
  return `Your key for ${service} no longer works. Sign in again to continue.`
}

function httpErrorText(error: HttpError, service: string): string {
  const { status, body } = error
  if (body !== undefined) {
    const advice = isWorthWaiting(error) ? tryAgainText(error.retryAfter) : ''
    return serviceErrorText(error, body, service, advice)
  }
  return `${unclearSenderText(service, status)} ${adviceAfter(error)}`
}

/**
 * The statuses which, by the rules of HTTP, are about the size of the request: of its body, its
 * address or its headers.
 */
const TOO_LONG = new Set([413, 414, 431])

function adviceAfter(error: HttpError): string {
  if (error.status === 401) return `${CHECK_NETWORK}, then enter your key again.`
  if (isWorthWaiting(error)) return tryAgainText(error.retryAfter)
  if (TOO_LONG.has(error.status)) return 'The request was too long for it.'
  return `${CHECK_NETWORK}, then try again.`
}

/** Says whether the same request may succeed later. A 401 needs another key. */
function isWorthWaiting({ status, retryAfter }: HttpError): boolean {
  return status === 429 || (retryAfter !== undefined && status !== 401)
}

function tryAgainText(retryAfter = 0): string {
  return `Try again ${retryAfter === 0 ? 'in a moment' : `in ${counted(retryAfter, 'second')}`}.`
}

/** Example: `Staging said: Not here (HTTP 404, not_found)` */
function serviceErrorText(error: HttpError, body: ErrorBody, service: string, advice = ''): string {
  const message = body.message.trim()
  const parts = [
    statusText(error, service) ?? (message === '' ? plainStatusText(error.status, service) : ''),
    advice,
    quotedMessage(message, service),
    httpNote(error.status, message === '' ? '' : body.code.trim()),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Returns what we say about a status, whatever the service says. */
function statusText(error: HttpError, service: string): string | undefined {
  if (error.status === 401) return keyEndedText(error, service)
  if (error.status === 403) return `Your key for ${service} does not have permission to do this.`
  if (error.status === 429) return `${service} is busy.`
  return undefined
}

/** Returns what we say when the service says nothing. */
function plainStatusText(status: number, service: string): string {
  return status >= 500 ? `${service} has a problem.` : `${service} rejected this request.`
}

function quotedMessage(message: string, service: string): string {
  return message === '' ? '' : `${service} said: ${bidiIsolate(message)}`
}

function httpNote(status: number, code: string): string {
  return `(HTTP ${status}${code === '' ? '' : `, ${bidiIsolate(code)}`})`
}
