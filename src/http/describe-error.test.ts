// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import { describeError, serviceErrorText } from './describe-error.ts'
import { HttpError, NetworkError, RedirectError, TimeoutError, InvalidResponseError } from './errors.ts'

const GET = 'GET /pets?limit=20'
const ENDED = 'Your key for Staging no longer works. Sign in again to continue.'
const HAS_PROBLEM = 'Staging has a problem. Try again in a moment.'
const REJECTED = 'Staging rejected this request.'
const SAID = { code: 'no_such_pet', message: 'There is no pet with the id 7.' }

function http(status: number, body?: { code: string; message: string }, retryAfter?: number) {
  return new HttpError(GET, status, body, retryAfter)
}

type Row = [what: string, error: unknown, message: string, facts: string | undefined]

const TABLE: Row[] = [
  ['an Error body', http(404, SAID), REJECTED, `Staging said: ${SAID.message} (HTTP 404, no_such_pet)`],
  [
    'an Error body with 500',
    http(500, SAID),
    HAS_PROBLEM,
    `Staging said: ${SAID.message} (HTTP 500, no_such_pet)`,
  ],
  [
    'an Error body with spaces around',
    http(400, { code: ' c ', message: '\n m \n' }),
    REJECTED,
    'Staging said: m (HTTP 400, c)',
  ],
  [
    'an Error body without a code',
    http(400, { code: '', message: 'No.' }),
    REJECTED,
    'Staging said: No. (HTTP 400)',
  ],
  ['an Error body with an empty message', http(401, { code: 'x', message: '' }), ENDED, 'HTTP 401'],
  ['an Error body with a blank message', http(500, { code: 'x', message: ' \n' }), HAS_PROBLEM, 'HTTP 500'],
  ['401 without a body', http(401), ENDED, 'HTTP 401'],
  ['403 without a body', http(403), 'Your key for Staging does not have permission to do this.', 'HTTP 403'],
  ['429 that does not say when', http(429), 'Staging is busy. Try again in a moment.', 'HTTP 429'],
  ['429 that says when', http(429, undefined, 7), 'Staging is busy. Try again in 7 seconds.', 'HTTP 429'],
  ['500 without a body', http(500), HAS_PROBLEM, 'HTTP 500'],
  [
    'no answer',
    new NetworkError(GET, new TypeError('Failed to fetch')),
    'Staging is not responding. It may be down, or may not allow requests from this site.',
    undefined,
  ],
  [
    'a policy of this site',
    new NetworkError(GET, new TypeError('Failed to fetch'), true),
    'This site’s security policy blocks Staging. Ask your administrator to add it to connect-src (README, “Deployment”).',
    undefined,
  ],
  ['a time-out', new TimeoutError(GET, 10), 'Staging did not respond within 10 seconds.', undefined],
  [
    'an answer that is not JSON',
    new InvalidResponseError(GET, 'not-json', 'HTTP 200, text/html'),
    'The response did not come from Staging. A network sign-in page or proxy may be in the way.',
    undefined,
  ],
  [
    'an answer of another shape',
    new InvalidResponseError(GET, 'wrong-shape', 'Expected Array'),
    'Staging sent a response this app cannot read.',
    undefined,
  ],
  [
    'an answer that broke off',
    new InvalidResponseError(GET, 'truncated'),
    'The response from Staging was cut off.',
    undefined,
  ],
  [
    'an answer that is too large',
    new InvalidResponseError(GET, 'too-large'),
    'The response from Staging was too large to read (over 20 MB).',
    undefined,
  ],
  [
    'a redirect',
    new RedirectError(GET),
    'Staging redirected the request. To protect your key, the app did not follow it. The base URL in config.json may be out of date.',
    undefined,
  ],
  [
    'waiting that was given up',
    new DOMException('cancelled', 'AbortError'),
    'Request cancelled before Staging responded.',
    undefined,
  ],
  [
    'a mistake of the app',
    new TypeError('x is undefined'),
    'Something went wrong. Reload the page to continue.',
    undefined,
  ],
  ['a thrown text', 'no', 'Something went wrong. Reload the page to continue.', undefined],
  ['nothing', undefined, 'Something went wrong. Reload the page to continue.', undefined],
]

