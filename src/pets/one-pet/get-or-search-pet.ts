import { HttpError, InvalidResponseError, isSenderUnclear } from '#src/http/errors.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { fetchAllLists, type ListPets } from '#src/pets/stock/stock.ts'

/** The time when the service removes the operation `getPet` (src/pets/SERVICE.md, Versioning). */
const GET_PET_REMOVAL = Date.parse('2030-12-05T00:00:00Z')

/** Returns whether the date of the removal has come. The service may keep the operation longer. */
export const isRemovalDue = (now = Date.now()): boolean => now >= GET_PET_REMOVAL

/**
 * Says how far away the date of the removal is, in days of the person's calendar, because anything
 * else would read as a mistake beside that date. It says nothing from 90 days on.
 *
 * The text is only a hint, because the clock may be wrong, and the service may keep the operation
 * longer.
 */
export function daysLeftText(now = Date.now(), timeZone?: string): string {
  // Swedish writes a date as in ISO 8601.
  const today = new Date(now).toLocaleDateString('sv', { timeZone })
  const days = Math.round((GET_PET_REMOVAL - Date.parse(today)) / 86_400_000)
  if (days <= 0 || days >= 90) return ''
  return days === 1 ? ' (tomorrow)' : ` (in ${formatNumber(days)} days)`
}

/** There is no such pet, as far as one can know. */
export class PetNotFoundError extends Error {
  override readonly name = 'PetNotFoundError'
  /**
   * The service's own 404. Without it, the operation is removed and no list has the pet, which may
   * still exist.
   */
  declare readonly cause: HttpError | undefined
}

/**
 * The statuses that say that the operation is removed. A 404 may be about the pet or the operation.
 */
const GONE = new Set([405, 410, 501])

/** A pet that was looked up, and where it was: the lists have it when the operation is removed. */
export type FoundPet = { readonly pet: Pet; readonly foundBy: 'operation' | 'lists' }

type PetLookupOptions = {
  petstore: Petstore
  listPets: ListPets
  /** Says whether this tab has seen the pet. If so, a 404 is about the operation. */
  isKnown?: boolean
  signal?: AbortSignal
}

/**
 * Returns one pet by its ID: from the deprecated operation while the service has it, else from the
 * lists. The clock alone decides nothing. The operation is also tried after the removal date, and a
 * removal before that date is recognised.
 *
 * @throws {PetNotFoundError}, and what `Request` throws, for failures that say nothing about the
 * pet or the operation; `InvalidResponseError` when another pet is returned
 */
export async function getOrSearchPet(id: Int64, options: PetLookupOptions): Promise<FoundPet> {
  const { petstore, listPets, isKnown = false, signal } = options
  try {
    // This is the only caller of the deprecated operation.
    // oxlint-disable-next-line typescript/no-deprecated
    const pet = await petstore.getPet(id, signal)
    if (pet.id !== id) throw new InvalidResponseError(`GET /pets/${id}`, 'wrong-shape', `the ID is ${pet.id}`)
    return { pet, foundBy: 'operation' }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.status === 404 && !isKnown && !isRemovalDue())
      throw isSenderUnclear(error) ? error : new PetNotFoundError(`No pet ${id}`, { cause: error })
    if (error.status !== 404 && !GONE.has(error.status)) throw error
  }
  for await (const { list } of fetchAllLists(listPets, signal)) {
    const pet = list.pets.find((candidate) => candidate.id === id)
    if (pet !== undefined) return { pet, foundBy: 'lists' }
  }
  throw new PetNotFoundError(`No pet ${id} in the lists`)
}
