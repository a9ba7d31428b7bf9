// @vitest-environment node
import { getResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { createControls, type NextResponse } from './controls.ts'
import { createPetstoreDb } from './db.ts'
import { createHandlers } from './handlers.ts'

type Init = { method?: string; body?: string | null; headers?: Record<string, string> }

function service({ baseUrl = 'https://api.example.com/v1' } = {}) {
  const db = createPetstoreDb({ pets: [] })
  const controls = createControls()
  const handlers = createHandlers({ baseUrl, db, controls, key: 'sesame' })
  const ask = async (path: string, init: Init = {}) => {
    const headers = { authorization: 'Bearer sesame', ...init.headers }
    const request = new Request(`https://api.example.com/v1${path}`, { ...init, headers })
    const response = await getResponse(handlers, request)
    if (response === undefined) throw new Error(`nothing answers ${path}`)
    return response
  }
  const post = (body: string) => ask('/pets', { method: 'POST', body })
  return { db, controls, ask, post }
}

async function statusAndBody(response: Response) {
  return [response.status, await response.json()]
}

const refused = (code: string, status: number, message: string | RegExp) => [
  status,
  { code, status, message: expect.stringMatching(message) },
]

test.each([
  ['none', {}],
  ['another', { authorization: 'Bearer Sesame' }],
  ['a longer one', { authorization: 'Bearer sesames' }],
  ['the key alone', { authorization: 'sesame' }],
  ['another scheme', { authorization: 'Basic sesame' }],
])('every operation refuses a key that is not its own: %s', async (_what, headers) => {
  const { ask, db } = service()
  const all = { authorization: '', ...headers }
  for (const [path, method, body] of [
    ['/pets', 'GET', null],
    ['/pets/1', 'GET', null],
    ['/pets', 'POST', '{"name":"Rex","categoryId":1}'],
  ] as const) {
    const response = await ask(path, { method, body, headers: all })
    expect(await statusAndBody(response)).toEqual(refused('unauthorized', 401, 'API key'))
  }
  expect(db.all()).toEqual([])
})

test.each([
  ['', 20],
  ['?limit=1', 1],
  ['?limit=100', 100],
  ['?limit=21&status=available', 21],
  ['?status=sold', 0],
])('a list with "%s" has %i pets', async (query, count) => {
  const { ask, db } = service()
  for (let made = 0; made < 101; made++) db.create({ status: 'available' })
  const response = await ask(`/pets${query}`)
  expect(response.status).toBe(200)
  expect(await response.json()).toHaveLength(count)
})

test.each(['0', '101', '-1', '1.5', '1e1', '', 'ten', '%2B5', '99999999999999999999'])(
  'a list refuses the limit "%s"',
  async (limit) => {
    const { ask } = service()
    expect(await statusAndBody(await ask(`/pets?limit=${limit}`))).toEqual(
      refused('invalid_request', 400, /limit .* 1 to 100/),
    )
  },
)

test.each(['', 'Sold', 'lost'])('a list refuses the status "%s"', async (status) => {
  const { ask } = service()
  expect(await statusAndBody(await ask(`/pets?status=${status}`))).toEqual(
    refused('invalid_request', 400, 'status'),
  )
})

test.each([
  ['no JSON', '{', 'JSON'],
  ['nothing', '', 'JSON'],
  ['a list', '[]', 'object'],
  ['null', 'null', 'object'],
  ['no name', '{"categoryId":1}', 'name'],
  ['an empty name', '{"name":"","categoryId":1}', 'name'],
  ['a name that is a number', '{"name":7,"categoryId":1}', 'name'],
  ['no category', '{"name":"Rex"}', 'categoryId must be a 64-bit integer'],
  ['a category that is a text', '{"name":"Rex","categoryId":"1"}', 'categoryId'],
  ['a category with a fraction', '{"name":"Rex","categoryId":1.5}', 'categoryId'],
  ['a category of 2^63', '{"name":"Rex","categoryId":9223372036854775808}', 'categoryId'],
  ['a category of -2^63 - 1', '{"name":"Rex","categoryId":-9223372036854775809}', 'categoryId'],
  ['a category of null', '{"name":"Rex","categoryId":null}', 'categoryId'],
  ['an unknown status', '{"name":"Rex","categoryId":1,"status":"lost"}', 'status'],
  ['a status of null', '{"name":"Rex","categoryId":1,"status":null}', 'status'],
])('adding refuses %s, and says what is wrong', async (_what, body, message) => {
  const { post, db } = service()
  expect(await statusAndBody(await post(body))).toEqual(refused('invalid_request', 400, message))
  expect(db.all()).toEqual([])
})

test('adding answers 201 with the pet and its new id, and the list has it', async () => {
  const { ask, post } = service()
  const response = await post('{"name":"猫 🐈","categoryId":2,"status":"pending","extra":true}')
  expect(response.headers.get('content-type')).toBe('application/json')
  const pet = { id: 1001, name: '猫 🐈', categoryId: 2, status: 'pending' }
  expect(await statusAndBody(response)).toEqual([201, pet])
  expect(await statusAndBody(await ask('/pets'))).toEqual([200, [pet]])
})

test('a status that is not set is left out', async () => {
  const { ask, post } = service()
  const text = '{"id":1001,"name":"Rex","categoryId":1}'
  expect(await (await post('{"name":"Rex","categoryId":1}')).text()).toBe(text)
  expect(await (await ask('/pets')).text()).toBe(`[${text}]`)
})

test.each([
  ['0', '0'],
  ['-1', '-1'],
  ['2^53 - 1', '9007199254740991'],
  ['2^53', '9007199254740992'],
  ['2^53 + 1', '9007199254740993'],
  ['2^63 - 1', '9223372036854775807'],
  ['-2^63', '-9223372036854775808'],
])('the int64 %s is exact as category and as id, in and out', async (_what, digits) => {
  const { ask, post, db } = service()
  const added = await post(`{"name":"Rex","categoryId":${digits}}`)
  expect(await added.text()).toBe(`{"id":1001,"name":"Rex","categoryId":${digits}}`)

  db.clear()
  db.create({ id: digits as Int64, name: 'Tom', status: 'sold' })
  const text = `{"id":${digits},"name":"Tom","categoryId":1,"status":"sold"}`
  expect(await (await ask(`/pets/${digits}`)).text()).toBe(text)
  expect(await (await ask('/pets')).text()).toBe(`[${text}]`)
})

test.each([
  ['404 for an id that no pet has', '12', 404, 'not_found', '12'],
  ['404 for the neighbour that a double cannot tell', '9007199254740992', 404, 'not_found', '40992'],
  ['400 for a word', 'rex', 400, 'invalid_request', 'petId'],
  ['400 for a fraction', '1.5', 400, 'invalid_request', 'petId'],
  ['400 for 2^63', '9223372036854775808', 400, 'invalid_request', 'petId'],
])('reading one pet answers %s', async (_what, petId, status, code, message) => {
  const { ask, db } = service()
  db.create({ id: '9007199254740993' as Int64 })
  expect(await statusAndBody(await ask(`/pets/${petId}`))).toEqual(refused(code, status, message))
})

test('after the removal date reading one pet answers 410, and the list goes on', async () => {
  const { ask, db, controls } = service()
  const { id } = db.create()
  controls.set({ afterRemoval: true })
  expect(await statusAndBody(await ask(`/pets/${id}`))).toEqual(refused('gone', 410, '5 December 2030'))
  expect((await ask('/pets')).status).toBe(200)
})

test.each([
  ['401', 401, 'application/json', 0],
  ['400', 400, 'application/json', 0],
  ['500', 500, 'application/json', 0],
  ['not-json', 200, 'text/html', 1],
  // A status of 0 is a broken connection.
  ['lost-before', 0, null, 0],
  ['lost-after', 0, null, 1],
] satisfies [NextResponse, number, string | null, number][])(
  'told %s, the next POST has status %i, and the one after it is as usual',
  async (nextResponse, status, type, taken) => {
    const { post, db, controls } = service()
    controls.set({ nextResponse })

    const response = await post('{"name":"Rex","categoryId":1}')

    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe(type)
    expect(db.all()).toHaveLength(taken)
    expect((await post('{"name":"Rex","categoryId":1}')).status).toBe(201)
  },
)

test.each(['401', '400', '500'] as const)(
  'told %s, the service answers with an Error body',
  async (nextResponse) => {
    const { ask, controls } = service()
    controls.set({ nextResponse })
    const body = { code: expect.any(String), message: expect.any(String), status: Number(nextResponse) }
    expect(await (await ask('/pets')).json()).toEqual(body)
  },
)

test('an answer waits as long as it is told', async () => {
  const { ask, controls } = service()
  controls.set({ latencyMs: 60 })
  const before = performance.now()
  await ask('/pets')
  expect(performance.now() - before).toBeGreaterThan(50)
})

test('the base address may leave the host open', async () => {
  const { ask } = service({ baseUrl: '*/v1' })
  expect((await ask('/pets')).status).toBe(200)
})
