import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { createRequest } from '#src/http/request.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from './pet.ts'
import { createPetstore, type PetFilter } from './petstore.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const petstore = createPetstore(createRequest('https://api.example.com/v1', () => 'sesame'))
const id = (text: string) => text as Int64
const REX: NewPet = { name: 'Rex', categoryId: id('9007199254740993'), status: 'sold' }
const ADDED = '{"id":9007199254740995,"name":"Rex","categoryId":9007199254740993,"status":"sold"}'

/** Responds to every request with `respond`. @returns the requests: method, path and body. */
function serve(respond: () => Response) {
  const requests: string[] = []
  server.use(
    http.all('https://api.example.com/v1/*', async ({ request }) => {
      const { pathname, search } = new URL(request.url)
      requests.push(`${request.method} ${pathname}${search} ${await request.clone().text()}`.trim())
      return respond()
    }),
  )
  return requests
}

test.each([
  [{ limit: 20, status: undefined }, 'GET /v1/pets?limit=20'],
  [{ limit: 1, status: undefined }, 'GET /v1/pets?limit=1'],
  [{ limit: 100, status: 'available' }, 'GET /v1/pets?limit=100&status=available'],
  [{ limit: 100, status: 'pending' }, 'GET /v1/pets?limit=100&status=pending'],
  [{ limit: 20, status: 'sold' }, 'GET /v1/pets?limit=20&status=sold'],
] satisfies [PetFilter, string][])('the list %j is requested as %s', async (filter, line) => {
  const requests = serve(() => new HttpResponse(`[${ADDED},{"id":1}]`))
  expect(await petstore.listPets(filter)).toEqual({
    pets: [{ ...REX, id: '9007199254740995' }],
    unreadable: [2],
    returned: 2,
  })
  expect(requests).toEqual([line])
})

test.each([
  ['9007199254740995', 'GET /v1/pets/9007199254740995'],
  ['-9223372036854775808', 'GET /v1/pets/-9223372036854775808'],
])('one pet is requested with all digits of its id: %s', async (petId, line) => {
  const requests = serve(() => new HttpResponse(ADDED))
  // oxlint-disable-next-line typescript/no-deprecated
  expect(await petstore.getPet(id(petId))).toEqual({ ...REX, id: '9007199254740995' })
  expect(requests).toEqual([line])
})

test.each(['../orders', '//evil.example.com', '7?x=1', '7#x', '%2e%2e'])(
  'an id cannot change the path, even when it is not valid: %s',
  async (petId) => {
    const requests = serve(() => new HttpResponse(ADDED))
    // oxlint-disable-next-line typescript/no-deprecated
    await petstore.getPet(id(petId))
    expect(requests).toEqual([`GET /v1/pets/${encodeURIComponent(petId)}`])
  },
)

test('the list operation throws an HTTP error and can be aborted', async () => {
  serve(() => HttpResponse.json({ code: 'x', message: 'No.', status: 401 }, { status: 401 }))
  const filter = { limit: 20, status: undefined }
  await expect(petstore.listPets(filter)).rejects.toBeInstanceOf(HttpError)
  const reason = new DOMException('left', 'AbortError')
  await expect(petstore.listPets(filter, AbortSignal.abort(reason))).rejects.toBe(reason)
})

test.each([
  [REX, '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}'],
  [{ ...REX, categoryId: id('7') }, '{"name":"Rex","categoryId":7,"status":"sold"}'],
  [
    { ...REX, categoryId: id('-9223372036854775808') },
    '{"name":"Rex","categoryId":-9223372036854775808,"status":"sold"}',
  ],
  [{ ...REX, status: undefined }, '{"name":"Rex","categoryId":9007199254740993}'],
  [{ ...REX, name: ' "R"\n🐕 ' }, '{"name":" \\"R\\"\\n🐕 ","categoryId":9007199254740993,"status":"sold"}'],
])('the pet %j is sent unchanged', async (newPet, body) => {
  const requests = serve(() => new HttpResponse(ADDED, { status: 201 }))
  expect(await petstore.createPet(newPet)).toEqual({ kind: 'added', pet: { ...REX, id: '9007199254740995' } })
  expect(requests).toEqual([`POST /v1/pets ${body}`])
})

const response = (status: number, body: string | null) => () => new HttpResponse(body, { status })
const errorOf = (status: number) => response(status, `{"code":"x","message":"No.","status":${status}}`)

test.each([
  ['201 and the pet', 'added', response(201, ADDED)],
  ['200 and the pet', 'added', response(200, ADDED)],
  ['201 and an empty body', 'added-without-id', response(201, '')],
  ['201 and a truncated body', 'added-without-id', response(201, ADDED.slice(0, 30))],
  ['201 and HTML', 'added-without-id', response(201, '<html>')],
  ['201 and a pet without id', 'added-without-id', response(201, '{"name":"Rex","categoryId":1}')],
  [
    '201 and a pet whose id is a string',
    'added-without-id',
    response(201, '{"id":"1","name":"Rex","categoryId":1}'),
  ],
  ['202 and no pet', 'added-without-id', response(202, '{}')],
  ['204', 'added-without-id', response(204, null)],
  ['400', 'rejected', errorOf(400)],
  ['401', 'rejected', errorOf(401)],
  ['403', 'rejected', errorOf(403)],
  ['404', 'rejected', errorOf(404)],
  ['409', 'rejected', errorOf(409)],
  ['422', 'rejected', errorOf(422)],
  ['429', 'rejected', errorOf(429)],
  ['400 and HTML', 'rejected', response(400, '<html>')],
  ['408', 'unknown', errorOf(408)],
  ['500', 'unknown', errorOf(500)],
  ['502 and HTML', 'unknown', response(502, '<html>')],
  ['503', 'unknown', errorOf(503)],
  ['504', 'unknown', errorOf(504)],
  ['a redirect', 'unknown', () => HttpResponse.redirect('https://elsewhere.example.com/', 307)],
  ['a broken connection', 'unknown', () => HttpResponse.error()],
])('one POST with the response %s is %s', async (_what, kind, respond) => {
  const requests = serve(respond)
  expect(await petstore.createPet(REX)).toMatchObject({ kind })
  expect(requests).toHaveLength(1)
})

test.each([
  ['the thrown value is not an Error', () => Promise.reject('no')],
  [
    'fetch throws synchronously',
    () => {
      throw new TypeError('fetch is not a function')
    },
  ],
])('adding a pet never throws, even when %s', async (_what, fetch) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(fetch)
  expect(await petstore.createPet(REX)).toMatchObject({ kind: 'unknown' })
})
