// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { HttpError, InvalidResponseError, NoResponseError } from '#src/http/errors.ts'
import type { RequestAttempt, RequestRecord } from '#src/http/request-log.ts'
import { curlCommand, outcomeOf, supportText } from './request-texts.ts'

const SAID = { code: 'bad_name', message: 'No such name' }
const http = (status: number, body?: typeof SAID) => new HttpError('request', status, body)
const aborted = new DOMException('cancelled', 'AbortError')

const record = (method: 'GET' | 'POST', ...attempts: Partial<RequestAttempt>[]): RequestRecord => ({
  environmentId: 'staging',
  method,
  address: 'https://api.test/v1/pets',
  attempts: attempts.map((attempt) => Object.assign({ at: 0, duration: 10 }, attempt)),
})

const underWay: RequestRecord = { ...record('GET'), attempts: [{ at: 0 }] }

test.each<[string, RequestRecord, string, string]>([
  ['under way', underWay, 'waiting', 'Waiting for a response'],
  ['a list', record('GET', { status: 200 }), 'succeeded', 'HTTP 200'],
  [
    'an unreadable 201',
    record('POST', { status: 201, error: new InvalidResponseError('r', 'not-json') }),
    'unknown',
    'Unknown: HTTP 201 that could not be read (not-json). The pet may have been added.',
  ],
  ['a rejected GET', record('GET', { status: 401, error: http(401) }), 'failed', 'HTTP 401'],
  [
    'a POST with a 5xx',
    record('POST', { status: 503, error: http(503) }),
    'unknown',
    'Unknown: HTTP 503. The pet may have been added.',
  ],
  [
    'a POST that was given up',
    record('POST', { error: aborted }),
    'unknown',
    'Unknown: cancelled. The pet may have been added.',
  ],
  ['a GET that was given up', record('GET', { error: aborted }), 'cancelled', 'Cancelled'],
  [
    'a time-out',
    record('GET', { error: new NoResponseError('r', 'too-late', { seconds: 10 }) }),
    'failed',
    'No response within 10 s',
  ],
  [
    'a redirect',
    record('GET', { status: 0, error: new NoResponseError('r', 'redirected') }),
    'failed',
    'A redirect, which was not followed',
  ],
  [
    'the policy of the site',
    record('GET', { error: new NoResponseError('r', 'blocked') }),
    'failed',
    'Blocked by the policy of this site',
  ],
  [
    'a page on https and a service on http',
    record('GET', { error: new NoResponseError('r', 'mixed-content') }),
    'failed',
    'Blocked by the browser: http on a page of https',
  ],
  [
    'a local network that was not allowed',
    record('GET', { error: new NoResponseError('r', 'local-network') }),
    'failed',
    'No response, perhaps because the browser keeps this site from the local network',
  ],
])('%s', (_case, request, kind, text) => {
  expect(outcomeOf(request)).toMatchObject({ kind, text })
})

test('The service’s own words are kept apart', () => {
  expect(outcomeOf(record('POST', { status: 400, error: http(400, SAID) }))).toEqual({
    kind: 'failed',
    text: 'HTTP 400',
    ...SAID,
    duration: '10 ms',
  })
})

test('A request with several attempts ends like its last one, and says how each ended', () => {
  const request = record(
    'GET',
    { at: 1000, duration: 20, error: new NoResponseError('r', 'unreachable') },
    { at: 1520, duration: 30, status: 503, error: http(503) },
    { at: 2550, duration: 40.4, status: 200 },
  )
  expect(outcomeOf(request)).toEqual({
    kind: 'succeeded',
    text: 'HTTP 200',
    attempts: '3 attempts: no response, HTTP 503, HTTP 200',
    duration: '1590 ms',
  })
  expect(outcomeOf(underWay)).toMatchObject({ attempts: undefined, duration: undefined })
})

const SITE = { id: 'staging', name: 'Staging', baseUrl: 'https://api.test/v1', kind: 'staging' } as const
const at = Date.UTC(2026, 10, 22, 0, 42, 7, 123)

test('The text for support has each fact about a request in a line of its own', () => {
  const error = new HttpError('request', 503, { code: 'down', message: 'Back\nat 10:00\nCode: fake' })
  const request = { environmentId: 'staging', method: 'POST', address: 'https://api.test/v1/pets' } as const
  const text = supportText(SITE, { ...request, attempts: [{ at, duration: 1234.4, status: 503, error }] })
  expect(text.split('\n').slice(-6)).toEqual([
    'Request: POST https://api.test/v1/pets',
    'Time: 2026-11-22T00:42:07.123Z',
    'Outcome: Unknown: HTTP 503. The pet may have been added.',
    'Code: down',
    'Message: Back at 10:00 Code: fake',
    'Duration: 1234 ms',
  ])
  expect(supportText(SITE, { ...request, attempts: [{ at, duration: 20, status: 201 }] })).toMatch(
    /Outcome: HTTP 201 \(succeeded\)\nDuration: 20 ms$/,
  )
})

const GET = {
  environmentId: 'staging',
  method: 'GET',
  address: '/api/pets?limit=20',
  attempts: [],
} as const

// tests/pages/service.test.tsx has a request with a body. tests/curl-command.test.ts tells what a
// shell makes of it.
test('There is a command for a request without a body, but none for one whose body was not kept', () => {
  expect(curlCommand(GET, 'https://admin.test')).toBe(
    `curl --globoff --request GET 'https://admin.test/api/pets?limit=20' \\
  --header 'Accept: application/json' \\
  --header "Authorization: Bearer $API_KEY"`,
  )
  expect(curlCommand({ ...GET, method: 'POST' }, 'https://admin.test')).toBeUndefined()
})
