import { HttpError, isAbort, TimeoutError } from '#src/http/errors.ts'
import { TIMEOUT_S } from '#src/http/request.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet, Pet } from './pet.ts'
import { listsCover, type ListPets, type FetchedList, fetchAllLists } from './stock.ts'
import { matchesNewPet } from './same-pet.ts'

export type LostPostResult =
  /** Matching pets that were not known before the POST. */
  | { readonly kind: 'found'; readonly pets: readonly Pet[] }
  /** A list that would have to contain it is complete and does not. */
  | { readonly kind: 'not-found' }
  /** The lists are truncated or partly unreadable, so it may exist. */
  | { readonly kind: 'inconclusive' }

/** A request that was given up (`isGivenUp`) may still reach a slow service; until then, a list without its pet proves nothing. */
export const IN_FLIGHT_GRACE_MS = 60_000

/** The app, or what stands before the service (408, 504), stopped waiting for the response to a POST. */
export function isGivenUp(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 408 || error.status === 504
  return error instanceof TimeoutError || isAbort(error)
}

/**
 * When the app gave up a POST, at the latest, where a reload or a crash left nothing but when it was sent.
 * Milliseconds since 1970.
 */
export function latestGivenUpAt(sentAt: number, now: number): number {
  return Math.min(now, sentAt + TIMEOUT_S.POST * 1000)
}

/**
 * Looks in the lists for the pet of a POST whose response was lost: a matching one that was not known before.
 *
 * @throws what `fetchAllLists` throws.
 */
export async function reconcileLostPost(
  newPet: NewPet,
  knownIds: ReadonlySet<Int64>,
  listPets: ListPets,
  signal?: AbortSignal,
): Promise<LostPostResult> {
  const lists: FetchedList[] = []
  const matches = new Map<Int64, Pet>()
  for await (const read of fetchAllLists(listPets, signal)) {
    lists.push(read)
    for (const pet of read.list.pets) {
      if (!knownIds.has(pet.id) && matchesNewPet(pet, newPet)) matches.set(pet.id, pet)
    }
  }
  if (matches.size > 0) return { kind: 'found', pets: [...matches.values()] }
  return { kind: listsCover(newPet.status, lists) ? 'not-found' : 'inconclusive' }
}
