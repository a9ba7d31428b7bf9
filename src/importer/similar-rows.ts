import type { Pet } from '#src/pets/pet.ts'
import { indexSimilarPets } from '#src/pets/similar-pets.ts'
import type { RowValidation } from './import-types.ts'
import { createTimeSlice } from './time-slice.ts'

/** Rows (by position) by which the user may mean one of these pets, with the first such pet. */
export async function findSimilarPets(
  checks: readonly RowValidation[],
  pets: readonly Pet[],
): Promise<ReadonlyMap<number, Pet>> {
  const similar = new Map<number, Pet>()
  if (pets.length === 0) return similar
  const similarTo = indexSimilarPets(pets)
  const slice = createTimeSlice()
  for (const [position, { newPet }] of checks.entries()) {
    if (slice.isExpired()) await slice.yield()
    const pet = newPet === undefined ? undefined : similarTo(newPet)[0]
    if (pet !== undefined) similar.set(position, pet)
  }
  return similar
}
