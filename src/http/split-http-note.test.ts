import { expect, test } from 'vitest'
import { errorText } from './describe-error.ts'
import { HttpError } from './errors.ts'
import { splitHttpNote } from './split-http-note.ts'

const textOf = (status: number, message: string, code: string) =>
  errorText(new HttpError('POST /pets', status, { code, message }), 'Staging').replaceAll(
    /[\u2068\u2069]/g,
    '',
  )

test.each([
  [textOf(400, 'Name is taken.', 'invalid_pet'), 'Staging said: Name is taken.', 'HTTP 400, invalid_pet'],
  [textOf(400, 'Not (now).', ''), 'Staging said: Not (now).', 'HTTP 400'],
  [
    'Something between you and Staging may have answered (HTTP 413). The request was too long for it.',
    'Something between you and Staging may have answered (HTTP 413). The request was too long for it.',
    undefined,
  ],
  ['Full.', 'Full.', undefined],
])('%s says what happened, and ends in what is for whoever helps', (text, what, note) => {
  expect(splitHttpNote(text)).toEqual({ what, note })
})
