// @vitest-environment jsdom
import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError, InvalidResponseError, NoResponseError } from './errors.ts'
import { type AttemptObserver, createRequest, type RequestOptions } from './request.ts'

const BASE = 'https://api.example.com/v1'
const asIs = (body: unknown) => body

const json = (status: number, body: unknown) => () => HttpResponse.json(body as object, { status })
const text = (status: number, body: string) => () =>
  new HttpResponse(body, { status, headers: { 'Content-Type': 'text/html' } })

function parseList(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new TypeError(`no list, but ${String(body)}`)
  return body as unknown[]
}

/** Returns a body within which the connection breaks. */
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

describe('requests and responses', () => {
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
    expect(asked.map(({ request: { method, url }, text: body }) => `${method} ${url} ${body}`)).toEqual([
      'GET https://api.example.com/v1/pets?limit=20&status=sold ',
    ])
    const { headers } = asked[0]?.request ?? {}
    expect(headers?.get('Authorization')).toBe('Bearer sesame')
    expect(headers?.get('Accept')).toBe('application/json')
    // The header would need a preflight that the service may not allow.
    expect(headers?.has('Content-Type')).toBe(false)
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

  test('a request carries no cookies, follows no redirect, does not tell which page is open, and bypasses the cache', async () => {
    serve(() => HttpResponse.json([]))
    const spy = vi.spyOn(globalThis, 'fetch')
    await once()
    await post()
    // Cookies and redirects could each carry the key elsewhere.
    const init = { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' }
    expect(spy.mock.calls).toMatchObject([
      [expect.anything(), { ...init, cache: 'reload' }],
      [expect.anything(), init],
    ])
  })

  test('a POST sends its body as JSON, with all digits of its IDs', async () => {
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

  test('a redirect, whose status browsers hide, is an error', async () => {
    const response = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    })
    const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
    for (const send of [() => request('/pets', { parse: asIs }), post])
      expect(await errorOf(send())).toMatchObject({ name: 'NoResponseError', reason: 'redirected' })
    expect(spy).toHaveBeenCalledTimes(2)
  })

  const SAID = { code: 'bad', message: 'The name is empty.' }

  test.each([
    ['400 with an Error body', json(400, { ...SAID, status: 400 }), 400, SAID],
    ['an Error body that speaks of another status', json(403, { ...SAID, status: 500 }), 403, SAID],
    ['400 with an Error body without code', json(400, { message: 'No.' }), 400, undefined],
    ['400 with a message that is no text', json(400, { code: 'bad', message: {} }), 400, undefined],
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
    ['204', 'not-json', () => new HttpResponse(null, { status: 204 })],
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

  test('the error of a response that is not JSON has its content type, and not its text', async () => {
    serve(text(200, '<html>'))
    const message =
      'GET https://api.example.com/v1/pets?limit=20: response not-json (6 characters, HTTP 200, text/html)'
    expect(await errorOf(once())).toMatchObject({ message })
  })

  test('a broken connection is told with its cause', async () => {
    serve(() => HttpResponse.error())
    expect(await errorOf(once())).toMatchObject({
      reason: 'unreachable',
      cause: expect.any(TypeError) as Error,
    })
  })

  test.each([
    // The status proves that the service acted.
    [201, { name: 'InvalidResponseError', reason: 'truncated' }],
    [400, { name: 'HttpError', status: 400, body: undefined }],
  ])('a connection that breaks within a body keeps the status %i', async (status, error) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(new Response(brokenOff(), { status })),
    )
    for (const send of [once, post]) expect(await errorOf(send())).toMatchObject(error)
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

  test.each(['a+b/c=&d%', '$&'])("the key %j is removed from the service's own words", async (key) => {
    const message = `The key ${key} (${encodeURIComponent(key)}) is unknown.`
    serve(json(400, { code: `no ${key}`, message }))
    const error = await errorOf(createRequest(BASE, () => key)('/pets', { parse: asIs }))
    expect(error).toMatchObject({ body: { code: 'no [key]', message: 'The key [key] ([key]) is unknown.' } })
  })

  test('a text instead of a list does not bring the key into the error', async () => {
    serve(json(200, 'your key is sesame'))
    const error = await errorOf(request('/pets', { parse: parseList }))
    expect(String(error)).toContain('[key]')
    expect(String(error)).not.toContain('sesame')
  })

  test.each([
    ['0', 0],
    ['7', 7],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
    ['Sat, 21 Nov 2026 10:00:07 GMT', 7],
    ['Sat, 21 Nov 2026 09:59:00 GMT', 0],
    ['Sat, 21 Nov 2026 10:00:07', undefined],
    ['soon, Sat, 21 Nov 2026 10:00:07 GMT', undefined],
    ['Sat, 21 Nov 2026 10:00:07 GMT (soon)', undefined],
  ])(
    'the header Retry-After: %j is read as %j seconds, by the clock of the service',
    async (value, seconds) => {
      const headers = { 'Retry-After': value, Date: 'Sat, 21 Nov 2026 10:00:00 GMT' }
      for (const status of [429, 503]) {
        serve(() => new HttpResponse(null, { status, headers }))
        expect(await errorOf(once())).toMatchObject({ status, retryAfter: seconds })
      }
    },
  )

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

/**
 * Rounds a time down to 100 ms, because it is known only a task later whether the policy of the
 * site blocked a request.
 */
const rounded = (at: number) => Math.floor(at / 100) * 100

/** Sends a request to a service that gives these responses in turn, then always the last one. */
function sendTo(given: [Answer, ...Answer[]], options: Partial<RequestOptions<unknown>> = {}) {
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

describe('timeouts and retries', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['the connection breaks', breaks, NoResponseError],
    ['the service answers 500', answers(500), HttpError],
    ['the body breaks off', () => new Response(brokenOff()), InvalidResponseError],
  ])('a GET is sent three times in all when %s, with growing delays', async (_what, answer, error) => {
    const { sentAt, outcome } = sendTo([answer])
    await after(60_000)
    expect(sentAt.map(rounded)).toEqual([0, 500, 1500])
    expect(outcome()).toMatchObject({ error: expect.any(error) as Error })
  })

  test('an answer to the third attempt is the answer', async () => {
    const { sentAt, outcome } = sendTo([answers(503), breaks, answers(200, '[1]')])
    await after(60_000)
    expect(sentAt.map(rounded)).toEqual([0, 500, 1500])
    expect(outcome()).toMatchObject({ value: [1] })
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    [400, answers(400)],
    [408, answers(408)],
    [429, answers(429)],
    [501, answers(501)],
    [200, answers(200, '<html>')],
  ])('a GET is sent once when the service would respond the same: HTTP %i', async (_status, answer) => {
    const { sentAt, outcome } = sendTo([answer])
    await after(60_000)
    expect(sentAt).toEqual([0])
    expect(outcome()).toMatchObject({ error: expect.any(Error) as Error, at: 0 })
  })

  test.each([
    ['the connection breaks', breaks],
    ['the service answers 500', answers(500)],
    ['the answer cannot be read', answers(201, '')],
    ['no answer comes', hangs],
    ['the answer never ends', neverEnds],
  ])('a POST is sent only once when %s', async (_what, answer) => {
    const { sentAt, outcome } = sendTo([answer], { ...POST, attempts: 3 })
    await after(600_000)
    expect(sentAt).toEqual([0])
    expect(outcome()?.error).toBeInstanceOf(Error)
  })

  test.each([
    { method: 'a GET', options: {}, seconds: 10 },
    { method: 'a POST', options: POST, seconds: 30 },
  ])(
    '$method to which no answer comes times out after $seconds s, and is not sent again',
    async ({ options, seconds }) => {
      const { sentAt, outcome } = sendTo([hangs], options)
      await after(seconds * 1000 - 1)
      expect(outcome()).toBeUndefined()
      await after(1)
      expect(outcome()).toMatchObject({ error: { reason: 'too-late', seconds }, at: seconds * 1000 })
      expect(vi.getTimerCount()).toBe(0)
      await after(60_000)
      expect(sentAt).toEqual([0])
    },
  )

  test('a GET whose answer never ends times out after 10 s, and is not sent again', async () => {
    const { sentAt, outcome } = sendTo([neverEnds])
    await after(9999)
    expect(outcome()).toBeUndefined()
    await after(1)
    expect(outcome()).toMatchObject({ error: { reason: 'too-late', seconds: 10 }, at: 10_000 })
    expect(vi.getTimerCount()).toBe(0)
    await after(60_000)
    expect(sentAt).toEqual([0])
  })

  // The service acted, so the response is not missing, but invalid.
  test('a POST whose 2xx never ends is an invalid response after 30 s', async () => {
    const { outcome } = sendTo([neverEnds], POST)
    await after(29_999)
    expect(outcome()).toBeUndefined()
    await after(1)
    const error = { name: 'InvalidResponseError', reason: 'truncated' }
    expect(outcome()).toMatchObject({ error, at: 30_000 })
    expect(vi.getTimerCount()).toBe(0)
  })

  describe('a caller that aborts', () => {
    const REASON = new DOMException('The page was left.', 'AbortError')

    test.each([
      ['while no answer comes', [hangs]],
      ['while the answer comes in', [neverEnds]],
      ['during the pause before the second try', [breaks, answers(200)]],
    ] as [string, [Answer, ...Answer[]]][])('gets its own reason back at once, %s', async (_when, given) => {
      const caller = new AbortController()
      const { sentAt, outcome } = sendTo(given, { signal: caller.signal })
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
      const { outcome } = sendTo([beginsWith(status)], { ...POST, signal: caller.signal })
      await after(200)
      caller.abort(REASON)
      await after(0)
      expect(outcome()?.error).toBeInstanceOf(kind)
    })
  })
})
