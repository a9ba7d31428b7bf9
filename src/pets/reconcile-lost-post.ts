import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet, Pet } from './pet.ts'
import { listsCover, type ListPets, type FetchedList, fetchAllLists } from './fetch-all-lists.ts'
import { matchesNewPet } from './same-pet.ts'

export type LostPostResult =
  /** Pets like it that were not known before it was sent. */
  | { readonly kind: 'found'; readonly pets: readonly Pet[] }
  /** The lists that must hold it are complete, and do not. */
  | { readonly kind: 'not-found' }
  /** The lists are cut or partly unreadable: it may be among what they do not show. */
  | { readonly kind: 'inconclusive' }

/**
 * Milliseconds for which a request that the app gave up may still be on its way to a slow service. A list that does not
 * hold its pet before then proves nothing.
 */
export const IN_FLIGHT_GRACE_MS = 60_000

/**
 * Whether the service took a pet whose answer was lost: the lists as they are now, held against the ids that were
 * known before it was sent.
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
  const there = new Map<Int64, Pet>()
  for await (const read of fetchAllLists(listPets, signal)) {
    lists.push(read)
    for (const pet of read.list.pets) {
      if (!knownIds.has(pet.id) && matchesNewPet(pet, newPet)) there.set(pet.id, pet)
    }
  }
  if (there.size > 0) return { kind: 'found', pets: [...there.values()] }
  return { kind: listsCover(newPet.status, lists) ? 'not-found' : 'inconclusive' }
}
