import { expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { supportText } from './support-text.ts'

const SITE: [string, string][] = [['Base URL', 'https://api.test/v1']]
const at = Date.UTC(2026, 10, 22, 0, 42, 7, 123)

test('what became of a request, each fact in a line of its own', () => {
  const error = new HttpError('request', 503, { code: 'down', message: 'Back\nat 10:00\nCode: fake' })
  const request = { environmentId: 'staging', method: 'POST', address: 'https://api.test/v1/pets' } as const
  const text = supportText(SITE, { ...request, attempts: [{ at, duration: 1234.4, status: 503, error }] })
  expect(text.split('\n')).toEqual([
    'Base URL: https://api.test/v1',
    'Request: POST https://api.test/v1/pets',
    'Time: 2026-11-22T00:42:07.123Z',
    'Outcome: Unknown: HTTP 503. The pet may have been added.',
    'Code: down',
    'Message: Back at 10:00 Code: fake',
    'Duration: 1234 ms',
  ])
  expect(supportText([], { ...request, attempts: [{ at, duration: 20, status: 201 }] })).toMatch(
    /Outcome: HTTP 201 \(succeeded\)\nDuration: 20 ms$/,
  )
})
