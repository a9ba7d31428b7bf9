import { parseJson } from '#src/http/json.ts'
import { type Int64, int64FromBigInt } from '#src/lib/int64.ts'
import { isPetStatus, type NewPet } from '#src/pets/pet.ts'

export type ReadNewPet = { newPet: NewPet } | { refusal: string }

/** The service's checks of a POST body (petstore-service-interface, "NewPet"); a refusal names the field. */
export async function readNewPet(text: string): Promise<ReadNewPet> {
  let body: unknown
  try {
    body = await parseJson(text)
  } catch {
    return { refusal: 'The body must be JSON.' }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { refusal: 'The body must be an object.' }
  }
  const { name, categoryId, status } = body as Record<string, unknown>
  if (typeof name !== 'string' || name === '') return { refusal: 'name must not be empty.' }
  const category = int64FromJson(categoryId)
  if (category === undefined) return { refusal: 'categoryId must be a 64-bit integer.' }
  if (status !== undefined && !isPetStatus(status)) {
    return { refusal: 'status must be available, pending or sold, or left out.' }
  }
  return { newPet: { name, categoryId: category, status } }
}

function int64FromJson(value: unknown): Int64 | undefined {
  if (typeof value === 'bigint') return int64FromBigInt(value)
  return Number.isSafeInteger(value) ? int64FromBigInt(BigInt(value as number)) : undefined
}
