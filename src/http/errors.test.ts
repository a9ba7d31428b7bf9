import { expect, test } from 'vitest'
import { HttpError, isAbort, isGivenUp, NetworkError, TimeoutError } from './errors.ts'

const POST = 'POST /pets'

test.each([
  ['a cancelled request', new DOMException('The page was left.', 'AbortError'), true, true],
  ['a timeout', new TimeoutError(POST, 30), false, true],
  ['a broken connection', new NetworkError(POST, undefined), false, false],
  ['a response', new HttpError(POST, 503, undefined), false, false],
  ['another DOMException', new DOMException('full', 'QuotaExceededError'), false, false],
  ['an error of that name', Object.assign(new Error('no'), { name: 'AbortError' }), false, false],
])('%s: was aborted, was given up', (_what, error, wasAborted, wasGivenUp) => {
  expect([isAbort(error), isGivenUp(error)]).toEqual([wasAborted, wasGivenUp])
})
