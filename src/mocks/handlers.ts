import { delay } from 'msw'
import { http, type HttpHandler } from 'msw/http'
import { parseJson, stringifyJson } from '#src/http/json.ts'
import { int64FromText } from '#src/lib/int64.ts'
import { isPetStatus, LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN, type NewPet, parsePet } from '#src/pets/pet.ts'
import type { Controls } from './controls.ts'
import { type PetstoreDb, wirePet } from './db.ts'

/** The API key that the mocked petstore accepts by default. It protects nothing. */
export const DEMO_KEY = 'demo-key'

const WRONG_STATUS = 'status must be available, pending or sold.'

type Incoming = { request: Request; params: Record<string, string | readonly string[] | undefined> }
type Operation = (incoming: Incoming) => Response | Promise<Response>

/** `baseUrl` is absolute, because in Node a path has no origin. */
type Options = { baseUrl: string; db: PetstoreDb; controls: Controls; key: string }

/**
 * Creates the three operations of the service, with its rules (src/pets/SERVICE.md, Operations).
 */
export function createHandlers({ baseUrl, db, controls, key }: Options): HttpHandler[] {
  const respond = async (operation: Operation, incoming: Incoming) => {
    const { nextResponse: fault } = controls.get()
    controls.set({ nextResponse: 'normal' })
    if (fault === '401') return errorResponse(401, 'The API key is no longer valid.')
    if (fault === '400') return errorResponse(400, 'The request was rejected.')
    if (fault === '500') return errorResponse(500, 'Something went wrong in the service.')
    if (fault === 'lost-before') return Response.error()

    const isAuthorized = incoming.request.headers.get('authorization') === `Bearer ${key}`
    const response = isAuthorized
      ? await operation(incoming)
      : errorResponse(401, 'The API key is missing or not valid.')
    if (fault === 'lost-after') return Response.error()
    if (fault === 'not-json')
      return new Response(CAPTIVE_PORTAL, { headers: { 'content-type': 'text/html' } })
    return response
  }

  const served = (operation: Operation) => async (incoming: Incoming) => {
    // The delay comes after acting, because a slow service has often done what the client gave up
    // on.
    const response = await respond(operation, incoming)
    const { latencyMs } = controls.get()
    if (latencyMs > 0) await delay(latencyMs)
    return response
  }

  return [
    http.get(
      `${baseUrl}/pets`,
      served(({ request }) => {
        const query = new URL(request.url).searchParams
        const limit = Number(query.get('limit') ?? LIMIT_DEFAULT)
        if (!Number.isInteger(limit) || limit < LIMIT_MIN || limit > LIMIT_MAX)
          return errorResponse(400, `limit must be an integer from ${LIMIT_MIN} to ${LIMIT_MAX}.`)
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
        if (controls.get().afterRemoval)
          return errorResponse(410, 'This operation was removed on 5 December 2030. List the pets instead.')
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

/**
 * Reads the body of a POST (src/pets/SERVICE.md, Pet and NewPet).
 *
 * @throws {TypeError} which names the field
 */
function readNewPet(text: string): NewPet {
  const { name, categoryId, status } = parsePet({ ...(parseJson(text) as object), id: 0 })
  if (name === '') throw new TypeError('name must not be empty.')
  if (status !== undefined && !isPetStatus(status)) throw new TypeError(WRONG_STATUS)
  return { name, categoryId, status }
}

const CAPTIVE_PORTAL =
  '<!doctype html><title>Welcome</title><p>Accept the terms of this network to go online.</p>'

/** The service does not document the values of `code`; these are made up. */
const CODES = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  410: 'gone',
  500: 'internal_error',
} as const

/** Returns a response with the Error body (src/pets/SERVICE.md, Errors). */
export function errorResponse(status: keyof typeof CODES, message: string): Response {
  return jsonResponse(status, { code: CODES[status], message, status })
}

/**
 * Returns a JSON response. We do not use `Response.json()`, because JSON.stringify() rejects
 * bigint.
 */
function jsonResponse(status: number, body: unknown): Response {
  return new Response(stringifyJson(body), { status, headers: { 'content-type': 'application/json' } })
}
