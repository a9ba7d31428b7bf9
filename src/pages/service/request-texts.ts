import { versionText } from '#src/browser/build-version.ts'
import { configBlock } from '#src/config/config-block.ts'
import type { Environment } from '#src/config/config.ts'
import { HttpError, InvalidResponseError, isAbort, NoResponseError, postFailure } from '#src/http/errors.ts'
import type { RequestAttempt, RequestRecord } from '#src/http/request-log.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'

/**
 * Returns how a request ended, by its last attempt. If there were several, it also says how each
 * ended, and how long they took once they have ended.
 */
export function outcomeOf({ method, attempts }: RequestRecord) {
  const { at = 0, duration } = attempts.at(-1) ?? {}
  const each = `${attempts.length} attempts: ${attempts.map(attemptText).join(', ')}`
  return {
    ...endOf(method, attempts.at(-1)),
    attempts: attempts.length === 1 ? undefined : each,
    duration: duration === undefined ? undefined : `${Math.round(at - (attempts[0]?.at ?? 0) + duration)} ms`,
  }
}

/**
 * Returns how an attempt ended; `text` is without the service's own words. A POST is never called
 * failed if nobody knows whether the service acted.
 */
function endOf(method: RequestRecord['method'], last: RequestAttempt | undefined) {
  if (last?.duration === undefined) return { kind: 'waiting', text: 'Waiting for a response' }
  const { error } = last
  const text = attemptText(last)
  if (error === undefined) return { kind: 'succeeded', text }
  const said = error instanceof HttpError ? error.body : undefined
  const failure = method === 'GET' ? 'rejected' : postFailure(error)
  if (failure === 'unknown')
    return { kind: 'unknown', text: `Unknown: ${text}. The pet may have been added.`, ...said }
  const kind = isAbort(error) ? 'cancelled' : 'failed'
  return { kind, text: text.charAt(0).toUpperCase() + text.slice(1), ...said }
}

function attemptText({ duration, status, error }: RequestAttempt): string {
  const http = `HTTP ${status}`
  if (duration === undefined) return 'waiting'
  if (error === undefined || error instanceof HttpError) return http
  if (error instanceof InvalidResponseError) return `${http} that could not be read (${error.reason})`
  if (isAbort(error)) return 'cancelled'
  return error instanceof NoResponseError ? noResponseText(error) : 'no response'
}

function noResponseText({ reason, seconds }: NoResponseError): string {
  switch (reason) {
    case 'unreachable':
      return 'no response'
    case 'too-late':
      return `no response within ${seconds} s`
    case 'redirected':
      return 'a redirect, which was not followed'
    case 'blocked':
      return 'blocked by the policy of this site'
    case 'mixed-content':
      return 'blocked by the browser: http on a page of https'
    case 'local-network':
      return 'no response, perhaps because the browser keeps this site from the local network'
  }
}

/**
 * Returns a text with a fact in each line: where the app runs, and what became of a request. The
 * caller takes the key out.
 */
export function supportText({ name, kind, baseUrl }: Environment, record?: RequestRecord): string {
  const outcome = record && outcomeOf(record)
  const facts = {
    'Petstore Admin version': versionText(),
    Environment: `${name} (${kind})`,
    'Base URL': baseUrl,
    Configuration: configBlock() === null ? `${BASE_PATH}config.json` : 'index.html',
    'Time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    Browser: navigator.userAgent,
    Request: record && `${record.method} ${record.address}`,
    Time: record && new Date(record.attempts[0]?.at ?? 0).toISOString(),
    Outcome: outcome && `${outcome.text}${outcome.kind === 'succeeded' ? ' (succeeded)' : ''}`,
    Attempts: outcome?.attempts,
    Code: outcome?.code,
    Message: outcome?.message,
    Duration: outcome?.duration,
  }
  return Object.entries(facts)
    .flatMap(([fact, value]) => (value ? `${fact}: ${value.replaceAll(/\s+/g, ' ')}` : []))
    .join('\n')
}

/**
 * Returns the request for a POSIX shell, which takes the key from `$API_KEY`. The service receives
 * the same bytes, except for what a browser adds.
 *
 * @param origin the origin of the app, for a base URL that is a path
 * @returns `undefined` when the body was not kept
 */
export function curlCommand({ method, address, body }: RequestRecord, origin: string): string | undefined {
  if (method === 'POST' && body === undefined) return undefined
  return [
    // The option says that brackets in an address are no patterns.
    `curl --globoff --request ${method} ${quote(new URL(address, origin).href)}`,
    `--header 'Accept: application/json'`,
    `--header "Authorization: Bearer $API_KEY"`,
    ...(body === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data-raw ${quote(body)}`]),
  ].join(' \\\n  ')
}

/** Quotes a text for a POSIX shell, to which only `'` means something within quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
