// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import { describeError, errorText } from './describe-error.ts'
import { HttpError, InvalidResponseError, NoResponseError } from './errors.ts'

const GET = 'GET /pets?limit=20'
const BLANK = { code: '', message: '' }
const noAnswer = new NoResponseError(GET, 'unreachable')

function http(status: number, body?: { code: string; message: string }, retryAfter?: number) {
  return new HttpError(GET, status, body, retryAfter)
}

type Row = [what: string, error: unknown, text: string]

const TABLE: Row[] = [
  ['words', http(404, { code: 'c', message: 'Not here.' }), 'Staging said: Not here. (HTTP 404, c)'],
  ['words of a 5xx', http(500, { code: 'c', message: 'Oh' }), 'Staging said: Oh (HTTP 500, c)'],
  ['spaces around', http(400, { code: ' c ', message: '\n m \n' }), 'Staging said: m (HTTP 400, c)'],
  ['no code', http(400, { code: '', message: 'No.' }), 'Staging said: No. (HTTP 400)'],
  ['a blank message', http(500, { code: 'x', message: ' \n' }), 'Staging has a problem. (HTTP 500)'],
  ['a blank message of a 4xx', http(413, BLANK), 'Staging rejected this request. (HTTP 413)'],
  ['401', http(401, BLANK), 'Your key for Staging no longer works. Sign in again to continue. (HTTP 401)'],
  [
    '401 without the body of the service',
    http(401),
    'Something between you and Staging may have answered (HTTP 401). Check your network or sign in to it, then enter your key again.',
  ],
  [
    '403',
    http(403, { code: 'c', message: 'No.' }),
    'Your key for Staging does not have permission to do this. Staging said: No. (HTTP 403, c)',
  ],
  ['429 that does not say when', http(429, BLANK), 'Staging is busy. Try again in a moment. (HTTP 429)'],
  ['429 that says when', http(429, BLANK, 7), 'Staging is busy. Try again in 7 seconds. (HTTP 429)'],
  ['429 in years', http(429, BLANK, 1e9), 'Staging is busy. Try again in 300 seconds. (HTTP 429)'],
  [
    '429 without the body of the service',
    http(429, undefined, 7),
    'Something between you and Staging may have answered (HTTP 429). Try again in 7 seconds.',
  ],
  [
    'a maintenance page that says when',
    http(503, undefined, 120),
    'Something between you and Staging may have answered (HTTP 503). Try again in 120 seconds.',
  ],
  [
    '401 without the body of the service that says when',
    http(401, undefined, 7),
    'Something between you and Staging may have answered (HTTP 401). Check your network or sign in to it, then enter your key again.',
  ],
  [
    '503 that says when',
    http(503, BLANK, 120),
    'Staging has a problem. Try again in 120 seconds. (HTTP 503)',
  ],
  [
    '503 that says when, and why',
    http(503, { code: 'c', message: 'Down for the night' }, 120),
    'Try again in 120 seconds. Staging said: Down for the night (HTTP 503, c)',
  ],
  ['429 after one second', http(429, BLANK, 1), 'Staging is busy. Try again in 1 second. (HTTP 429)'],
  ['429 at once', http(429, BLANK, 0), 'Staging is busy. Try again in a moment. (HTTP 429)'],
  [
    '401 that says when',
    http(401, BLANK, 7),
    'Your key for Staging no longer works. Sign in again to continue. (HTTP 401)',
  ],
  [
    'no answer',
    noAnswer,
    'Staging did not respond. It may be down, or may not allow requests from this site.',
  ],
  [
    'a policy of this site',
    new NoResponseError(GET, 'blocked'),
    'This site’s security policy blocks Staging. Ask your administrator to add it to connect-src (README, “Deployment”).',
  ],
  [
    'a service on http and a page on https',
    new NoResponseError(GET, 'mixed-content'),
    'Your browser blocks Staging: this page is encrypted (https), Staging is not (http). Ask whoever runs this site.',
  ],
  [
    'a local network that was not allowed',
    new NoResponseError(GET, 'local-network'),
    'Staging did not respond. Your browser may keep this site from the local network: allow “Local network access” in the site settings beside the address, then try again.',
  ],
  [
    'a time-out',
    new NoResponseError(GET, 'too-late', { seconds: 10 }),
    'Staging did not respond within 10 seconds.',
  ],
  [
    'an answer that is not JSON',
    new InvalidResponseError(GET, 'not-json', 'HTTP 200, text/html'),
    'Something between you and Staging may have answered. Check your network or sign in to it, then try again.',
  ],
  [
    'an answer of another shape',
    new InvalidResponseError(GET, 'wrong-shape', 'Expected Array'),
    'Staging sent a response this app cannot read.',
  ],
  [
    'an answer that broke off',
    new InvalidResponseError(GET, 'truncated'),
    'The response from Staging was cut off.',
  ],
  [
    'an answer that is too large',
    new InvalidResponseError(GET, 'too-large'),
    'The response from Staging was too large to read (over 20 MB).',
  ],
  [
    'a redirect',
    new NoResponseError(GET, 'redirected'),
    'Staging redirected the request. To protect your key, the app did not follow it. The base URL in config.json may be out of date.',
  ],
  [
    'waiting that was given up',
    new DOMException('cancelled', 'AbortError'),
    'Request cancelled before Staging responded.',
  ],
  [
    'a mistake of the app',
    new TypeError('x is undefined'),
    'Something went wrong. Reload the page to continue.',
  ],
  ['a thrown text', 'no', 'Something went wrong. Reload the page to continue.'],
]

