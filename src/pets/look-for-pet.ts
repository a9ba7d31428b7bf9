import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet, Pet } from './pet.ts'
import { holdEvery, type ListPets, type ReadList, readLists } from './read-lists.ts'
import { canComeFrom } from './same-pet.ts'

export type LookForPetResult =
  /** Pets like it that were not known before it was sent. */
  | { readonly kind: 'there'; readonly pets: readonly Pet[] }
  /** The lists that must hold it are complete, and do not. */
  | { readonly kind: 'not-there' }
  /** The lists are cut or partly unreadable: it may be among what they do not show. */
  | { readonly kind: 'cannot-tell' }

/**
 * Milliseconds for which a request that the app gave up may still be on its way to a slow service. A list that does not
 * hold its pet before then proves nothing.
 */
export const MAY_STILL_ARRIVE = 60_000

/**
 * Whether the service took a pet whose answer was lost: the lists as they are now, held against the ids that were
 * known before it was sent.
 *
 * @throws what `readLists` throws.
 */
export async function lookForPet(
  newPet: NewPet,
  knownIds: ReadonlySet<Int64>,
  listPets: ListPets,
  signal?: AbortSignal,
): Promise<LookForPetResult> {
  const lists: ReadList[] = []
  const there = new Map<Int64, Pet>()
  for await (const read of readLists(listPets, signal)) {
    lists.push(read)
    for (const pet of read.list.pets) {
      if (!knownIds.has(pet.id) && canComeFrom(pet, newPet)) there.set(pet.id, pet)
    }
  }
  if (there.size > 0) return { kind: 'there', pets: [...there.values()] }
  return { kind: holdEvery(newPet.status, lists) ? 'not-there' : 'cannot-tell' }
}
