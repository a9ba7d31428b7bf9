import { delay } from 'msw'
import { http, type HttpHandler } from 'msw/http'
import { parseJson } from '#src/http/json.ts'
import { int64FromText } from '#src/lib/int64.ts'
import { isPetStatus, LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN, type NewPet, parsePet } from '#src/pets/pet.ts'
import { errorResponse, jsonResponse, wirePet } from './responses.ts'
import type { Controls } from './controls.ts'
import type { PetstoreDb } from './db.ts'

/** The API key that the mocked petstore accepts by default. It protects nothing. */
export const DEMO_KEY = 'demo-key'

const WRONG_STATUS = 'status must be available, pending or sold.'

type Incoming = { request: Request; params: Record<string, string | readonly string[] | undefined> }
type Operation = (incoming: Incoming) => Response | Promise<Response>

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

  const served = (operation: Operation) => async (incoming: Incoming) => {
    const isAuthorized = incoming.request.headers.get('authorization') === `Bearer ${key}`
    // Delayed after acting: a slow service has often done what the client gave up on.
    const response = await injectFault(controls, () =>
      isAuthorized ? operation(incoming) : errorResponse(401, 'The API key is missing or not valid.'),
    )
    const { latencyMs } = controls.get()
    if (latencyMs > 0) await delay(latencyMs)
    return response
  }

  return [
    http.get(
      `${baseUrl}/pets`,
      served(({ request }) => {
        const query = new URL(request.url).searchParams
        const text = query.get('limit') ?? String(LIMIT_DEFAULT)
        const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN
        if (!(limit >= LIMIT_MIN && limit <= LIMIT_MAX)) {
          return errorResponse(400, `limit must be an integer from ${LIMIT_MIN} to ${LIMIT_MAX}.`)
        }
        const status = query.get('status') ?? undefined
        if (status !== undefined && !isPetStatus(status)) return errorResponse(400, WRONG_STATUS)
        return jsonResponse(200, db.list({ status, limit }).map(wirePet))
      }),
    ),

    http.post(
      `${baseUrl}/pets`,
      served(async ({ request }) => {
        try {
          return jsonResponse(201, wirePet(db.add(readNewPet(await request.text()))))
        } catch (error) {
          return errorResponse(400, error instanceof TypeError ? error.message : 'The body must be JSON.')
        }
      }),
    ),

    http.get(
      `${baseUrl}/pets/:petId`,
      served(({ params }) => {
        if (controls.get().afterRemoval) {
          return errorResponse(410, 'This operation was removed on 5 December 2030. List the pets instead.')
        }
        const id = int64FromText(String(params['petId']))
        if (id === undefined) return errorResponse(400, 'petId must be a 64-bit integer.')
        const pet = db.get(id)
        return pet === undefined
          ? errorResponse(404, `There is no pet with ID ${id}.`)
          : jsonResponse(200, wirePet(pet))
      }),
    ),
  ]
}

/** The body of a POST (src/pets/SERVICE.md, Pet and NewPet). @throws {TypeError} which names the field. */
function readNewPet(text: string): NewPet {
  const { name, categoryId, status } = parsePet({ ...(parseJson(text) as object), id: 0 })
  if (name === '') throw new TypeError('name must not be empty.')
  if (status !== undefined && !isPetStatus(status)) throw new TypeError(WRONG_STATUS)
  return { name, categoryId, status }
}

async function injectFault(controls: Controls, act: () => Response | Promise<Response>): Promise<Response> {
  const fault = controls.takeNextResponse()
  if (fault === '401') return errorResponse(401, 'The API key is no longer valid.')
  if (fault === '400') return errorResponse(400, 'The request was rejected.')
  if (fault === '500') return errorResponse(500, 'Something went wrong in the service.')
  if (fault === 'lost-before') return Response.error()

  const response = await act()
  if (fault === 'lost-after') return Response.error()
  if (fault === 'not-json') return new Response(CAPTIVE_PORTAL, { headers: { 'content-type': 'text/html' } })
  return response
}

const CAPTIVE_PORTAL =
  '<!doctype html><title>Welcome</title><p>Accept the terms of this network to go online.</p>'
