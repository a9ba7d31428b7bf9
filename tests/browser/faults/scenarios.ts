import type { Socket } from 'node:net'
import { expect, justAdded, petForm } from '#tests/browser/fixtures.ts'
import type { Cors } from '#tests/browser/petstore-service.ts'
import { type Action, REX, type Setup } from './fixtures.ts'

export type Expectation = {
  /** What the user sees in an alert or a status message. */
  readonly message: RegExp
  /** How many requests arrive at the service; not checked when omitted. */
  readonly requests?: number
  /** Whether what the user typed or loaded stays on the page; true when omitted. */
  readonly isStatePreserved?: boolean
  /** Advances the page's clock by `seconds`, after which `message` is visible. */
  readonly waits?: readonly { readonly seconds: number; readonly message: RegExp }[]
  readonly also?: (setup: Setup) => Promise<void>
}

type Request = { method: 'GET' | 'POST'; path: string; times: number }

export type Scenario = {
  /** Of the fault, and stable: others speak of it by this. */
  readonly id: string
  readonly what: string
  readonly inject: (setup: Setup, request: Request) => void | Promise<void>
  readonly expectations: Partial<Record<Action, Expectation>>
  /** Time passes only once the page has the status of the response, which decides what a POST came to. */
  readonly hasStatus?: boolean
  /** For faults that exist, or are seen, on one of the two origins only. */
  readonly isCrossOrigin?: boolean
}

const NO_RESPONSE = /Staging did not respond\. It may be down, or may not allow requests from this site/
const NOT_JSON = /The response did not come from Staging/
const WRONG_SHAPE = /Staging sent a response this app cannot read/
const TRUNCATED = /The response from Staging was cut off/
const TOO_LARGE = /too large to read \(over 20 MB\)/
const TIMED_OUT = /Staging did not respond within 10 seconds/
const REDIRECTED = /Staging redirected the request/
const UNKNOWN = /Rex may have been added/
const ADDED_WITHOUT_ID = /Rex added\. Staging did not return an ID/

/** The same expectation for every GET. Signing in never retries, so it sends one request. */
function gets(
  message: RegExp,
  requests = 1,
  more: Pick<Expectation, 'waits'> = {},
): Scenario['expectations'] {
  const expected = { message, requests, ...more }
  return {
    list: expected,
    refresh: expected,
    pet: expected,
    labels: expected,
    'sign in': { ...expected, requests: Math.min(requests, 1) },
  }
}

const unknown: Expectation = {
  message: UNKNOWN,
  requests: 1,
  also: async ({ page }) => expect(justAdded(page)).toContainText('Unconfirmed'),
}
const addedWithoutId: Expectation = {
  message: ADDED_WITHOUT_ID,
  requests: 1,
  also: async ({ page }) => expect(petForm(page).name).toHaveValue(''),
}
const rejected = (message: RegExp): Expectation => ({
  message,
  requests: 1,
  also: async ({ page }) => expect(justAdded(page)).toContainText('Not added'),
})

/** The service has said that it did not act: the pet waits for so many seconds. */
const waitsFor = (seconds: number): Expectation => ({
  message: /Waiting: Staging is busy, until \d/,
  also: async ({ page }) => {
    const until = await justAdded(page).locator('time').getAttribute('datetime')
    const left = Date.parse(until ?? '') - (await page.evaluate(() => Date.now()))
    expect(left).toBeLessThanOrEqual(seconds * 1000)
    expect(left).toBeGreaterThan((seconds - 60) * 1000)
  },
})

const CORS_HEADER = 'access-control-allow-origin: *\r\n'
const statusOf = ({ method }: Request) => (method === 'POST' ? 201 : 200)
const html = { 'content-type': 'text/html' }
const error = (status: number, message: unknown, code: unknown = 'odd') => ({
  status,
  body: { code, message, status },
})

/** Sends this response instead of the usual one. The service performs a POST first if the status is 2xx. */
const responds =
  (status: number | 'ok', body: unknown = '', headers: Record<string, string> = {}): Scenario['inject'] =>
  ({ petstore }, request) => {
    petstore.respond(request, {
      status: status === 'ok' ? statusOf(request) : status,
      body,
      headers,
      done: request.method === 'POST' && (status === 'ok' || status < 300),
    })
  }

/** Writes these bytes, then closes the connection. */
const writesBytes =
  (bytes: (status: number) => string): Scenario['inject'] =>
  ({ petstore }, request) => {
    petstore.writeRaw(
      request,
      (socket) => {
        socket.write(bytes(statusOf(request)), () => socket.destroy())
      },
      request.method === 'POST',
    )
  }

