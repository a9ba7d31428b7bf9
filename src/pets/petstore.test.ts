import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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
const PET = { ...REX, id: '9007199254740995' }

/**
 * Responds to every request with `respond`.
 *
 * @returns the method, path and body of each request
 */
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
  [{ limit: 100, status: 'available' }, 'GET /v1/pets?limit=100&status=available'],
] satisfies [PetFilter, string][])('The list %j is requested as %s', async (filter, line) => {
  const requests = serve(() => new HttpResponse(`[${ADDED},{"id":1}]`))
  const list = await petstore.listPets(filter)
  expect(list).toEqual({ pets: [PET], unreadable: [2], returned: 2, mayBeOld: false })
  expect(requests).toEqual([line])
})

test('A list whose headers let a cache keep it may be old', async () => {
  serve(() => new HttpResponse('[]', { headers: { 'Cache-Control': 'public, max-age=3600' } }))
  expect(await petstore.listPets({ limit: 20, status: undefined })).toMatchObject({ mayBeOld: true })
})

test('The list operation throws the reason of an abort', async () => {
  const reason = new DOMException('left', 'AbortError')
  const list = petstore.listPets({ limit: 20, status: undefined }, AbortSignal.abort(reason))
  await expect(list).rejects.toBe(reason)
})

test.each([
  '9007199254740995',
  '-9223372036854775808',
  // An ID cannot change the path, even when it is none.
  '../orders',
  '//evil.example.com',
  '7?x=1',
  '%2e%2e',
])('One pet is requested by its complete ID: %s', async (petId) => {
  const requests = serve(() => new HttpResponse(ADDED))
  // oxlint-disable-next-line typescript/no-deprecated
  expect(await petstore.getPet(id(petId))).toEqual(PET)
  expect(requests).toEqual([`GET /v1/pets/${encodeURIComponent(petId)}`])
})

test.each([
  [REX, '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}'],
  [
    { ...REX, categoryId: id('-9223372036854775808') },
    '{"name":"Rex","categoryId":-9223372036854775808,"status":"sold"}',
  ],
  [{ ...REX, status: undefined }, '{"name":"Rex","categoryId":9007199254740993}'],
  [{ ...REX, name: ' "R"\n🐕 ' }, '{"name":" \\"R\\"\\n🐕 ","categoryId":9007199254740993,"status":"sold"}'],
])('The pet %j is sent unchanged', async (newPet, body) => {
  const requests = serve(() => new HttpResponse(ADDED, { status: 201 }))
  expect(await petstore.createPet(newPet)).toEqual({ kind: 'added', pet: PET })
  expect(requests).toEqual([`POST /v1/pets ${body}`])
})

const response = (status: number, body: string | null) => () => new HttpResponse(body, { status })
const errorOf = (status: number) => response(status, `{"code":"x","message":"No.","status":${status}}`)

// http/errors.test.ts has all statuses.
test.each([
  ['200 and the pet', 'added', response(200, ADDED)],
  ['201 and a truncated body', 'unknown', response(201, ADDED.slice(0, 30))],
  ['201 and a pet without id', 'unknown', response(201, '{"name":"Rex","categoryId":1}')],
  ['204', 'unknown', response(204, null)],
  ['200 and the login page of a proxy', 'unknown', response(200, '<html>Sign in</html>')],
  ['409', 'unknown', errorOf(409)],
  ['400 and HTML', 'rejected', response(400, '<html>')],
  ['429', 'rejected', errorOf(429)],
  ['408', 'unknown', errorOf(408)],
  ['500', 'unknown', errorOf(500)],
  ['a redirect', 'unknown', () => HttpResponse.redirect('https://elsewhere.example.com/', 307)],
  ['a broken connection', 'unknown', () => HttpResponse.error()],
])('One POST with the response %s is %s', async (_what, kind, respond) => {
  const requests = serve(respond)
  expect(await petstore.createPet(REX)).toMatchObject({ kind })
  expect(requests).toHaveLength(1)
})

test('Adding a pet never throws, even when the thrown value is not an Error', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject('no'))
  expect(await petstore.createPet(REX)).toMatchObject({ kind: 'unknown' })
})
