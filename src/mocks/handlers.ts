import { delay } from 'msw'
import { http, type HttpHandler, HttpResponse } from 'msw/http'
import { int64FromText } from '#src/lib/int64.ts'
import { isPetStatus, LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN } from '#src/pets/pet.ts'
import { errorResponse, petResponse, petListResponse } from './responses.ts'
import type { Controls } from './controls.ts'
import type { PetstoreDb } from './db.ts'
import { readNewPet } from './new-pet.ts'

/** The API key that the mocked petstore accepts by default. It protects nothing. */
export const DEMO_KEY = 'demo-key'

type Incoming = { request: Request; params: Record<string, string | readonly string[] | undefined> }
type Operation = (incoming: Incoming) => Promise<Response>

/**
 * The three operations of the service, with its rules (src/pets/SERVICE.md, Operations).
 *
 * @param options `baseUrl` is absolute, or a pattern like `*` + `/v1`: in Node a path has no origin.
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
    // Delayed after acting: a slow service has often done what the client gave up on.
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
        const read = readNewPet(await request.text())
        return 'error' in read ? errorResponse(400, read.error) : petResponse(201, db.add(read.newPet))
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
  const fault = controls.takeNextResponse()
  if (fault === '401') return errorResponse(401, 'The API key is no longer valid.')
  if (fault === '400') return errorResponse(400, 'The request was rejected.')
  if (fault === '500') return errorResponse(500, 'Something went wrong in the service.')
  if (fault === 'lost-before') return HttpResponse.error()

  const response = await act()
  if (fault === 'lost-after') return HttpResponse.error()
  if (fault === 'not-json') return HttpResponse.html(CAPTIVE_PORTAL)
  return response
}

const CAPTIVE_PORTAL =
  '<!doctype html><title>Welcome</title><p>Accept the terms of this network to go online.</p>'

function readLimit(text: string | null): number | undefined {
  if (text === null) return LIMIT_DEFAULT
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return limit >= LIMIT_MIN && limit <= LIMIT_MAX ? limit : undefined
}