test.each(TABLE)('%s has a message', (_what, error, message, facts) => {
  const description = describeError(error, 'Staging')
  expect([description.message, description.facts]).toEqual([message, facts])
})

const AVOIDED =
  /\b(please|sorry|valid|invalid|forbidden|illegal|oops|required field|an error occurr?ed|failed)\b/i

test('no message of ours is vague', () => {
  const words = TABLE.map(([, error]) => describeError(error, 'Staging').message)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  words.push(...TABLE.map(([, error]) => describeError(error, 'Staging').message))
  expect(words.filter((message) => AVOIDED.test(message))).toEqual([])
  expect(words.filter((message) => !/^\p{Lu}.*\.$/su.test(message))).toEqual([])
})

describe('when the browser says that it is offline', () => {
  test('a request without a response says so', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(describeError(new NetworkError(GET, new TypeError('Failed to fetch')), 'Staging').message).toBe(
      'You are offline. Nothing was sent.',
    )
  })

  test.each(TABLE.filter(([, error]) => !(error instanceof NetworkError)))(
    '%s is described as ever: the flag may lie, the answer does not',
    (_what, error, message) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      expect(describeError(error, 'Staging').message).toBe(message)
    },
  )
})

test('what the service said is truncated with an ellipsis', () => {
  const long = http(400, { code: 'c'.repeat(100_000), message: 'm'.repeat(100_000) })
  expect(withoutIsolates(describeError(long, 'Staging').facts)).toMatch(
    /^Staging said: m{500}… \(HTTP 400, c{500}…\)$/,
  )
})

test.each([498, 499, 500, 501])(
  'a long text is never cut within a character (the dog stands at %i)',
  (before) => {
    const text = `${'x'.repeat(before)}${'🐕'.repeat(300)}`
    const { facts = '' } = describeError(http(400, { code: text, message: text }), 'Staging')
    const details = describeError(new Error(text), 'Staging').details ?? ''
    for (const shown of [facts, details]) {
      expect(shown.isWellFormed()).toBe(true)
      expect(shown).toContain('…')
      expect(shown.length).toBeLessThan(1100)
    }
  },
)

test.each([
  ['what was asked', http(404, SAID), GET],
  ['what was asked, without a body', http(502), GET],
  ['what was asked, without an answer', new NetworkError(GET, new TypeError('Failed to fetch')), GET],
  ['what came instead of JSON', new InvalidResponseError(GET, 'not-json', 'text/html'), 'text/html'],
  ['the mistake of the app', new TypeError('x is undefined'), 'x is undefined'],
  ['a thrown text', 'no', 'no'],
])('the details say %s', (_what, error, part) => {
  expect(describeError(error, 'Staging').details).toContain(part)
})

test("no message about a lost response calls the request failed, not even in the browser's own words", () => {
  const error = new NetworkError('POST /pets', new TypeError('Failed to fetch'))
  const { message, details } = describeError(error, 'Staging')
  expect(`${message} ${details}`).not.toMatch(/fail/i)
})

test('every untrusted code and message is exact up to 500 characters', () => {
  const told = UNTRUSTED_STRINGS.map((text) =>
    withoutIsolates(serviceErrorText(http(422, { code: text, message: text }), 'Staging')),
  )
  expect(told).toEqual(
    UNTRUSTED_STRINGS.map((text) => {
      const said = text.trim()
      if (said === '') return 'HTTP 422'
      const cut = said.length > 500 ? `${said.slice(0, 500).replace(/[\uD800-\uDBFF]$/, '')}…` : said
      return withoutIsolates(`Staging said: ${cut} (HTTP 422, ${cut})`)
    }),
  )
})

const withoutIsolates = (text = '') => text.replaceAll(/[\u2066-\u2069]/g, '')

test('a code and a message are isolated within a sentence of ours', () => {
  const error = http(404, { code: '\u202Ex', message: '\u2069\u202Ey' })
  expect(serviceErrorText(error, 'Staging')).toBe(
    'Staging said: \u2068\u2068\u2069\u202Ey\u2069 (HTTP 404, \u2068\u202Ex\u2069)',
  )
})
