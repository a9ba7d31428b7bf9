import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet, Pet } from './pet.ts'
import { animalKey } from './animal-key.ts'

/**
 * The known pets with the name (whatever the case and the spaces around it) and the category of a new one: to point out,
 * never to block. A pet that is known twice is found once, as the last one says.
 */
export function indexSimilarPets(
  known: readonly Pet[],
): (pet: Pick<NewPet, 'name' | 'categoryId'>) => readonly Pet[] {
  const byId = new Map<Int64, Pet>(known.map((pet) => [pet.id, pet]))
  const byKey = Map.groupBy(byId.values(), animalKey)
  return (pet) => byKey.get(animalKey(pet)) ?? []
}
