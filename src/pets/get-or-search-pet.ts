import { HttpError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { LIMIT_MAX, type Pet, type PetStatus } from './pet.ts'
import type { Petstore } from './petstore.ts'
import { type ListPets, fetchAllLists } from './fetch-all-lists.ts'

/** After this day the service no longer has the operation `getPet` (petstore-service-interface, "Versioning"). */
export const GET_PET_REMOVAL = new Date('2030-12-05T00:00:00Z')

/** One list that was searched: how many pets it gave, and whether there may be more than it gave. */
export type SearchedList = {
  readonly status: PetStatus | undefined
  readonly count: number
  readonly truncated: boolean
  /** How many of them could not be read. */
  readonly unreadable: number
}

export type PetLookup =
  | { readonly kind: 'found'; readonly pet: Pet; readonly by: 'getPet' | 'listPets' }
  /** The service has the operation, and says that there is no such pet. */
  | { readonly kind: 'no-such-pet'; readonly error: HttpError }
  /** The operation is gone, and the pet is not among what the list operation gives. It may exist all the same. */
  | { readonly kind: 'not-in-lists'; readonly searched: readonly SearchedList[] }

/** Answers that say that the operation is gone. A 404 alone may mean the pet or the operation. */
const GONE = new Set([405, 410, 501])

type PetLookupOptions = {
  petstore: Petstore
  listPets: ListPets
  /** Whether a list that was loaded before holds this pet: then a 404 speaks of the operation. */
  wasListed: boolean
  today: Date
  signal?: AbortSignal
}

/**
 * One pet by its id: by the deprecated operation while the service has it, else by the list operation
 * (no status, then each status, limit 100). The local clock alone decides nothing: a pet that is answered is shown
 * after the removal day, and a removed operation is recognised before it.
 *
 * @throws what `Request` throws, for failures that say nothing about the pet or the operation.
 */
export async function getOrSearchPet(id: Int64, options: PetLookupOptions): Promise<PetLookup> {
  try {
    // The one caller of the deprecated operation.
    // oxlint-disable-next-line typescript/no-deprecated
    return { kind: 'found', pet: await options.petstore.getPet(id, options.signal), by: 'getPet' }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.status === 404 && !options.wasListed && options.today < GET_PET_REMOVAL) {
      return { kind: 'no-such-pet', error }
    }
    if (error.status !== 404 && !GONE.has(error.status)) throw error
    return searchAllLists(id, options)
  }
}

async function searchAllLists(id: Int64, { listPets, signal }: PetLookupOptions): Promise<PetLookup> {
  const searched: SearchedList[] = []
  for await (const { status, list } of fetchAllLists(listPets, signal)) {
    const pet = list.pets.find((candidate) => candidate.id === id)
    if (pet !== undefined) return { kind: 'found', pet, by: 'listPets' }
    const { returned, unreadable } = list
    searched.push({
      status,
      count: returned,
      truncated: returned >= LIMIT_MAX,
      unreadable: unreadable.length,
    })
  }
  return { kind: 'not-in-lists', searched }
}
