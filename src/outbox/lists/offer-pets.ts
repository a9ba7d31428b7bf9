import type { Pet } from '#src/pets/pet.ts'
import { petIdentity } from './pet-identity.ts'

/**
 * Offers each pet to one entry alone, and to as many entries as possible one each. Returns the pet
 * that is offered to each entry; an entry without one has no place in the result.
 *
 * An earlier entry, and a pet that is more like it, come first, unless another entry would get none
 * that way: where the first of two entries may be either of two pets, and the second only the first
 * pet, the first entry gets the second pet. (This is a maximum bipartite matching by augmenting
 * paths.)
 *
 * @param candidates the pets that each entry may be, the most similar one first
 */
export function offerPets<Id>(candidates: ReadonlyMap<Id, readonly Pet[]>): ReadonlyMap<Id, Pet> {
  const pets = new Map<string, Pet>()
  const identitiesOf = new Map<Id, readonly string[]>()
  for (const [id, petsOfEntry] of candidates) {
    identitiesOf.set(id, petsOfEntry.map(petIdentity))
    for (const pet of petsOfEntry) pets.set(petIdentity(pet), pet)
  }
  const takers = new Map<string, Id>()
  let triedPets = new Set<string>()

  /** Offers the entry a pet that is free or, else, one whose entry can be offered another one. */
  function offer(id: Id): boolean {
    const untried = (identitiesOf.get(id) ?? []).filter((identity) => !triedPets.has(identity))
    const free = untried.find((identity) => !takers.has(identity))
    return free === undefined ? untried.some((identity) => offerPet(id, identity)) : offerPet(id, free)
  }

  function offerPet(id: Id, identity: string): boolean {
    // An entry further up may have tried it meanwhile.
    if (triedPets.has(identity)) return false
    triedPets.add(identity)
    const taker = takers.get(identity)
    if (taker !== undefined && !offer(taker)) return false
    takers.set(identity, id)
    return true
  }

  for (const id of candidates.keys()) {
    // Pets that were tried in vain stay so until an offer changes who has which pet.
    if (offer(id)) triedPets = new Set()
  }
  return new Map(
    [...takers].flatMap(([identity, id]) => {
      const pet = pets.get(identity)
      return pet === undefined ? [] : [[id, pet] as const]
    }),
  )
}
