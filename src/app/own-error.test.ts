// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { isOwnError } from './own-error.ts'

const APP = 'http://localhost:3000/assets/index-1.js'
const EXTENSION = 'chrome-extension://abc/content.js'

function thrownAt(stack: string | undefined, message = 'x'): Error {
  return Object.assign(new Error(message), { stack })
}

test.each<[what: string, error: unknown, filename: string | undefined, isOwn: boolean]>([
  ['in Chromium', thrownAt(`Error: x\n    at save (${APP}:1:200)\n    at ${APP}:1:3`), undefined, true],
  ['in Firefox', thrownAt(`save@${APP}:1:200\n@${APP}:1:3\n`), undefined, true],
  ['in Safari', thrownAt(`save@${APP}:1:200\nmodule code@${APP}:1:3`), undefined, true],
  [
    'by the browser, called by the app',
    thrownAt(`Error: x\n    at replaceState (<anonymous>)\n    at ${APP}:1:3`),
    undefined,
    true,
  ],
  ['by an extension', thrownAt(`Error: x\n    at ${EXTENSION}:1:1`), undefined, false],
  ['by an extension in Firefox', thrownAt('x@moz-extension://abc/content.js:1:1'), undefined, false],
  ['by an extension in Safari', thrownAt('x@webkit-masked-url://hidden/:1:1'), undefined, false],
  [
    'by an extension that the app called',
    thrownAt(`Error: x\n    at ${EXTENSION}:1:1\n    at ${APP}:1:3`),
    undefined,
    false,
  ],
  [
    'by a script of another site',
    thrownAt('Error: x\n    at https://tracker.example/t.js:1:1'),
    undefined,
    false,
  ],
  [
    'by an extension, about a file of the app',
    thrownAt(`Error: no ${APP}\n    at ${EXTENSION}:1:1`, `no ${APP}`),
    undefined,
    false,
  ],
  ['where only its file is known', 'text', APP, true],
  ['where only the file of an extension is known', 'text', EXTENSION, false],
  ['nobody knows where', new DOMException('x', 'AbortError'), undefined, false],
  [
    'by a script that makes the stack a list (Error.prepareStackTrace)',
    Object.assign(new Error('x'), { stack: [] }),
    undefined,
    false,
  ],
  [
    'by a script that makes the stack a list, in a file of the app',
    Object.assign(new Error('x'), { stack: [] }),
    APP,
    true,
  ],
  ['as a text', 'text', undefined, false],
  ['as nothing', undefined, undefined, false],
  ['as an object', { message: 'x' }, undefined, false],
  [
    'about a response of the service, without a stack',
    Object.assign(new HttpError('GET /pets', 500, undefined), { stack: undefined }),
    undefined,
    true,
  ],
])('An error that was thrown %s', (_what, error, filename, isOwn) => {
  expect(isOwnError(error, filename)).toBe(isOwn)
})
