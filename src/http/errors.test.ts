import { expect, test } from 'vitest'
import { HttpError, isAbort, NetworkError, TimeoutError } from './errors.ts'

const POST = 'POST /pets'

test.each([
  ['a cancelled request', new DOMException('The page was left.', 'AbortError'), true],
  ['a timeout', new TimeoutError(POST, 30), false],
  ['a broken connection', new NetworkError(POST, undefined), false],
  ['a response', new HttpError(POST, 503, undefined), false],
  ['another DOMException', new DOMException('full', 'QuotaExceededError'), false],
  ['an error of that name', Object.assign(new Error('no'), { name: 'AbortError' }), false],
])('%s: was aborted', (_what, error, wasAborted) => {
  expect(isAbort(error)).toBe(wasAborted)
})