/** Starts a response that never ends, with one more piece per interval. */
const drips =
  (head: (status: number) => string, piece: string | Buffer, milliseconds: number): Scenario['inject'] =>
  ({ petstore }, request) => {
    petstore.writeRaw(
      request,
      (socket: Socket) => {
        socket.on('error', () => undefined)
        socket.write(head(statusOf(request)))
        const writeNext = (failure?: Error | null) => {
          // A write to a closed socket fails immediately, so continuing would loop.
          if (failure || socket.destroyed || socket.writableEnded) {
            socket.destroy()
            return
          }
          if (milliseconds === 0) socket.write(piece, writeNext)
          else setTimeout(() => socket.write(piece, writeNext), milliseconds)
        }
        writeNext()
      },
      request.method === 'POST',
    )
  }

const dropsConnection =
  (when: 'before' | 'after'): Scenario['inject'] =>
  ({ petstore }, request) =>
    petstore.dropConnection(request, when)

const cors =
  (how: Cors, status?: number): Scenario['inject'] =>
  ({ petstore }, request) => {
    petstore.cors = how
    if (status !== undefined) petstore.respond(request, error(status, 'No.'))
  }

/** The notice "Still waiting" after 3 s, then the message at the deadline (in seconds). */
const slow = (deadline: number, message: RegExp) => ({
  waits: [
    { seconds: 3.1, message: /Still waiting for Staging/ },
    { seconds: deadline - 3, message },
  ],
})

/** No GET gets its response in time. */
const timesOut = gets(TIMED_OUT, 1, slow(10, TIMED_OUT))

