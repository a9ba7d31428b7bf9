// @vitest-environment jsdom
import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { prefetch } from './prefetched-request.ts'
import { createRequest } from '#src/http/request.ts'
import { requestInit } from '#src/http/request-init.ts'

const BASE = 'https://api.example.com/v1'
const LIST = `${BASE}/pets?limit=20`

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** Responds with the number of the request, and records the requests. */
function serve(status: () => number = () => 200) {
  const asked: Request[] = []
  server.use(
    http.get(`${BASE}/*`, ({ request }) => {
      asked.push(request)
      return HttpResponse.json([asked.length], { status: status() })
    }),
  )
  return asked
}

const parse = (body: unknown) => body

test('The first request for the same URL gets the prefetched response, also after clone(), and nothing is sent twice', async () => {
  const asked = serve()
  const prefetched = prefetch(LIST, 'k', 'reload')
  const copy = await prefetched.clone()
  expect(await copy.json()).toEqual([1])
  const request = createRequest(BASE, () => 'k', prefetched.fetch)
  expect(await request('/pets?limit=20', { parse })).toEqual([1])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers.get('Authorization')).toBe('Bearer k')
  expect(await request('/pets?limit=20', { parse })).toEqual([2])
})

test.each([
  ['another address', '/pets?limit=100', 'k'],
  ['another key', '/pets?limit=20', 'k2'],
])(
  'A request for %s does not get the prefetched response, nor does any request after it',
  async (_what, path, key) => {
    serve()
    const prefetched = prefetch(LIST, 'k', 'reload')
    await prefetched.clone()
    const request = createRequest(BASE, () => key, prefetched.fetch)
    expect(await request(path, { parse })).toEqual([2])
    expect(await request('/pets?limit=20', { parse })).toEqual([3])
  },
)

test.each([
  ['default', 'reload', [2]],
  ['default', 'default', [1]],
  ['reload', 'reload', [1]],
] as const)(
  'A prefetched request with the cache mode %s, asked for with %s, gives its response: %j',
  async (sentWith, askedWith, expected) => {
    serve()
    const init = requestInit('GET', 'k', undefined, new AbortController().signal, askedWith)
    const prefetched = prefetch(LIST, 'k', sentWith)
    await prefetched.clone()
    const response = await prefetched.fetch(LIST, init)
    expect(await response.json()).toEqual(expected)
  },
)

test('A POST does not get the prefetched response', async () => {
  serve()
  server.use(http.post(`${BASE}/pets`, () => HttpResponse.json(['posted'])))
  const request = createRequest(BASE, () => 'k', prefetch(`${BASE}/pets`, 'k', 'reload').fetch)
  expect(await request('/pets', { method: 'POST', json: {}, parse })).toEqual(['posted'])
})

test('The prefetched request is the first attempt of a GET', async () => {
  let times = 0
  const asked = serve(() => (++times < 3 ? 503 : 200))
  const request = createRequest(BASE, () => 'k', prefetch(LIST, 'k', 'reload').fetch)
  expect(await request('/pets?limit=20', { parse })).toEqual([3])
  expect(asked).toHaveLength(3)
})

test("Aborting the app's request aborts the prefetched one", async () => {
  server.use(http.get(`${BASE}/*`, () => new Promise<never>(() => undefined)))
  const prefetched = prefetch(LIST, 'k', 'reload')
  const waiting = new AbortController()
  const request = createRequest(BASE, () => 'k', prefetched.fetch)
  const answer = request('/pets?limit=20', { parse, signal: waiting.signal })
  waiting.abort(new DOMException('cancelled', 'AbortError'))
  await expect(answer).rejects.toThrow('cancelled')
  await expect(prefetched.clone()).rejects.toThrow('aborted')
})

test('A prefetched request that fails is no unhandled rejection', async () => {
  server.use(http.get(`${BASE}/*`, () => HttpResponse.error()))
  const prefetched = prefetch(LIST, 'k', 'reload')
  await expect(prefetched.clone()).rejects.toThrow(TypeError)
  serve()
  const request = createRequest(BASE, () => 'k', prefetched.fetch)
  expect(await request('/pets?limit=20', { parse })).toEqual([1])
})
