import * as v from 'valibot'
import { type Int64, int64FromBigInt } from '#src/lib/int64.ts'

/** The documented values of PetStatus (src/pets/SERVICE.md, Pet and NewPet). */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const
export type PetStatus = (typeof PET_STATUSES)[number]

/** Bounds and default of the query parameter `limit` (src/pets/SERVICE.md, Limits). */
export const LIMIT_MIN = 1
export const LIMIT_MAX = 100
export const LIMIT_DEFAULT = 20

export type Pet = {
  readonly id: Int64
  readonly name: string
  readonly categoryId: Int64
  /** `undefined`: not set. A status that is not documented is kept as it is. */
  readonly status: string | undefined
}

export type NewPet = {
  readonly name: string
  readonly categoryId: Int64
  readonly status: PetStatus | undefined
}

export function isPetStatus(value: unknown): value is PetStatus {
  return PET_STATUSES.some((status) => status === value)
}

/** As parsed by `http/json.ts`: a safe integer or a `bigint` within 64 bits. */
const int64 = v.pipe(
  v.custom<number | bigint>(
    (value) => typeof value === 'bigint' || Number.isSafeInteger(value),
    'not an integer that is exact',
  ),
  v.transform((value) => int64FromBigInt(BigInt(value))),
  v.custom<Int64>((value) => value !== undefined, 'out of the range of 64 bits'),
)

const pet = v.pipe(
  v.object({ id: int64, name: v.string(), categoryId: int64, status: v.nullish(v.string()) }),
  v.transform(({ status, ...rest }): Pet => ({ ...rest, status: status ?? undefined })),
)

/** @throws {v.ValiError} when it is no Pet. Unknown fields are left out. */
export function parsePet(body: unknown): Pet {
  return v.parse(pet, body)
}

/** Elements of a response that are parsed at most: a service that ignores `limit` must not block the page. */
const MAX_ELEMENTS = 10_000

export type PetList = {
  readonly pets: readonly Pet[]
  /** Positions (from 1) of the elements that are no Pet. */
  readonly unreadable: readonly number[]
  /** How many elements the service returned, including those that are unreadable or were not parsed. */
  readonly returned: number
}

/** Whether there may be more pets than a list has: the service returns at most `limit`. */
export function isTruncated({ returned }: Pick<PetList, 'returned'>, limit = LIMIT_MAX): boolean {
  return returned >= limit
}

/** Reports invalid elements instead of failing for all. @throws {v.ValiError} when it is no array. */
export function parsePetList(body: unknown): PetList {
  const elements = v.parse(v.array(v.unknown()), body)
  const pets: Pet[] = []
  const unreadable: number[] = []
  for (const [index, element] of elements.slice(0, MAX_ELEMENTS).entries()) {
    const result = v.safeParse(pet, element)
    if (result.success) pets.push(result.output)
    else unreadable.push(index + 1)
  }
  return { pets, unreadable, returned: elements.length }
}
