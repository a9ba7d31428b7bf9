// @vitest-environment node
import { expect, onTestFinished, test } from 'vitest'
import { createPetstoreDb } from './db.ts'
import { DEMO_KEY } from './handlers.ts'
import { type MockApi, startMockApi } from './http-server.ts'

async function startApi(options?: Parameters<typeof startMockApi>[0]): Promise<MockApi> {
  const api = await startMockApi({ db: createPetstoreDb({ pets: [] }), ...options })
  onTestFinished(() => api.close().catch(() => undefined))
  return api
}

const headers = { authorization: `Bearer ${DEMO_KEY}`, origin: 'http://localhost:5173' }
test.each([
  ['200', '/pets', {}, 200, []],
  ['401', '/pets', { authorization: 'Bearer wrong' }, 401, { status: 401 }],
  ['404 for an unknown path', '/store/orders', {}, 404, { status: 404 }],
])('A page of another origin can read a %s', async (_what, path, other, status, body) => {
  const { baseUrl } = await startApi()
  const response = await fetch(`${baseUrl}${path}`, { headers: { ...headers, ...other } })
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-expose-headers': 'Retry-After, Date',
    'cache-control': 'no-store',
    'content-type': 'application/json',
    vary: 'Origin',
  })
  expect(await response.json()).toMatchObject(body)
})

test('A preflight needs no key and allows what the app sends', async () => {
  const { baseUrl, controls } = await startApi()
  controls.set({ nextResponse: '500' })
  const response = await fetch(`${baseUrl}/pets`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
  })
  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '600',
  })
  expect(controls.get().nextResponse).toBe('500')
})
