import type { Socket } from 'node:net'
import { expect } from '#tests/browser/fixtures.ts'
import type { Cors } from '#tests/browser/petstore-service.ts'
import { form, type Place, REX, type World } from './fixtures.ts'

export type Cell = {
  /** What the person must see, in an alert or a status. */
  readonly sees: RegExp | ((world: World) => RegExp)
  /** How often the service may be asked; any number when left out. */
  readonly requests?: number | ((world: World) => number)
  /** Whether what was typed or loaded must still be there; true when left out. */
  readonly kept?: boolean
  /** How many seconds pass, and what must be said by then; the clock of the page is moved. */
  readonly waits?: readonly { readonly seconds: number; readonly sees: RegExp }[]
  readonly also?: (world: World) => Promise<void>
}

type Request = { method: 'GET' | 'POST'; path: string; times: number }

export type Row = {
  /** As in faults.md. */
  readonly id: string
  readonly what: string
  readonly plan: (world: World, request: Request) => void | Promise<void>
  readonly cells: Partial<Record<Place, Cell>>
  /** What is seen depends on the origin. */
  readonly differs?: boolean
  /** Where the fault does not exist on one of the two origins. */
  readonly only?: { readonly otherOrigin: boolean; readonly why: string }
}

const NO_ANSWER = /Staging is not responding\. It may be down, or may not allow requests from this site/
const PROBLEM = /Staging has a problem/
const NOT_JSON = /The response did not come from Staging/
const WRONG_SHAPE = /Staging sent a response this app cannot read/
const CUT_OFF = /The response from Staging was cut off/
const TOO_LARGE = /too large to read \(over 20 MB\)/
const ELSEWHERE = /Staging redirected the request/
const UNKNOWN = /may have been added, but Staging did not confirm it/
const WITHOUT_ID = /Rex added\. Staging did not return an ID/

/** A GET that ends like this at each place; a sign-in tries once, the pages as often as `requests` says. */
function gets(sees: Cell['sees'], requests: Cell['requests'] = 1): Row['cells'] {
  return {
    list: { sees, requests },
    refresh: { sees, requests },
    pet: { sees, requests },
    'sign in': { sees, requests: 1 },
  }
}

const unknown: Cell = {
  sees: UNKNOWN,
  requests: 1,
  also: async ({ page }) => expect(page.getByRole('button', { name: 'Check for it' })).toBeVisible(),
}
const withoutId: Cell = {
  sees: WITHOUT_ID,
  requests: 1,
  kept: false,
  also: async ({ page }) => expect(form(page).name).toHaveValue(''),
}
const refused = (sees: RegExp): Cell => ({ sees, requests: 1 })

const CORS_HEADER = 'access-control-allow-origin: *\r\n'
const statusOf = ({ method }: Request) => (method === 'POST' ? 201 : 200)
const html = { 'content-type': 'text/html' }
const error = (status: number, message: unknown, code: unknown = 'odd') => ({
  status,
  body: { code, message, status },
})

/** Answers instead of doing what was asked; a POST that is answered with a 2xx is done first. */
const answers =
  (status: number | 'ok', body: unknown = '', headers: Record<string, string> = {}): Row['plan'] =>
  ({ petstore }, request) => {
    petstore.answer(request, {
      status: status === 'ok' ? statusOf(request) : status,
      body,
      headers,
      done: request.method === 'POST' && (status === 'ok' || status < 300),
    })
  }

/** Writes these bytes, then breaks the connection. */
const writes =
  (bytes: (status: number) => string): Row['plan'] =>
  ({ petstore }, request) => {
    petstore.raw(
      request,
      (socket) => {
        socket.write(bytes(statusOf(request)), () => socket.destroy())
      },
      request.method === 'POST',
    )
  }

