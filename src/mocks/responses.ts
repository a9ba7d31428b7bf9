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

/** With the Error body (src/pets/SERVICE.md, Errors). */
export function errorResponse(status: keyof typeof CODES, message: string): Response {
  return jsonResponse(status, { code: CODES[status], message, status })
}

/** Not `Response.json()`: JSON.stringify() rejects bigint. */
export function jsonResponse(status: number, body: unknown): Response {
  return new Response(stringifyJson(body), { status, headers: { 'content-type': 'application/json' } })
}

/** As sent: int64 as JSON numbers with all digits, and no `status` when none is set. */
export function wirePet({ id, name, categoryId, status }: Pet) {
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status }
}
