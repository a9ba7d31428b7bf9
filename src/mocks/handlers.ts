import { delay } from 'msw'
import { http, type HttpHandler, HttpResponse } from 'msw/http'
import { int64FromText } from '#src/lib/int64.ts'
import { isPetStatus, LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import { errorResponse, petResponse, petListResponse } from './responses.ts'
import type { Controls } from './controls.ts'
import type { PetstoreDb } from './db.ts'
import { readNewPet } from './new-pet.ts'

/** The key that the mocked petstore accepts unless told otherwise. It protects nothing. */
export const DEMO_KEY = 'demo-key'

type Incoming = { request: Request; params: Record<string, string | readonly string[] | undefined> }
type Operation = (incoming: Incoming) => Promise<Response>

/**
 * The three operations that the service documents (petstore-service-interface, "Endpoints"), with its rules.
 * `baseUrl` is absolute, or a pattern like `*` + `/v1`: Node has no own origin that a bare path could mean.
 */
export function createHandlers(options: {
  baseUrl: string
  db: PetstoreDb
  controls: Controls
  key: string
}): HttpHandler[] {
  const { baseUrl, db, controls, key } = options

  const authorized =
    (operation: Operation): Operation =>
    async (incoming) =>
      incoming.request.headers.get('authorization') === `Bearer ${key}`
        ? operation(incoming)
        : errorResponse(401, 'The API key is missing or not valid.')

  const served = (operation: Operation) => async (incoming: Incoming) => {
    const { latencyMs } = controls.get()
    // The wait comes after the deed: a slow service has often done what the caller gave up on.
    const response = await injectFault(controls, () => authorized(operation)(incoming))
    if (latencyMs > 0) await delay(latencyMs)
    return response
  }

  return [
    http.get(
      `${baseUrl}/pets`,
      served(async ({ request }) => {
        const query = new URL(request.url).searchParams
        const limit = readLimit(query.get('limit'))
        if (limit === undefined) {
          return errorResponse(400, `limit must be an integer from ${LIMIT_MIN} to ${LIMIT_MAX}.`)
        }
        const status = query.get('status') ?? undefined
        if (status !== undefined && !isPetStatus(status)) {
          return errorResponse(400, 'status must be available, pending or sold.')
        }
        return petListResponse(db.list({ status, limit }))
      }),
    ),

    http.post(
      `${baseUrl}/pets`,
      served(async ({ request }) => {
        const read = await readNewPet(await request.text())
        return 'refusal' in read ? errorResponse(400, read.refusal) : petResponse(201, db.add(read.newPet))
      }),
    ),

    http.get(
      `${baseUrl}/pets/:petId`,
      served(async ({ params }) => {
        if (controls.get().afterRemoval) {
          return errorResponse(410, 'This operation was removed on 5 December 2030. List the pets instead.')
        }
        const id = int64FromText(String(params['petId']))
        if (id === undefined) return errorResponse(400, 'petId must be a 64-bit integer.')
        const pet = db.get(id)
        return pet === undefined
          ? errorResponse(404, `There is no pet with ID ${id}.`)
          : petResponse(200, pet)
      }),
    ),
  ]
}

async function injectFault(controls: Controls, act: () => Promise<Response>): Promise<Response> {
  const answer = controls.takeNextResponse()
  if (answer === '401') return errorResponse(401, 'The API key is no longer valid.')
  if (answer === '400') return errorResponse(400, 'The request was rejected.')
  if (answer === '500') return errorResponse(500, 'Something went wrong in the service.')
  if (answer === 'lost-before') return HttpResponse.error()

  const response = await act()
  if (answer === 'lost-after') return HttpResponse.error()
  if (answer === 'not-json') return HttpResponse.html(A_PAGE_IN_THE_WAY)
  return response
}

const A_PAGE_IN_THE_WAY =
  '<!doctype html><title>Welcome</title><p>Accept the terms of this network to go online.</p>'

function readLimit(text: string | null): number | undefined {
  if (text === null) return LIMIT_DEFAULT
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return limit >= LIMIT_MIN && limit <= LIMIT_MAX ? limit : undefined
}
