import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'

/**
 * Returns what tells a pet of a list from every other one. An ID is not enough: a faulty service
 * may give it to two pets.
 */
export function petIdentity(pet: Pet): string {
  return `${pet.id} ${lookalikeKeyOf(pet)}`
}
