import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { truncate } from '#src/lib/truncate.ts'
import { HttpError, InvalidResponseError, isAbort, MAX_TEXT, NoResponseError } from './errors.ts'
import { MAX_BODY } from './read-body.ts'

type Reason = (NoResponseError | InvalidResponseError)['reason']

const REASONS: Readonly<Record<Reason, (service: string, seconds?: number) => string>> = {
  // Only for the wording: the flag may be wrong, so it never keeps a request from being sent.
  unreachable: (service) =>
    navigator.onLine
      ? `${service} did not respond. It may be down, or may not allow requests from this site.`
      : 'You are offline. Nothing was sent.',
  blocked: (service) =>
    `This site’s security policy blocks ${service}. Ask your administrator to add it to connect-src (README, “Deployment”).`,
  'too-late': (service, seconds) => `${service} did not respond within ${seconds} seconds.`,
  redirected: (service) =>
    `${service} redirected the request. To protect your key, the app did not follow it. The base URL in config.json may be out of date.`,
  truncated: (service) => `The response from ${service} was cut off.`,
  'too-large': (service) =>
    `The response from ${service} was too large to read (over ${MAX_BODY / 2 ** 20} MB).`,
  'not-json': (service) =>
    `The response did not come from ${service}. A network sign-in page or proxy may be in the way.`,
  'wrong-shape': (service) => `${service} sent a response this app cannot read.`,
}

/** For an `Alert`. `message`: what could not be done ("Pets could not be loaded."). `details` never contain the key. */
export function describeError(error: unknown, service: string, message: string) {
  const facts = errorText(error, service)
  if (isAbort(error)) return { message, facts, tone: 'attention' as const }
  const details = truncate(error instanceof Error ? error.message : String(error), MAX_TEXT)
  return { message, facts, details, error }
}

/** The one place that words a failure for the user: what happened, in the words of the service if it has any. */
export function errorText(error: unknown, service: string): string {
  if (error instanceof HttpError) return httpErrorText(error, service)
  if (error instanceof NoResponseError) return REASONS[error.reason](service, error.seconds)
  if (error instanceof InvalidResponseError) return REASONS[error.reason](service)
  if (isAbort(error)) return `Request cancelled before ${service} responded.`
  return 'Something went wrong. Reload the page to continue.'
}

/** `Staging said: Not here (HTTP 404, not_found)`. */
function httpErrorText({ status, body, retryAfter }: HttpError, service: string): string {
  const message = body?.message.trim() ?? ''
  const code = body?.code.trim() ?? ''
  const words: string[] = []
  if (status === 401) words.push(`Your key for ${service} no longer works. Sign in again to continue.`)
  if (status === 403) words.push(`Your key for ${service} does not have permission to do this.`)
  if (status === 429) {
    const when = retryAfter === undefined ? 'in a moment' : `in ${retryAfter} seconds`
    words.push(`${service} is busy. Try again ${when}.`)
  }
  if (message !== '') words.push(`${service} said: ${bidiIsolate(message)}`)
  if (words.length === 0)
    words.push(status >= 500 ? `${service} has a problem.` : `${service} rejected this request.`)
  return `${words.join(' ')} (HTTP ${status}${message === '' || code === '' ? '' : `, ${bidiIsolate(code)}`})`
}