/** Begins an answer that never ends, with a piece every so many milliseconds. */
const drips =
  (head: (status: number) => string, piece: string | Buffer, milliseconds: number): Row['plan'] =>
  ({ petstore }, request) => {
    petstore.raw(
      request,
      (socket: Socket) => {
        socket.on('error', () => undefined)
        socket.write(head(statusOf(request)))
        const goOn = (failure?: Error | null) => {
          // Writing to what was ended fails at once, and would be tried again at once.
          if (failure || socket.destroyed || socket.writableEnded) {
            socket.destroy()
            return
          }
          if (milliseconds === 0) socket.write(piece, goOn)
          else setTimeout(() => socket.write(piece, goOn), milliseconds)
        }
        goOn()
      },
      request.method === 'POST',
    )
  }

const lost =
  (when: 'before' | 'after'): Row['plan'] =>
  ({ petstore }, request) =>
    petstore.lose(request, when)

const cors =
  (how: Cors, status?: number): Row['plan'] =>
  ({ petstore }, request) => {
    petstore.cors = how
    if (status !== undefined) petstore.answer(request, error(status, 'It is not so.'))
  }

const otherOriginOnly = { otherOrigin: true, why: 'an app asks its own origin without CORS' }

/** "Taking longer than usual" after 3 s, and the deadline. */
const late = (deadline: number, sees: RegExp): NonNullable<Cell['waits']> => [
  { seconds: 3.1, sees: /Staging is taking longer than usual to respond/ },
  { seconds: deadline - 3, sees },
]

const lateEverywhere = (get: RegExp, post: RegExp): Row['cells'] => ({
  list: { sees: get, requests: 1, waits: late(10, get) },
  refresh: { sees: get, requests: 1, waits: late(10, get) },
  pet: { sees: get, requests: 1, waits: late(10, get) },
  add: { ...(post === UNKNOWN ? unknown : withoutId), waits: late(30, post) },
  'sign in': { sees: get, requests: 1, waits: late(10, get) },
})

const TIMED_OUT = /Staging did not respond within 10 seconds/

/** F-17: bodies that are nearly JSON. Node sends a string as UTF-8; the last one is written byte by byte. */
const NEARLY_JSON: readonly [string, string][] = [
  ['no JSON at all', 'pets: none'],
  ['JSON that ends in the middle', '[{"id":7,"name":"Re'],
  ['NaN', '[{"id":NaN,"name":"Rex","categoryId":1}]'],
  ['a comma after the last element', '[{"id":7,"name":"Rex","categoryId":1},]'],
  ['two bodies', '[][]'],
]

const WRONG_SHAPES: readonly [string, unknown][] = [
  ['an object around the list', { pets: [REX] }],
  ['a text', 'Rex'],
  ['null', null],
  ['a number', 7],
]

const REDIRECTS = [301, 302, 303, 307, 308].flatMap((status): Row[] => [
  {
    id: 'F-27',
    what: `${status} to the same origin`,
    plan: answers(status, '', { location: '/v1/elsewhere' }),
    cells: { ...gets(ELSEWHERE), add: unknown },
  },
  {
    id: 'F-27',
    what: `${status} to another origin`,
    plan: (world, request) =>
      answers(status, '', { location: `${world.elsewhere.baseUrl}/pets?limit=20` })(world, request),
    cells: { ...gets(ELSEWHERE), add: unknown },
  },
])

