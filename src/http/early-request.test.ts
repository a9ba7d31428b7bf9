import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sendEarly } from './early-request.ts'
import { createRequest } from './request.ts'

const BASE = 'https://api.example.com/v1'
const LIST = `${BASE}/pets?limit=20`

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** Answers each request with how many there were, and keeps what was asked. */
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
const pending = new AbortController().signal

test('the first request of the app for the same takes the answer over, and nothing is sent twice', async () => {
  const asked = serve()
  const request = createRequest(BASE, () => 'k', sendEarly(LIST, 'k'))
  expect(await request('/pets?limit=20', { parse })).toEqual([1])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers.get('Authorization')).toBe('Bearer k')
  expect(await request('/pets?limit=20', { parse })).toEqual([2])
})

test.each([
  ['another address', '/pets?limit=100', 'k'],
  ['another key', '/pets?limit=20', 'k2'],
])('a request for %s does not get it, and neither does any after that', async (_what, path, key) => {
  serve()
  const early = sendEarly(LIST, 'k')
  await early.peek()
  const request = createRequest(BASE, () => key, early)
  expect(await request(path, { parse })).toEqual([2])
  expect(await request('/pets?limit=20', { parse })).toEqual([3])
  expect(early.take(LIST, 'k', pending)).toBeUndefined()
})

test('a POST does not take it', async () => {
  serve()
  server.use(http.post(`${BASE}/pets`, () => HttpResponse.json(['posted'])))
  const request = createRequest(BASE, () => 'k', sendEarly(`${BASE}/pets`, 'k'))
  expect(await request('/pets', { method: 'POST', json: {}, parse })).toEqual(['posted'])
})

test('it is the first of the tries of a GET', async () => {
  let times = 0
  const asked = serve(() => (++times < 3 ? 503 : 200))
  const request = createRequest(BASE, () => 'k', sendEarly(LIST, 'k'))
  expect(await request('/pets?limit=20', { parse })).toEqual([3])
  expect(asked).toHaveLength(3)
})

test('who looks at the answer does not take it away', async () => {
  serve()
  const early = sendEarly(LIST, 'k')
  const copy = await early.peek()
  expect(await copy.json()).toEqual([1])
  const request = createRequest(BASE, () => 'k', early)
  expect(await request('/pets?limit=20', { parse })).toEqual([1])
})

test('giving up the request of the app gives it up', async () => {
  server.use(http.get(`${BASE}/*`, () => new Promise<never>(() => undefined)))
  const early = sendEarly(LIST, 'k')
  const waiting = new AbortController()
  const request = createRequest(BASE, () => 'k', early)
  const answer = request('/pets?limit=20', { parse, signal: waiting.signal })
  waiting.abort(new DOMException('cancelled', 'AbortError'))
  await expect(answer).rejects.toThrow('cancelled')
  await expect(early.peek()).rejects.toThrow('aborted')
})

test('an early request that fails is no error of its own', async () => {
  server.use(http.get(`${BASE}/*`, () => HttpResponse.error()))
  const early = sendEarly(LIST, 'k')
  await expect(early.peek()).rejects.toThrow(TypeError)
  serve()
  const request = createRequest(BASE, () => 'k', early)
  expect(await request('/pets?limit=20', { parse })).toEqual([1])
})
