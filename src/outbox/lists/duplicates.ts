import type { Pet } from '#src/pets/pet.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { petIdentity } from './pet-identity.ts'

/**
 * A pet that is like an entry which was added, and answers none. The browser may have sent its
 * request twice.
 */
export type Duplicate<E extends Entry = Entry> = { readonly pet: Pet; readonly entry: E }

type Candidate<E extends Entry> = {
  readonly entry: E
  /** Look-alikes that answer no entry, and were not there before it was sent. */
  readonly pets: readonly Pet[]
}

/**
 * Returns one duplicate for each pet, in the order of the entries. A pet that is `offered` for an
 * entry that may have been added is no duplicate. An entry that a person has marked as added,
 * without an ID, keeps one pet for itself, so that its own pet is not called a duplicate.
 */
export function duplicatesOf<E extends Entry>(
  candidates: readonly Candidate<E>[],
  offered: readonly Pet[],
): readonly Duplicate<E>[] {
  const taken = new Set(offered.map(petIdentity))
  const isFree = (pet: Pet) => !taken.has(petIdentity(pet))
  for (const { pets } of candidates.filter(({ entry }) => hasNoId(entry))) {
    const ownPet = pets.find(isFree)
    if (ownPet !== undefined) taken.add(petIdentity(ownPet))
  }
  const duplicates: Duplicate<E>[] = []
  for (const { entry, pets } of candidates) {
    for (const pet of pets) {
      if (!isFree(pet)) continue
      taken.add(petIdentity(pet))
      duplicates.push({ pet, entry })
    }
  }
  return duplicates
}

/** Returns whether a person has marked the entry as added, and not said as which pet. */
export function hasNoId({ state }: Entry): boolean {
  return state.kind === 'added' && state.id === undefined
}