export const SCENARIOS: readonly Scenario[] = [
  {
    id: 'F-04',
    what: '403',
    inject: responds(403, error(403, 'This key may only read.', 'read_only').body),
    expectations: {
      ...gets(/This key may only read\.[\s\S]*HTTP 403, read_only/),
      add: rejected(/This key may only read\.[\s\S]*HTTP 403/),
    },
  },
  {
    id: 'F-05',
    what: '400 with HTML in its message',
    inject: responds(400, error(400, 'Too <b>odd</b> <img src=x onerror=alert(1)>').body),
    expectations: { add: rejected(/Too <b>odd<\/b> <img src=x onerror=alert\(1\)>/) },
  },
  {
    id: 'F-10',
    what: '429 with Retry-After',
    inject: responds(429, error(429, '').body, {
      'retry-after': '2',
      'access-control-expose-headers': 'retry-after',
    }),
    expectations: {
      ...gets(/Staging is busy. Try again in 2 seconds/),
      add: waitsFor(2),
    },
  },
  {
    id: 'F-11',
    what: '429 whose Retry-After is not exposed by CORS',
    inject: responds(429, '', { 'retry-after': '7' }),
    expectations: { add: waitsFor(5) },
    isCrossOrigin: true,
  },
  {
    id: 'F-13/14',
    what: '500 with an Error body',
    inject: responds(500, error(500, 'The disk is full.', 'disk').body),
    expectations: { ...gets(/The disk is full\.[\s\S]*HTTP 500, disk/, 3), add: unknown },
  },
  {
    id: 'F-15',
    what: '502 with HTML',
    inject: responds(502, '<html><h1>Bad gateway</h1></html>', html),
    expectations: { ...gets(/Staging has a problem[\s\S]*HTTP 502/, 3), add: unknown },
  },
  {
    id: 'F-16',
    what: '200 with HTML',
    inject: responds('ok', '<!doctype html><title>Sign in to the network</title>', html),
    expectations: { ...gets(NOT_JSON), add: addedWithoutId },
  },
  {
    id: 'F-17',
    what: 'truncated JSON',
    inject: responds('ok', '[{"id":7,"name":"Re'),
    expectations: { ...gets(NOT_JSON), add: addedWithoutId },
  },
  {
    id: 'F-18',
    what: 'an object where a list or a pet is expected',
    inject: responds('ok', { pets: [REX] }),
    expectations: { ...gets(WRONG_SHAPE), add: addedWithoutId },
  },
  {
    id: 'F-21/22',
    what: '204',
    inject: responds(204),
    expectations: { ...gets(NOT_JSON), add: addedWithoutId },
  },
  {
    id: 'F-22',
    what: '202 without a pet',
    inject: responds(202, { accepted: true }),
    expectations: { add: addedWithoutId },
  },
  {
    id: 'F-24',
    what: '5,000 pets where 20 were requested',
    inject: responds(
      'ok',
      Array.from({ length: 5000 }, (_, index) => ({ ...REX, id: index + 1 })),
    ),
    expectations: {
      list: {
        message: /Showing 100 of 5,000 pets/,
        requests: 1,
        also: async ({ page }) => expect(page.getByRole('row')).toHaveCount(101),
      },
    },
  },
  {
    id: 'F-24',
    what: 'an endless body',
    inject: drips(
      (status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}content-type: application/json\r\n\r\n[`,
      Buffer.alloc(2 ** 20, ' '),
      0,
    ),
    expectations: { ...gets(TOO_LARGE), add: addedWithoutId },
  },
  {
    id: 'F-26',
    what: 'two pets with the same id',
    inject: responds('ok', [REX, { ...REX, name: 'Rex again' }]),
    expectations: {
      list: {
        message: /All 2 pets/,
        requests: 1,
        isStatePreserved: false,
        also: async ({ page }) => expect(page.getByRole('link', { name: /^Rex/ })).toHaveCount(2),
      },
    },
  },
  {
    id: 'F-27',
    what: '307 to another origin',
    inject: (setup, request) =>
      responds(307, '', { location: `${setup.otherService.baseUrl}/pets?limit=20` })(setup, request),
    expectations: { ...gets(REDIRECTED), add: unknown },
  },
  {
    id: 'F-29/30',
    what: 'a connection that breaks before the service performs the request',
    inject: dropsConnection('before'),
    expectations: { ...gets(NO_RESPONSE, 3), add: unknown },
  },
  {
    id: 'F-31',
    what: 'a connection that breaks after the service performed the request',
    inject: dropsConnection('after'),
    expectations: {
      ...gets(NO_RESPONSE, 3),
      add: {
        ...unknown,
        also: async ({ page, petstore }) => {
          await expect(page.getByRole('button', { name: 'This is it, ID 1001' })).toBeVisible()
          expect(petstore.posts()).toHaveLength(1)
        },
      },
    },
  },
  {
    id: 'F-33',
    what: 'a truncated status line',
    // Without headers there is no CORS permission, so a cross-origin app cannot read this response.
    isCrossOrigin: true,
    inject: writesBytes((status) => `HTTP/1.1 ${status}`),
    expectations: { ...gets(NO_RESPONSE, 3), add: unknown },
  },
  {
    id: 'F-33',
    what: 'a truncated status line',
    isCrossOrigin: false,
    inject: writesBytes((status) => `HTTP/1.1 ${status}`),
    expectations: { ...gets(NOT_JSON), add: addedWithoutId },
  },
  {
    id: 'F-33',
    what: 'a body shorter than its Content-Length',
    inject: writesBytes(
      (status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}content-length: 1000\r\n\r\n[{"id":7`,
    ),
    expectations: { ...gets(TRUNCATED, 3), add: addedWithoutId },
  },
  {
    id: 'F-34',
    what: 'a response that never starts',
    inject: ({ petstore }, request) => petstore.writeRaw(request, () => undefined),
    expectations: { ...timesOut, add: { ...unknown, ...slow(30, UNKNOWN) } },
  },
  {
    id: 'F-35',
    what: 'a response that never ends',
    inject: drips((status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}\r\n[`, ' ', 100),
    expectations: { ...timesOut, add: { ...addedWithoutId, ...slow(30, ADDED_WITHOUT_ID) } },
    hasStatus: true,
  },
  ...(
    [
      ['no CORS headers', cors('none'), 3],
      ['no CORS headers on errors', cors('not on errors', 500), 3],
      ['a preflight response that allows nothing', cors('preflight refused'), 0],
    ] as const
  ).map(([what, inject, requests]): Scenario => ({
    id: 'F-41',
    what,
    inject,
    expectations: {
      ...gets(NO_RESPONSE, requests),
      add: { message: UNKNOWN, requests: Math.min(requests, 1) },
    },
    isCrossOrigin: true,
  })),
  {
    id: 'F-48',
    what: 'an error message that quotes the key',
    inject: (setup, request) =>
      responds(
        422,
        error(
          422,
          `No such key: ${setup.petstore.key} (${encodeURIComponent(setup.petstore.key)})`,
          setup.petstore.key,
        ).body,
      )(setup, request),
    expectations: {
      ...gets(/No such key: \[key\] \(\[key\]\)[\s\S]*HTTP 422, \[key\]/),
      add: rejected(/No such key: \[key\]/),
    },
  },
]
