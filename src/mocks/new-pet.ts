import { parseJson } from '#src/http/json.ts'
import { type Int64, int64FromBigInt } from '#src/lib/int64.ts'
import { isPetStatus, type NewPet } from '#src/pets/pet.ts'

type NewPetResult = { newPet: NewPet } | { error: string }

/** Validates the body of a POST (src/pets/SERVICE.md, Pet and NewPet); the error names the field. */
export function readNewPet(text: string): NewPetResult {
  let body: unknown
  try {
    body = parseJson(text)
  } catch {
    return { error: 'The body must be JSON.' }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { error: 'The body must be an object.' }
  }
  const { name, categoryId, status } = body as Record<string, unknown>
  if (typeof name !== 'string' || name === '') return { error: 'name must not be empty.' }
  const category = int64FromJson(categoryId)
  if (category === undefined) return { error: 'categoryId must be a 64-bit integer.' }
  if (status !== undefined && !isPetStatus(status)) {
    return { error: 'status must be available, pending or sold, or left out.' }
  }
  return { newPet: { name, categoryId: category, status } }
}

function int64FromJson(value: unknown): Int64 | undefined {
  if (typeof value === 'bigint') return int64FromBigInt(value)
  return Number.isSafeInteger(value) ? int64FromBigInt(BigInt(value as number)) : undefined
}
