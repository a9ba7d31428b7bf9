import type { Int64 } from '#src/lib/int64.ts'
import { LIMIT_MAX, type NewPet, type Pet, type PetList } from './pet.ts'
import type { PetFilter } from './petstore.ts'

export type LookForPetResult =
  /** Pets like it that were not known before it was sent. */
  | { readonly kind: 'there'; readonly pets: readonly Pet[] }
  /** A list that must hold it is whole, and does not. */
  | { readonly kind: 'not-there' }
  /** The lists are cut: it may be behind the cut. */
  | { readonly kind: 'cannot-tell' }

/**
 * Whether the service took a pet whose answer was lost: the list of its status and the unfiltered one (limit 100)
 * held against the ids that were known before.
 *
 * @throws what `listPets` throws.
 */
export async function lookForPet(
  newPet: NewPet,
  knownIds: ReadonlySet<Int64>,
  listPets: (filter: PetFilter) => Promise<PetList>,
): Promise<LookForPetResult> {
  const there = new Map<Int64, Pet>()
  let isWhole = false
  for (const status of newPet.status === undefined ? [undefined] : [newPet.status, undefined]) {
    const { pets, returned, unreadable } = await listPets({ limit: LIMIT_MAX, status })
    for (const pet of pets) {
      if (!knownIds.has(pet.id) && isLike(pet, newPet)) there.set(pet.id, pet)
    }
    if (returned < LIMIT_MAX && unreadable.length === 0) isWhole = true
  }
  if (there.size > 0) return { kind: 'there', pets: [...there.values()] }
  return { kind: isWhole ? 'not-there' : 'cannot-tell' }
}

/** No default is documented for a status that was left out, so a service may have set any. */
export function isLike(pet: Pet, { name, categoryId, status }: NewPet): boolean {
  return pet.name === name && pet.categoryId === categoryId && (status === undefined || pet.status === status)
}
