import type { Pet } from '#src/pets/pet.ts'
import { petIdentity } from './pet-identity.ts'

/**
 * Offers each pet to one entry alone, and to as many entries as possible one each. Returns the pet
 * that is offered to each entry; an entry without one has no place in the result.
 *
 * An earlier entry, and a pet that is more like it, come first, unless another entry would get none
 * that way: where the first of two entries may be either of two pets, and the second only the first
 * pet, the first entry gets the second pet. (This is a maximum bipartite matching by augmenting paths.)
 *
 * @param candidates the pets that each entry may be, the most similar one first
 */
export function offerPets<Id>(candidates: ReadonlyMap<Id, readonly Pet[]>): ReadonlyMap<Id, Pet> {
  const takers = new Map<string, { readonly id: Id; readonly pet: Pet }>()

  /** Offers the entry a pet that is free or, else, one whose entry can be offered another one. */
  function offer(id: Id, triedPets: Set<string>): boolean {
    const pets = candidates.get(id) ?? []
    const { free = [], taken = [] } = Object.groupBy(pets, (pet) =>
      takers.has(petIdentity(pet)) ? 'taken' : 'free',
    )
    return [...free, ...taken].some((pet) => offerPet(id, pet, triedPets))
  }

  function offerPet(id: Id, pet: Pet, triedPets: Set<string>): boolean {
    const identity = petIdentity(pet)
    if (triedPets.has(identity)) return false
    triedPets.add(identity)
    const taker = takers.get(identity)
    if (taker !== undefined && !offer(taker.id, triedPets)) return false
    takers.set(identity, { id, pet })
    return true
  }

  for (const id of candidates.keys()) offer(id, new Set())
  return new Map([...takers.values()].map(({ id, pet }) => [id, pet]))
}
