// @vitest-environment node
import { getResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { createControls, type NextResponse } from './controls.ts'
import { createPetstoreDb } from './db.ts'
import { createHandlers } from './handlers.ts'

type Init = { method?: string; body?: string | null; headers?: Record<string, string> }

function service() {
  const db = createPetstoreDb({ pets: [] })
  const controls = createControls()
  const handlers = createHandlers({ baseUrl: 'https://api.example.com/v1', db, controls, key: 'sesame' })
  const send = async (path: string, init: Init = {}) => {
    const headers = { authorization: 'Bearer sesame', ...init.headers }
    const request = new Request(`https://api.example.com/v1${path}`, { ...init, headers })
    const response = await getResponse(handlers, request)
    if (response === undefined) throw new Error(`no handler for ${path}`)
    return response
  }
  const post = (body: string) => send('/pets', { method: 'POST', body })
  return { db, controls, send, post }
}

async function statusAndBody(response: Response) {
  return [response.status, await response.json()]
}

const errorWith = (code: string, status: number, message: string | RegExp) => [
  status,
  { code, status, message: expect.stringMatching(message) },
]

test('Every operation rejects another API key', async () => {
  const { send, db } = service()
  const headers = { authorization: 'Bearer sesames' }
  for (const [path, init] of [
    ['/pets', { headers }],
    ['/pets/1', { headers }],
    ['/pets', { headers, method: 'POST', body: '{"name":"Rex","categoryId":1}' }],
  ] as const)
    expect(await statusAndBody(await send(path, init))).toEqual(errorWith('unauthorized', 401, 'API key'))
  expect(db.all()).toEqual([])
})

test.each(['limit=0', 'limit=101', 'limit=1.5', 'limit=', 'status=Sold'])(
  'A list rejects "%s"',
  async (query) => {
    const response = await service().send(`/pets?${query}`)
    expect(await statusAndBody(response)).toEqual(errorWith('invalid_request', 400, /limit|status/))
  },
)

test.each([
  ['invalid JSON', '{', 'JSON'],
  ['no name', '{"categoryId":1}', 'name'],
  ['an empty name', '{"name":"","categoryId":1}', 'name'],
  ['an unknown status', '{"name":"Rex","categoryId":1,"status":"lost"}', 'status'],
])('A POST with %s is rejected with the reason', async (_what, body, message) => {
  const { post, db } = service()
  expect(await statusAndBody(await post(body))).toEqual(errorWith('invalid_request', 400, message))
  expect(db.all()).toEqual([])
})

test('An int64 is exact as category and as ID, in requests and responses, and a missing status is left out', async () => {
  const { send, post, db } = service()
  const added = await post('{"name":"Rex","categoryId":-9223372036854775808}')
  expect(added.status).toBe(201)
  expect(await added.text()).toBe('{"id":1001,"name":"Rex","categoryId":-9223372036854775808}')
  db.clear()
  db.create({ id: '9007199254740993' as Int64, name: 'Tom', status: 'sold' })
  const text = '{"id":9007199254740993,"name":"Tom","categoryId":1,"status":"sold"}'
  expect(await (await send('/pets/9007199254740993')).text()).toBe(text)
  expect(await (await send('/pets')).text()).toBe(`[${text}]`)
})

test.each([
  ['9007199254740992', 404, 'not_found', '40992'],
  ['9223372036854775808', 400, 'invalid_request', 'petId'],
])('Getting pet %s, which does not exist, is a %i', async (petId, status, code, message) => {
  const { send, db } = service()
  db.create({ id: '9007199254740993' as Int64 })
  expect(await statusAndBody(await send(`/pets/${petId}`))).toEqual(errorWith(code, status, message))
})

test('After the removal, getting one pet returns 410, and the list still works', async () => {
  const { send, db, controls } = service()
  const { id } = db.create()
  controls.set({ afterRemoval: true })
  expect(await statusAndBody(await send(`/pets/${id}`))).toEqual(errorWith('gone', 410, '5 December 2030'))
  expect((await send('/pets')).status).toBe(200)
})

test.each([
  ['401', 401, 'application/json', 0],
  ['400', 400, 'application/json', 0],
  ['500', 500, 'application/json', 0],
  ['not-json', 200, 'text/html', 1],
  // A status of 0 means that the connection is broken.
  ['lost-before', 0, null, 0],
  ['lost-after', 0, null, 1],
] satisfies [NextResponse, number, string | null, number][])(
  'With %s, the next POST has status %i, and the one after it is normal',
  async (nextResponse, status, type, added) => {
    const { post, db, controls } = service()
    controls.set({ nextResponse })

    const response = await post('{"name":"Rex","categoryId":1}')

    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe(type)
    expect(db.all()).toHaveLength(added)
    expect((await post('{"name":"Rex","categoryId":1}')).status).toBe(201)
  },
)
