import { expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { localIsoTime, supportText, type SupportContext } from './support-text.ts'

const CONTEXT: SupportContext = {
  environment: { name: 'Staging', kind: 'staging', baseUrl: 'https://api.test/v1' },
  configSource: '/config.json',
  version: '1.2.0 (3f2a1b0c9d8e)',
  browser: 'Mozilla/5.0',
  timeZone: 'Europe/Berlin',
}

test('where the app runs', () => {
  expect(supportText(CONTEXT)).toBe(
    [
      'Petstore Admin: 1.2.0 (3f2a1b0c9d8e)',
      'Environment: Staging (staging)',
      'Base URL: https://api.test/v1',
      'Configuration: /config.json',
      'Time zone: Europe/Berlin',
      'Browser: Mozilla/5.0',
    ].join('\n'),
  )
})

test('what became of a request, each fact in a line of its own', () => {
  const error = new HttpError('request', 503, { code: 'down', message: 'Back\nat 10:00\nCode: fake' })
  const text = supportText(CONTEXT, {
    environmentId: 'staging',
    method: 'POST',
    address: 'https://api.test/v1/pets',
    body: '{}',
    attempts: [{ at: Date.UTC(2026, 10, 22, 0, 42, 7, 123), duration: 1234.4, status: 503, error }],
  })
  expect(text.split('\n').slice(6)).toEqual([
    'Request: POST https://api.test/v1/pets',
    expect.stringMatching(/^Time: 2026-11-2\dT\d\d:\d\d:07\.123[+-]\d\d:\d\d$/),
    'Outcome: Unknown: HTTP 503. The pet may have been added.',
    'Code: down',
    'Message: Back at 10:00 Code: fake',
    'Duration: 1234 ms',
  ])
})

test('a request that succeeded at the second attempt, and one without a response yet', () => {
  const request = { environmentId: 'staging', method: 'GET', address: 'https://api.test/v1/pets' } as const
  const at = Date.UTC(2026, 10, 22, 0, 42)
  const attempts = [
    { at, duration: 20, status: 503, error: new HttpError('request', 503, undefined) },
    { at: at + 500, duration: 30, status: 200 },
  ]
  expect(
    supportText(CONTEXT, { ...request, attempts })
      .split('\n')
      .slice(8),
  ).toEqual(['Outcome: HTTP 200 (succeeded)', 'Attempts: 2 attempts: HTTP 503, HTTP 200', 'Duration: 530 ms'])
  expect(
    supportText(CONTEXT, { ...request, attempts: [{ at }] })
      .split('\n')
      .slice(8),
  ).toEqual(['Outcome: Waiting for a response'])
  expect(supportText(CONTEXT, { ...request, attempts: [] })).toContain(`Time: ${localIsoTime(new Date(0))}`)
  expect(localIsoTime(new Date(at))).toBe(localIsoTime(new Date(at), -new Date(at).getTimezoneOffset()))
})

test.each([
  [60, '2026-11-22T01:42:07.123+01:00'],
  [0, '2026-11-22T00:42:07.123+00:00'],
  [-480, '2026-11-21T16:42:07.123-08:00'],
  [330, '2026-11-22T06:12:07.123+05:30'],
  [-210, '2026-11-21T21:12:07.123-03:30'],
])('the time %i minutes ahead of UTC', (ahead, expected) => {
  expect(localIsoTime(new Date(Date.UTC(2026, 10, 22, 0, 42, 7, 123)), ahead)).toBe(expected)
})