test.each(TABLE)('%s is put into words', (_what, error, text) => {
  expect(errorText(error, 'Staging')).toBe(text)
})

test.each([413, 414, 431])(
  'A %i without the body of the service says that the request was too long, and gives no advice that cannot help',
  (status) => {
    expect(errorText(http(status), 'Staging')).toBe(
      `Something between you and Staging may have answered (HTTP ${status}). The request was too long for it.`,
    )
  },
)

test.each([400, 403, 404, 405, 408, 409, 500, 502, 503, 504, 511])(
  'A %i without the body of the service blames neither the key nor the service',
  (status) => {
    expect(errorText(http(status), 'Staging')).toBe(
      `Something between you and Staging may have answered (HTTP ${status}). Check your network or sign in to it, then try again.`,
    )
  },
)

test('We believe the browser that it is offline only when there is no response', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(TABLE.map(([, error]) => errorText(error, 'Staging'))).toEqual(
    TABLE.map(([, error, text]) => (error === noAnswer ? 'You are offline. Nothing was sent.' : text)),
  )
})

test.each([
  ['what was asked', http(502), GET],
  ['what came instead of JSON', new InvalidResponseError(GET, 'not-json', 'text/html'), 'text/html'],
  ['the mistake of the app', new TypeError('x is undefined'), 'x is undefined'],
])('The details say %s', (_what, error, part) => {
  const { message, details } = describeError(error, 'Staging', 'Pets could not be loaded.')
  expect(message).toBe('Pets could not be loaded.')
  expect(details).toContain(part)
  // Nobody knows that a POST failed, so not even the words of the browser may say so.
  expect(details).not.toMatch(/fail/i)
})

test.each([498, 499, 500, 501])(
  'A long text is cut with an ellipsis, never within a character (the dog is at %i)',
  (before) => {
    const text = `${'x'.repeat(before)}${'🐕'.repeat(300)}`
    const { facts } = describeError(http(400, { code: text, message: text }), 'Staging', '')
    const { details = '' } = describeError(new Error(text), 'Staging', '')
    for (const shown of [facts, details]) {
      expect(shown.isWellFormed()).toBe(true)
      expect(shown).toContain('…')
      expect(shown.length).toBeLessThan(1100)
    }
  },
)

test('Every untrusted code and message is exact up to 500 characters', () => {
  const told = UNTRUSTED_STRINGS.map((text) =>
    withoutIsolates(errorText(http(422, { code: text, message: text }), 'Staging')),
  )
  expect(told).toEqual(
    UNTRUSTED_STRINGS.map((text) => {
      const said = text.trim()
      if (said === '') return 'Staging rejected this request. (HTTP 422)'
      const cut = said.length > 500 ? `${said.slice(0, 500).replace(/[\uD800-\uDBFF]$/, '')}…` : said
      return withoutIsolates(`Staging said: ${cut} (HTTP 422, ${cut})`)
    }),
  )
})

const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

test('A code and a message are isolated within a sentence of ours', () => {
  const error = http(404, { code: '\u202Ex', message: '\u2069\u202Ey' })
  expect(errorText(error, 'Staging')).toBe(
    'Staging said: \u2068\u2068\u2069\u202Ey\u2069 (HTTP 404, \u2068\u202Ex\u2069)',
  )
})
