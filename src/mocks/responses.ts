import { HttpResponse } from 'msw/http'
import { stringifyJson } from '#src/http/json.ts'
import type { Pet } from '#src/pets/pet.ts'

/** The service does not document the values of `code`; these are made up. */
const CODES = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  410: 'gone',
  500: 'internal_error',
} as const

type ErrorStatus = keyof typeof CODES

/** The Error body (src/pets/SERVICE.md, Errors). */
export function errorBody(status: ErrorStatus, message: string) {
  return { code: CODES[status], message, status }
}

export function errorResponse(status: ErrorStatus, message: string): Response {
  return jsonResponse(status, errorBody(status, message))
}

export function petResponse(status: 200 | 201, pet: Pet): Response {
  return jsonResponse(status, wirePet(pet))
}

export function petListResponse(pets: readonly Pet[]): Response {
  return jsonResponse(200, pets.map(wirePet))
}

/** As sent: int64 as JSON numbers with all digits, and no `status` when none is set. */
function wirePet({ id, name, categoryId, status }: Pet) {
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status }
}

function jsonResponse(status: number, body: unknown): Response {
  // Not HttpResponse.json(): JSON.stringify() rejects bigint.
  return new HttpResponse(stringifyJson(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}
