import { expect, test } from 'vitest'
import { HttpError, InvalidResponseError, NoResponseError } from '#src/http/errors.ts'
import type { RequestAttempt, RequestRecord } from '#src/http/request-log.ts'
import { attemptsText, durationText, outcomeOf } from './request-outcome.ts'

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
    'succeeded',
    'Added, but HTTP 201 that could not be read (not-json)',
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
])('%s', (_case, request, kind, text) => {
  expect(outcomeOf(request)).toMatchObject({ kind, text })
})

test('the service’s own words are apart', () => {
  expect(outcomeOf(record('POST', { status: 400, error: http(400, SAID) }))).toEqual({
    kind: 'failed',
    text: 'HTTP 400',
    ...SAID,
  })
})

test('a request with attempts is as its last one, and says what each was', () => {
  const request = record(
    'GET',
    { at: 1000, duration: 20, error: new NoResponseError('r', 'unreachable') },
    { at: 1520, duration: 30, status: 503, error: http(503) },
    { at: 2550, duration: 40.4, status: 200 },
  )
  expect(outcomeOf(request)).toEqual({ kind: 'succeeded', text: 'HTTP 200' })
  expect(attemptsText(request)).toBe('3 attempts: no response, HTTP 503, HTTP 200')
  expect(durationText(request)).toBe('1590 ms')
  expect([attemptsText(underWay), durationText(underWay)]).toEqual([undefined, undefined])
})
