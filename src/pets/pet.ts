import { type Int64, int64FromBigInt } from '#src/lib/int64.ts'

/** The documented values of PetStatus (src/pets/SERVICE.md, Pet and NewPet). */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const
export type PetStatus = (typeof PET_STATUSES)[number]

/** The bounds and the default of the query parameter `limit` (src/pets/SERVICE.md, Limits). */
export const LIMIT_MIN = 1
export const LIMIT_MAX = 100
export const LIMIT_DEFAULT = 20

export type Pet = {
  readonly id: Int64
  readonly name: string
  readonly categoryId: Int64
  /**
   * The status, or `undefined` when it is not set. A status that is not documented is kept as it
   * is.
   */
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

/**
 * Reads a Pet, and leaves unknown fields out.
 *
 * @throws {TypeError} when it is no Pet
 */
export function parsePet(body: unknown): Pet {
  const { id, name, categoryId, status } = body as Readonly<Record<string, unknown>>
  if (typeof name !== 'string') throw new TypeError('name is not a text')
  if (typeof status !== 'string' && status !== undefined && status !== null)
    throw new TypeError('status is not a text')
  return {
    id: int64(id, 'id'),
    name,
    categoryId: int64(categoryId, 'categoryId'),
    status: status ?? undefined,
  }
}

/** Reads a number that `http/json.ts` has parsed, which is a safe integer or a `bigint`. */
function int64(value: unknown, field: string): Int64 {
  const isExact = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
  const exact = isExact ? int64FromBigInt(BigInt(value)) : undefined
  if (exact === undefined) throw new TypeError(`${field} is not an integer of 64 bits`)
  return exact
}

/**
 * The most elements of a response that are parsed, because a service that ignores `limit` must not
 * block the page.
 */
const MAX_ELEMENTS = 10_000

export type PetList = {
  readonly pets: readonly Pet[]
  /** The positions (from 1) of the elements that are no Pet. */
  readonly unreadable: readonly number[]
  /**
   * The number of elements that the service returned, including those that are unreadable or were
   * not parsed.
   */
  readonly returned: number
  /** `true` if a cache may have answered, so that the list may be older than its request. */
  readonly mayBeOld?: boolean
}

/**
 * Says whether there may be more pets than a list has, because the service returns at most `limit`.
 */
export function isTruncated({ returned }: Pick<PetList, 'returned'>, limit = LIMIT_MAX): boolean {
  return returned >= limit
}

/**
 * Numbers of pets at which something in between may have cut a list: 20 is the default of the
 * service, where a proxy drops the limit, and the others are usual page sizes.
 */
const USUAL_PAGE_SIZES: ReadonlySet<number> = new Set([10, 15, 20, 25, 30, 40, 50, 75])

/**
 * Says whether a list may lack pets, as evidence: the service, or something in between, cuts it.
 */
export function mayBeCut(list: Pick<PetList, 'returned'>, limit = LIMIT_MAX): boolean {
  return isTruncated(list, limit) || USUAL_PAGE_SIZES.has(list.returned)
}

/** Says whether a list that is not filtered has every pet of the service, as evidence. */
export function hasAllPets(list: PetList, limit = LIMIT_MAX): boolean {
  return !mayBeCut(list, limit) && list.unreadable.length === 0 && list.mayBeOld !== true
}

/**
 * Reads a list of pets. It reports invalid elements instead of failing for all.
 *
 * @throws {TypeError} when it is no array
 */
export function parsePetList(body: unknown): PetList {
  if (!Array.isArray(body)) throw new TypeError('not an array')
  const pets: Pet[] = []
  const unreadable: number[] = []
  for (const [index, element] of body.slice(0, MAX_ELEMENTS).entries()) {
    try {
      pets.push(parsePet(element))
    } catch {
      unreadable.push(index + 1)
    }
  }
  return { pets, unreadable, returned: body.length }
}
