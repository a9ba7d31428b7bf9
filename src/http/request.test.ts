// @vitest-environment jsdom
import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError, NetworkError, RedirectError, TimeoutError, InvalidResponseError } from './errors.ts'
import * as v from 'valibot'
import { type AttemptObserver, createRequest, type RequestOptions } from './request.ts'

const BASE = 'https://api.example.com/v1'
const asIs = (body: unknown) => body

const json = (status: number, body: unknown) => () => HttpResponse.json(body as object, { status })
const text = (status: number, body: string) => () =>
  new HttpResponse(body, { status, headers: { 'Content-Type': 'text/html' } })

function parseList(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new TypeError(`no list, but ${typeof body}`)
  return body as unknown[]
}

/** The connection breaks within the body. */
function brokenOff(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"id":'))
    },
    pull(controller) {
      controller.error(new TypeError('terminated'))
    },
  })
}

function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('nothing was thrown')
    },
    (error: unknown) => error,
  )
}

describe('on the wire', () => {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  /** Responds to every request with `answer`, and records the requests. */
  function serve(answer: () => Response, base = BASE) {
    const asked: { request: Request; text: string }[] = []
    server.use(
      http.all(`${base}/*`, async ({ request }) => {
        asked.push({ request, text: await request.clone().text() })
        return answer()
      }),
    )
    return asked
  }

  const request = createRequest(BASE, () => 'sesame')
  const once = (options?: Partial<RequestOptions<unknown>>) =>
    request('/pets?limit=20', { parse: asIs, attempts: 1, ...options })
  const post = (body: unknown = {}) => request('/pets', { method: 'POST', json: body, parse: asIs })

  test('a GET sends the key and accepts JSON, and nothing else', async () => {
    const asked = serve(() => HttpResponse.json([]))
    await request('/pets?limit=20&status=sold', { parse: asIs })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.request.method).toBe('GET')
    expect(asked[0]?.request.url).toBe('https://api.example.com/v1/pets?limit=20&status=sold')
    const { headers } = asked[0]?.request ?? {}
    expect(headers?.get('Authorization')).toBe('Bearer sesame')
    expect(headers?.get('Accept')).toBe('application/json')
    // A content type would need a preflight that the service may not allow.
    expect(headers?.has('Content-Type')).toBe(false)
    expect(headers?.has('Cookie')).toBe(false)
    expect(asked[0]?.text).toBe('')
  })

  test('an observer is told of each attempt and how it ended', async () => {
    const seen: unknown[] = []
    const observer: AttemptObserver = (sent) => {
      seen.push(sent)
      return (ended) => void seen.push(ended)
    }
    serve(json(201, { id: 1 }))
    await request('/pets', { method: 'POST', json: { name: 'Rex' }, parse: asIs, observer })
    expect(seen).toEqual([{ body: '{"name":"Rex"}', key: 'sesame', startedAt: undefined }, { status: 201 }])
    seen.length = 0
    serve(json(403, { code: 'no', message: 'No.', status: 403 }))
    const error = await errorOf(once({ observer }))
    expect(seen).toEqual([
      { body: undefined, key: 'sesame', startedAt: undefined },
      { status: 403, error },
    ])
  })

  test.each([
    ['takes no cookies along', 'credentials', 'omit'],
    ['follows no redirect, which could carry the key elsewhere', 'redirect', 'manual'],
    ['does not tell the service which page is open', 'referrerPolicy', 'no-referrer'],
  ] as const)('a request %s', async (_what, option, value) => {
    serve(() => HttpResponse.json([]))
    const spy = vi.spyOn(globalThis, 'fetch')
    await once()
    await post()
    expect(spy.mock.calls.map(([, init]) => init?.[option])).toEqual([value, value])
  })

  test('only a request that says so may be answered from a cache', async () => {
    serve(() => HttpResponse.json([]))
    const spy = vi.spyOn(globalThis, 'fetch')
    await once()
    await once({ cache: 'default' })
    expect(spy.mock.calls.map(([, init]) => init?.cache)).toEqual(['reload', 'default'])
  })

  test('a POST sends its body as JSON, ids with all their digits', async () => {
    const asked = serve(() => HttpResponse.json({}, { status: 201 }))
    await post({
      name: 'Rex "the dog" é 🐕',
      categoryId: 2n ** 53n + 1n,
      other: -(2n ** 63n),
      status: undefined,
    })
    expect(asked[0]?.request.method).toBe('POST')
    expect(asked[0]?.request.headers.get('Content-Type')).toBe('application/json')
    expect(asked[0]?.request.headers.get('Authorization')).toBe('Bearer sesame')
    expect(asked[0]?.text).toBe(
      '{"name":"Rex \\"the dog\\" é 🐕","categoryId":9007199254740993,"other":-9223372036854775808}',
    )
  })

  test.each(
    [301, 302, 303, 307, 308].flatMap((status) => [
      ['a GET', status, () => request('/pets', { parse: asIs })] as const,
      ['a POST', status, () => post()] as const,
    ]),
  )('%s is not sent elsewhere by a %i, nor asked again', async (_what, status, send) => {
    const asked = serve(
      () =>
        new HttpResponse(null, { status, headers: { Location: 'https://elsewhere.example.com/v1/pets' } }),
    )
    const elsewhere = serve(() => HttpResponse.json([]), 'https://elsewhere.example.com/v1')
    expect(await errorOf(send())).toBeInstanceOf(RedirectError)
    expect([asked.length, elsewhere.length]).toEqual([1, 0])
  })

  test('a redirect is not followed in a browser, which hides its status', async () => {
    const response = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
    expect(await errorOf(once())).toBeInstanceOf(RedirectError)
  })

  const SAID = { code: 'bad', message: 'The name is empty.' }

  test.each([
    ['400 with an Error body', json(400, { ...SAID, status: 400 }), 400, SAID],
    ['400 with an Error body and more in it', json(400, { ...SAID, extra: 1, status: 400 }), 400, SAID],
    ['500 with an Error body that has no status', json(500, SAID), 500, SAID],
    ['an Error body that speaks of another status', json(403, { ...SAID, status: 500 }), 403, SAID],
    ['400 with an Error body without code', json(400, { message: 'No.' }), 400, undefined],
    ['400 with a message that is no text', json(400, { code: 'bad', message: {} }), 400, undefined],
    ['404 with an empty body', text(404, ''), 404, undefined],
    ['502 with HTML', text(502, '<!doctype html><h1>Bad gateway</h1>'), 502, undefined],
    ['304 with nothing', () => new HttpResponse(null, { status: 304 }), 304, undefined],
  ])('a response of %s is an HttpError with its status', async (_what, answer, status, body) => {
    serve(answer)
    for (const send of [once, () => post()]) {
      const error = await errorOf(send())
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({ status, body })
    }
  })

  test.each([
    ['HTML', 'not-json', text(200, '<!doctype html><title>Petstore Admin</title>')],
    ['JSON that was cut off', 'not-json', text(200, '[{"id":1')],
    ['an empty body', 'not-json', text(200, '')],
    ['an empty body with 201', 'not-json', text(201, '')],
    ['204', 'not-json', () => new HttpResponse(null, { status: 204 })],
    ['another shape', 'wrong-shape', json(200, { pets: [] })],
    ['null', 'wrong-shape', json(200, null)],
  ] as const)('a success with %s is an invalid response (%s)', async (_what, reason, answer) => {
    serve(answer)
    const errors = [
      await errorOf(request('/pets', { parse: parseList })),
      await errorOf(request('/pets', { parse: parseList, method: 'POST', json: {} })),
    ]
    for (const error of errors) {
      expect(error).toBeInstanceOf(InvalidResponseError)
      expect(error).toMatchObject({ reason })
    }
  })

  test('a letter that arrives in two parts is one letter', async () => {
    const bytes = new TextEncoder().encode('["é"]')
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body))
    expect(await once()).toEqual(['é'])
  })

  test.each([
    ['text/html', /: response not-json \(6 characters, HTTP 200, text\/html\)$/],
    ['', /: response not-json \(6 characters, HTTP 200, no content type\)$/],
  ])('the error of a response that is not JSON has its content type: %j', async (type, message) => {
    const headers = new Headers(type === '' ? {} : { 'Content-Type': type })
    const bytes = new TextEncoder().encode('<html>')
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(bytes, { headers }))
    expect(await errorOf(once())).toMatchObject({ message: expect.stringMatching(message) as string })
  })

  test('a broken connection is a NetworkError with its cause', async () => {
    serve(() => HttpResponse.error())
    const error = await errorOf(once())
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({
      request: `GET ${BASE}/pets?limit=20`,
      cause: expect.any(TypeError) as Error,
    })
  })

  test('a connection that breaks within a 2xx body is an invalid response: the service acted', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(new Response(brokenOff(), { status: 201 })),
    )
    for (const send of [once, post]) {
      const error = await errorOf(send())
      expect(error).toBeInstanceOf(InvalidResponseError)
      expect(error).toMatchObject({ reason: 'truncated' })
    }
  })

  test('a connection that breaks within an error body keeps the status', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(new Response(brokenOff(), { status: 400 })),
    )
    for (const send of [once, post]) {
      expect(await errorOf(send())).toMatchObject({ name: 'HttpError', status: 400, body: undefined })
    }
  })

  test.each([
    ['20 MB is read', 20 * 2 ** 20, []],
    [
      'a byte more is not',
      20 * 2 ** 20 + 1,
      expect.objectContaining({ name: 'InvalidResponseError', reason: 'too-large' }),
    ],
  ])('a body of %s', async (_what, bytes, outcome) => {
    let sent = 0
    const chunk = new Uint8Array(2 ** 16).fill(0x20)
    const body = () =>
      new ReadableStream({
        pull(controller) {
          const left = bytes - 2 - sent
          if (left > 0) controller.enqueue(chunk.subarray(0, left))
          else controller.enqueue(new TextEncoder().encode('[]'))
          if (left <= 0) controller.close()
          sent += Math.min(chunk.length, Math.max(left, 0))
        },
      })
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(body())))
    expect(await once().catch((error: unknown) => error)).toEqual(outcome)
  })

  test.each(['sesame', 'a+b/c=&d%', '$&', '$1'])(
    'the key %j is taken out of what the service says, also as it stands in an address',
    async (key) => {
      const message = `The key ${key} (${encodeURIComponent(key)}) is unknown.`
      serve(json(400, { code: `no ${key}`, message }))
      const error = await errorOf(createRequest(BASE, () => key)('/pets', { parse: asIs }))
      expect(error).toMatchObject({
        body: { code: 'no [key]', message: 'The key [key] ([key]) is unknown.' },
      })
    },
  )

  test('a text instead of a list does not bring the key into the error', async () => {
    serve(json(200, 'your key is sesame'))
    const error = await errorOf(request('/pets', { parse: (body) => v.parse(v.array(v.unknown()), body) }))
    expect(String(error)).toContain('[key]')
    expect(String(error)).not.toContain('sesame')
  })

  test.each([
    ['0', 0],
    ['7', 7],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['7, 8', undefined],
    [undefined, undefined],
  ])('Retry-After: %j is read as %j seconds', async (value, seconds) => {
    serve(
      () =>
        new HttpResponse(null, { status: 429, headers: value === undefined ? {} : { 'Retry-After': value } }),
    )
    expect(await errorOf(once())).toMatchObject({ status: 429, retryAfter: seconds })
  })

  test.each([
    ['Sat, 21 Nov 2026 10:00:07 GMT', 7],
    ['Sat, 21 Nov 2026 10:05:00 GMT', 300],
    ['Sat, 21 Nov 2026 09:59:00 GMT', 0],
    ['Sat, 21 Nov 2026 10:00:07', undefined],
    ['soon, Sat, 21 Nov 2026 10:00:07 GMT', undefined],
    ['Sat, 21 Nov 2026 10:00:07 GMT (soon)', undefined],
  ])('Retry-After: %s is relative to the clock of the service', async (value, seconds) => {
    const headers = { 'Retry-After': value, Date: 'Sat, 21 Nov 2026 10:00:00 GMT' }
    for (const status of [429, 503]) {
      serve(() => new HttpResponse(null, { status, headers }))
      expect(await errorOf(once())).toMatchObject({ status, retryAfter: seconds })
    }
  })

  test.each([
    ['a refusal', json(401, { ...SAID, status: 401 })],
    ['a broken connection', () => HttpResponse.error()],
    ['HTML', text(200, '<html>')],
    ['another shape', json(200, 1)],
  ])('the error of %s names the request and never contains the key', async (_what, answer) => {
    serve(answer)
    const error = (await errorOf(once({ parse: parseList }))) as Error
    expect(error.message).toMatch(/^GET https:\/\/api\.example\.com\/v1\/pets\?limit=20: /)
    const everything = [error, error.cause].map((part) =>
      part instanceof Error
        ? [part.message, part.stack, ...Object.values(part)].map(String).join('\n')
        : String(part),
    )
    expect(everything.join('\n')).not.toContain('sesame')
  })
})