export const ROWS: readonly Row[] = [
  {
    id: 'F-04',
    what: '403',
    plan: answers(403, error(403, 'This key may only read.', 'read_only').body),
    cells: {
      ...gets(/This key may only read\.[\s\S]*read_only · HTTP 403/),
      add: refused(/This key may only read\.[\s\S]*HTTP 403/),
    },
  },
  {
    id: 'F-04',
    what: '403 without a body',
    plan: answers(403),
    cells: {
      ...gets(/Your key for Staging does not have permission to do this[\s\S]*HTTP 403/),
      add: refused(/Your key for Staging does not have permission to do this/),
    },
  },
  {
    id: 'F-05',
    what: '400 with HTML in its message',
    plan: answers(400, error(400, 'Too <b>odd</b> <img src=x onerror=alert(1)>').body),
    cells: { add: refused(/Too <b>odd<\/b> <img src=x onerror=alert\(1\)>/) },
  },
  {
    id: 'F-05',
    what: '400 without a body',
    plan: answers(400),
    cells: { add: refused(/Staging rejected this request[\s\S]*HTTP 400/) },
  },
  {
    id: 'F-07',
    what: '404 of a pet',
    plan: answers(404, error(404, 'It is not here.').body),
    cells: {
      pet: {
        sees: /There is no pet with ID 7 in Staging/,
        requests: 1,
        also: async ({ page }) => expect(page.getByRole('link', { name: 'Go to pets' })).toBeVisible(),
      },
    },
  },
  ...[405, 410, 501].map((status): Row => ({
    id: 'F-08',
    what: `${status} of the lookup of a pet`,
    plan: answers(status),
    cells: {
      pet: {
        sees: /ID 7 was not found in/,
        also: async ({ page }) =>
          expect(page.getByRole('main')).not.toContainText(/no such pet|does not exist/i),
      },
    },
  })),
  {
    id: 'F-10',
    what: '429 that says when',
    plan: answers(429, error(429, '').body, {
      'retry-after': '2',
      'access-control-expose-headers': 'retry-after',
    }),
    cells: { ...gets(/Staging is busy. Try again in 2 seconds/), add: refused(/Try again in 2 seconds/) },
  },
  ...(
    [
      ['that does not say when', {}, /Try again in a moment/],
      ['with a time that nobody waits for', { 'retry-after': '1000000000' }, /Try again in 300 seconds/],
      ['with a negative time', { 'retry-after': '-1' }, /Try again in a moment/],
      ['with a time that is none', { 'retry-after': 'soon' }, /Try again in a moment/],
      ['with a date', { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }, /Try again in 300 seconds/],
    ] as const
  ).map(([what, headers, sees]): Row => ({
    id: 'F-11',
    what: `429 ${what}`,
    plan: answers(429, '', { ...headers, 'access-control-expose-headers': 'retry-after' }),
    cells: { add: refused(sees) },
  })),
  {
    id: 'F-11',
    what: '429 whose time the browser keeps from the app',
    plan: answers(429, '', { 'retry-after': '7' }),
    cells: { add: refused(/Try again in a moment/) },
    only: otherOriginOnly,
  },
  {
    id: 'F-13/14',
    what: '500 with an Error body',
    plan: answers(500, error(500, 'The disk is full.', 'disk').body),
    cells: { ...gets(/The disk is full\.[\s\S]*disk · HTTP 500/, 3), add: unknown },
  },
  ...[500, 503, 504].map((status): Row => ({
    id: 'F-13/14',
    what: `${status} without a body`,
    plan: answers(status),
    cells: { ...gets(PROBLEM, 3), add: unknown },
  })),
  {
    id: 'F-15',
    what: '502 with HTML',
    plan: answers(502, '<html><h1>Bad gateway</h1></html>', html),
    cells: { ...gets(/Staging has a problem[\s\S]*HTTP 502/, 3), add: unknown },
  },
  {
    id: 'F-16',
    what: '200 with HTML',
    plan: answers('ok', '<!doctype html><title>Sign in to the network</title>', html),
    cells: { ...gets(NOT_JSON), add: withoutId },
  },
  ...NEARLY_JSON.map(([what, body]): Row => ({
    id: 'F-17',
    what,
    plan: answers('ok', body),
    cells: { ...gets(NOT_JSON), add: withoutId },
  })),
  ...WRONG_SHAPES.map(([what, body]): Row => ({
    id: 'F-18',
    what: `${what} in the place of a list or a pet`,
    plan: answers('ok', JSON.stringify(body)),
    cells: { ...gets(WRONG_SHAPE), add: withoutId },
  })),
  {
    id: 'F-18',
    what: '1 element of 3 that is none',
    plan: answers('ok', [REX, { id: 'x' }, { ...REX, id: 8 }]),
    cells: {
      list: {
        sees: /1 of 3 pets is not shown[\s\S]*item 2/,
        requests: 1,
        also: async ({ page }) => expect(page.getByRole('link', { name: 'Rex' })).toHaveCount(2),
      },
    },
  },
  {
    id: 'F-21',
    what: 'an empty body',
    plan: answers('ok'),
    cells: { ...gets(NOT_JSON), add: withoutId },
  },
  {
    id: 'F-21/22',
    what: '204',
    plan: answers(204),
    cells: { ...gets(NOT_JSON), add: withoutId },
  },
  {
    id: 'F-22',
    what: '202 without a pet',
    plan: answers(202, { accepted: true }),
    cells: { add: withoutId },
  },
  {
    id: 'F-23',
    what: 'as many pets as were asked for',
    plan: answers(
      'ok',
      Array.from({ length: 20 }, (_, index) => ({ ...REX, id: index + 1 })),
    ),
    cells: {
      list: {
        sees: /Showing 20 pets \(at most 20 at this page size\)\. There may be more/,
        requests: 1,
        kept: false,
      },
    },
  },
  {
    id: 'F-24',
    what: '5,000 pets where 20 were asked for',
    plan: answers(
      'ok',
      Array.from({ length: 5000 }, (_, index) => ({ ...REX, id: index + 1 })),
    ),
    cells: {
      list: {
        sees: /The service returned 5,000 pets; its documented maximum is 100/,
        requests: 1,
        also: async ({ page }) => expect(page.getByRole('row')).toHaveCount(101),
      },
    },
  },
  {
    id: 'F-24',
    what: 'a body without an end',
    plan: drips(
      (status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}content-type: application/json\r\n\r\n[`,
      Buffer.alloc(2 ** 20, ' '),
      0,
    ),
    cells: { ...gets(TOO_LARGE), add: withoutId },
  },
  {
    id: 'F-26',
    what: 'two pets with one id',
    plan: answers('ok', [REX, { ...REX, name: 'Rex again' }]),
    cells: {
      list: {
        sees: /All 2 pets/,
        requests: 1,
        kept: false,
        also: async ({ page }) => expect(page.getByRole('link', { name: /^Rex/ })).toHaveCount(2),
      },
    },
  },
  ...REDIRECTS,
  { id: 'F-28', what: '408', plan: answers(408), cells: { add: unknown } },
  {
    id: 'F-29/30',
    what: 'a connection that breaks before the service acts',
    plan: lost('before'),
    cells: { ...gets(NO_ANSWER, 3), add: unknown },
  },
  {
    id: 'F-31',
    what: 'a connection that breaks after the service acted',
    plan: lost('after'),
    cells: {
      ...gets(NO_ANSWER, 3),
      add: {
        ...unknown,
        also: async ({ page, petstore }) => {
          await page.getByRole('button', { name: 'Check for it' }).click()
          await expect(page.getByRole('button', { name: 'Yes, this is it' })).toBeVisible()
          expect(petstore.posts()).toHaveLength(1)
        },
      },
    },
  },
  {
    id: 'F-33',
    what: 'a status line that breaks off',
    differs: true,
    plan: writes((status) => `HTTP/1.1 ${status}`),
    cells: {
      // Without headers there is no leave for another origin to read it.
      ...gets(
        ({ isOtherOrigin }) => (isOtherOrigin ? NO_ANSWER : NOT_JSON),
        ({ isOtherOrigin }) => (isOtherOrigin ? 3 : 1),
      ),
      add: {
        sees: ({ isOtherOrigin }) => (isOtherOrigin ? UNKNOWN : WITHOUT_ID),
        requests: 1,
        kept: false,
      },
    },
  },
  {
    id: 'F-33',
    what: 'headers that break off',
    plan: writes((status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}content-ty`),
    cells: { ...gets(NOT_JSON), add: withoutId },
  },
  {
    id: 'F-33',
    what: 'a body that breaks off before its length',
    plan: writes((status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}content-length: 1000\r\n\r\n[{"id":7`),
    cells: { ...gets(CUT_OFF, 3), add: withoutId },
  },
  {
    id: 'F-33',
    what: 'a body in chunks that breaks off',
    plan: writes(
      (status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}transfer-encoding: chunked\r\n\r\n8\r\n[{"id":7`,
    ),
    cells: { ...gets(CUT_OFF, 3), add: withoutId },
  },
  {
    id: 'F-34',
    what: 'no byte',
    plan: ({ petstore }, request) => petstore.raw(request, () => undefined),
    cells: lateEverywhere(TIMED_OUT, UNKNOWN),
  },
  {
    id: 'F-35',
    what: 'a byte now and then',
    plan: drips((status) => `HTTP/1.1 ${status} -\r\n${CORS_HEADER}\r\n[`, ' ', 100),
    cells: lateEverywhere(TIMED_OUT, WITHOUT_ID),
  },
  ...(
    [
      ['no answer for other origins', cors('none'), 3],
      ['errors without a word for other origins', cors('not on errors', 500), 3],
      ['a preflight that allows nothing', cors('preflight refused'), 0],
      ['a preflight that asks for the key', cors('preflight 401'), 0],
    ] as const
  ).map(([what, plan, requests]): Row => ({
    id: 'F-41',
    what,
    plan,
    cells: {
      list: { sees: NO_ANSWER, requests },
      refresh: { sees: NO_ANSWER, requests },
      pet: { sees: NO_ANSWER, requests },
      'sign in': { sees: NO_ANSWER, requests: Math.min(requests, 1) },
      add: { sees: UNKNOWN, requests: Math.min(requests, 1) },
    },
    only: otherOriginOnly,
  })),
  ...(
    [
      ['of 100 kB', 'm'.repeat(100_000), /m{100,600}…/],
      ['that is empty', '', /Staging rejected this request[\s\S]*HTTP 422/],
      ['that is a number', 7, /Staging rejected this request[\s\S]*HTTP 422/],
      ['that is missing', undefined, /Staging rejected this request[\s\S]*HTTP 422/],
    ] as const
  ).map(([what, message, sees]): Row => ({
    id: 'F-48',
    what: `an error message ${what}`,
    plan: answers(422, error(422, message).body),
    cells: { ...gets(sees), add: refused(sees) },
  })),
  {
    id: 'F-48',
    what: 'an error message that quotes the key',
    plan: (world, request) =>
      answers(
        422,
        error(
          422,
          `No such key: ${world.petstore.key} (${encodeURIComponent(world.petstore.key)})`,
          world.petstore.key,
        ).body,
      )(world, request),
    cells: {
      ...gets(/No such key: \[key\] \(\[key\]\)[\s\S]*\[key\] · HTTP 422/),
      add: refused(/No such key: \[key\]/),
    },
  },
]

/** Rows of faults.md that have their proof elsewhere, or that cannot be produced here. */
export const ELSEWHERE_ROWS: readonly { readonly id: string; readonly where: string }[] = [
  { id: 'F-01, F-02', where: 'key-ended.spec.ts' },
  {
    id: 'F-03, F-06, F-12, F-43, F-44, F-51, F-52, F-60, F-72 to F-82',
    where: 'import*.spec.ts, src/importer/*.test.ts',
  },
  {
    id: 'F-09, F-19, F-20, F-25, F-36 to F-40, F-42, F-53, F-58, F-69, F-71',
    where: 'faults/client.spec.ts',
  },
  {
    id: 'F-32',
    where: 'import-resend.spec.ts: a kept-alive connection that breaks makes the browser send again',
  },
  { id: 'F-45 to F-47', where: 'hostile/*.spec.ts' },
  { id: 'F-49, F-50', where: 'storage-blocked.spec.ts' },
  { id: 'F-54', where: 'sign-in.spec.ts' },
  { id: 'F-55 to F-57, F-59, F-61', where: 'configuration.spec.ts' },
  { id: 'F-62 to F-64', where: 'broken-parts.spec.ts' },
  { id: 'F-65 to F-68', where: 'sign-out.spec.ts, import-run.spec.ts, add.spec.ts' },
  { id: 'F-70', where: 'production-build.spec.ts' },
  {
    id: 'F-28 (421)',
    where:
      'not produced: Chromium sends again after a 421 over HTTP/2 alone, and needs a certificate that it trusts for that',
  },
]
