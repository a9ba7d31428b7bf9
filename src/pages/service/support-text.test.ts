import { expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { supportText } from './support-text.ts'

const SITE: [string, string][] = [['Base URL', 'https://api.test/v1']]
const at = Date.UTC(2026, 10, 22, 0, 42, 7, 123)

test('what became of a request, each fact in a line of its own', () => {
  const error = new HttpError('request', 503, { code: 'down', message: 'Back\nat 10:00\nCode: fake' })
  const text = supportText(SITE, {
    environmentId: 'staging',
    method: 'POST',
    address: 'https://api.test/v1/pets',
    body: '{}',
    attempts: [{ at, duration: 1234.4, status: 503, error }],
  })
  expect(text.split('\n')).toEqual([
    'Base URL: https://api.test/v1',
    'Request: POST https://api.test/v1/pets',
    'Time: 2026-11-22T00:42:07.123Z',
    'Outcome: Unknown: HTTP 503. The pet may have been added.',
    'Code: down',
    'Message: Back at 10:00 Code: fake',
    'Duration: 1234 ms',
  ])
})

test('a request that succeeded at the second attempt, and one without a response yet', () => {
  const request = { environmentId: 'staging', method: 'GET', address: 'https://api.test/v1/pets' } as const
  const attempts = [
    { at, duration: 20, status: 503, error: new HttpError('request', 503, undefined) },
    { at: at + 500, duration: 30, status: 200 },
  ]
  expect(supportText([], { ...request, attempts })).toMatch(
    /Outcome: HTTP 200 \(succeeded\)\nAttempts: 2 attempts: HTTP 503, HTTP 200\nDuration: 530 ms$/,
  )
  expect(supportText([], { ...request, attempts: [{ at }] })).toMatch(/Outcome: Waiting for a response$/)
})