type Answer = (signal: AbortSignal | undefined) => Response | Promise<Response>

const whenAborted = (signal: AbortSignal | undefined, then: (reason: unknown) => void) => {
  if (signal?.aborted) then(signal.reason)
  else signal?.addEventListener('abort', () => then(signal.reason))
}
const answers =
  (status: number, body = '[]'): Answer =>
  () =>
    new Response(body, { status })
const breaks: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const hangs: Answer = (signal) =>
  new Promise((_resolve, reject) => {
    whenAborted(signal, reject)
  })
const beginsWith =
  (status: number): Answer =>
  (signal) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('['))
          whenAborted(signal, (reason) => controller.error(reason))
        },
      }),
      { status },
    )
const neverEnds = beginsWith(200)
const POST = { method: 'POST', json: {} } as const
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** Whether the policy of the site blocked a request is known a task later. */
const rounded = (at: number) => Math.floor(at / 100) * 100

describe('timeouts and retries', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** A request to a service that gives these responses in turn, then always the last one. */
  function send(given: [Answer, ...Answer[]], options: Partial<RequestOptions<unknown>> = {}) {
    const start = Date.now()
    const sentAt: number[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
      const signal = init?.signal ?? undefined
      const answer = given[Math.min(sentAt.length, given.length - 1)] as Answer
      signal?.throwIfAborted()
      sentAt.push(Date.now() - start)
      return answer(signal)
    })
    let outcome: { value?: unknown; error?: unknown; at: number } | undefined
    createRequest(BASE, () => 'sesame')('/pets', { parse: asIs, ...options }).then(
      (value) => (outcome = { value, at: Date.now() - start }),
      (error: unknown) => (outcome = { error, at: Date.now() - start }),
    )
    return { sentAt, outcome: () => outcome }
  }

  test.each([
    ['the connection breaks', breaks, NetworkError],
    ['the service answers 500', answers(500), HttpError],
    ['the service answers 502 with HTML', answers(502, '<html>'), HttpError],
    ['the body breaks off', () => new Response(brokenOff()), InvalidResponseError],
  ])('a GET is sent three times in all when %s, with growing delays', async (_what, answer, error) => {
    const { sentAt, outcome } = send([answer])
    await after(60_000)
    expect(sentAt.map(rounded)).toEqual([0, 500, 1500])
    expect(outcome()).toMatchObject({ error: expect.any(error) as Error })
  })

  test.each([
    ['a second', [breaks, answers(200, '[1]')], [0, 500]],
    ['a third', [answers(503), breaks, answers(200, '[1]')], [0, 500, 1500]],
  ] as [string, [Answer, ...Answer[]], number[]][])(
    'an answer to %s try is the answer',
    async (_what, given, times) => {
      const { sentAt, outcome } = send(given)
      await after(60_000)
      expect(sentAt.map(rounded)).toEqual(times)
      expect(outcome()).toMatchObject({ value: [1] })
    },
  )

  test.each([400, 404, 408, 429, 501])(
    'HTTP %i to a GET is a word, not a fault: it is tried once',
    async (status) => {
      const { sentAt, outcome } = send([answers(status)])
      await after(60_000)
      expect(sentAt).toEqual([0])
      expect(outcome()).toMatchObject({ error: { status }, at: 0 })
    },
  )

  test.each([
    ['HTML', answers(200, '<html>')],
    ['nothing', answers(200, '')],
  ])('a 200 with %s is not retried: the service would respond the same', async (_what, answer) => {
    const { sentAt, outcome } = send([answer])
    await after(60_000)
    expect(sentAt).toEqual([0])
    expect(outcome()?.error).toBeInstanceOf(InvalidResponseError)
  })

  test.each([
    ['the connection breaks', breaks],
    ['the service answers 500', answers(500)],
    ['the answer cannot be read', answers(201, '')],
    ['no answer comes', hangs],
    ['the answer never ends', neverEnds],
  ])('a POST is sent only once when %s', async (_what, answer) => {
    for (const attempts of [{}, { attempts: 3 }]) {
      const { sentAt, outcome } = send([answer], { ...POST, ...attempts })
      await after(600_000)
      expect(sentAt).toEqual([0])
      expect(outcome()?.error).toBeInstanceOf(Error)
    }
  })

  test.each([
    ['a GET', 'no answer comes', {}, hangs, 10],
    ['a GET', 'the answer never ends', {}, neverEnds, 10],
    ['a POST', 'no answer comes', POST, hangs, 30],
  ])('%s times out when %s (case %#)', async (_what, _when, options, answer, seconds) => {
    const { sentAt, outcome } = send([answer], options)
    await after(seconds * 1000 - 1)
    expect(outcome()).toBeUndefined()
    await after(1)
    expect(outcome()).toEqual({ error: expect.any(TimeoutError) as Error, at: seconds * 1000 })
    expect(outcome()?.error).toMatchObject({ seconds })
    await after(60_000)
    expect(sentAt).toEqual([0])
  })

  test('a POST whose 2xx body never ends times out as an invalid response: the service acted', async () => {
    const { sentAt, outcome } = send([neverEnds], POST)
    await after(29_999)
    expect(outcome()).toBeUndefined()
    await after(1)
    expect(outcome()).toMatchObject({
      error: { name: 'InvalidResponseError', reason: 'truncated' },
      at: 30_000,
    })
    expect(sentAt).toEqual([0])
  })

  test.each([
    ['is refused', [answers(404)], 2000],
    ['breaks and is then answered', [breaks, answers(200)], 2000],
    ['breaks each time', [breaks], 2000],
    ['takes too long', [hangs], 10_000],
  ] as [string, [Answer, ...Answer[]], number][])(
    'a request that %s leaves nothing behind, neither a timer nor an ear on the signal of the caller',
    async (_what, given, milliseconds) => {
      const { signal } = new AbortController()
      const added = vi.spyOn(signal, 'addEventListener')
      const removed = vi.spyOn(signal, 'removeEventListener')
      const { outcome } = send(given, { signal })
      await after(milliseconds)
      expect(outcome()).toBeDefined()
      expect(vi.getTimerCount()).toBe(0)
      const listeners = added.mock.calls.map(([, listener]) => listener)
      expect(listeners.length).toBeGreaterThan(0)
      expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(expect.arrayContaining(listeners))
    },
  )

  describe('a caller that aborts', () => {
    const REASON = new DOMException('The page was left.', 'AbortError')

    test.each([
      ['while no answer comes', [hangs]],
      ['while the answer comes in', [neverEnds]],
      ['during the pause before the second try', [breaks, answers(200)]],
      ['during the pause after a 5xx', [answers(503), answers(200)]],
    ] as [string, [Answer, ...Answer[]]][])('gets its own reason back at once, %s', async (_when, given) => {
      const caller = new AbortController()
      const { sentAt, outcome } = send(given, { signal: caller.signal })
      await after(200)
      expect(outcome()).toBeUndefined()
      caller.abort(REASON)
      await after(0)
      expect(outcome()?.error).toBe(REASON)
      await after(60_000)
      expect(sentAt.length).toBe(1)
      expect(vi.getTimerCount()).toBe(0)
    })

    test.each([
      [201, InvalidResponseError],
      [400, HttpError],
    ])('after the headers of a POST does not undo its status %s', async (status, kind) => {
      const caller = new AbortController()
      const { outcome } = send([beginsWith(status)], { ...POST, signal: caller.signal })
      await after(200)
      caller.abort(REASON)
      await after(0)
      expect(outcome()?.error).toBeInstanceOf(kind)
    })
  })
})
