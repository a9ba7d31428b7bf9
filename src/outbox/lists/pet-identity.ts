import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'

/**
 * Returns a text that no other pet of the lists has. An ID is not enough: a faulty service may give
 * it to two pets. The status is not in it, so a pet that is sold stays the same one.
 */
export function petIdentity(pet: Pet): string {
  return `${pet.id} ${lookalikeKeyOf(pet)}`
}
