import { expect, test } from 'vitest'
import { HttpError, InvalidResponseError, NoResponseError, postFailure } from './errors.ts'

const POST = 'POST /pets'
const REJECTED = [400, 401, 403, 404, 405, 410, 413, 414, 415, 422, 429]

test('Some statuses prove that the pet was not added, and every other one outside 2xx leaves the outcome unknown', () => {
  const refused: number[] = []
  for (let status = 100; status < 600; status++) {
    if (status >= 200 && status < 300) continue
    const failure = postFailure(new HttpError(POST, status, { code: 'x', message: 'y' }))
    if (failure !== 'unknown') refused.push(status)
  }
  expect(refused).toEqual(REJECTED)
})

test.each([
  ['the connection breaks', new NoResponseError(POST, 'unreachable')],
  ['the time is up', new NoResponseError(POST, 'too-late', { seconds: 30 })],
  ['it was called off', new DOMException('signed out', 'AbortError')],
  ['something unforeseen is thrown', new TypeError('x is not a function')],
  ['something is thrown that is no error', 'no'],
  ['nothing is thrown', undefined],
])('The outcome is unknown after %s', (_what, error) => {
  expect(postFailure(error)).toBe('unknown')
})

test.each(['not-json', 'wrong-shape', 'truncated', 'too-large'] as const)(
  'A 2xx whose body is %s does not tell whether the pet was added',
  (reason) => {
    expect(postFailure(new InvalidResponseError(POST, reason, undefined))).toBe('unknown')
  },
)
