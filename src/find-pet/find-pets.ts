import { int64FromText } from '#src/lib/int64.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { searchWords } from '#src/lib/search-text.ts'
import type { Pet } from '#src/pets/pet.ts'
import { textsOf } from '#src/pets/table/search-pets.ts'
import { compareTexts } from '#src/pets/table/sort-pets.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'

/**
 * Returns the pets for "Find a pet": those in which each word of `typed` occurs, in the name, the
 * label or ID of the category, or the ID. The best come first: the whole ID, the start of the name,
 * the start of a word, anywhere. Equally good ones are in the order of their names, with those
 * without a name last.
 */
export function findPets(pets: readonly Pet[], typed: string, labels: CategoryLabels): readonly Pet[] {
  const words = searchWords(typed)
  return pets
    .map((pet) => ({ pet, fit: words.reduce((sum, word) => sum + fitOf(word, pet, labels), 0) }))
    .filter(({ fit }) => fit < Infinity)
    .toSorted(
      (a, b) =>
        a.fit - b.fit ||
        Number(isVisuallyBlank(a.pet.name)) - Number(isVisuallyBlank(b.pet.name)) ||
        compareTexts(a.pet.name, b.pet.name),
    )
    .map(({ pet }) => pet)
}

/**
 * Returns how well a word fits a pet: the lower, the better. It is `Infinity` when the word does
 * not occur.
 */
function fitOf(word: string, pet: Pet, labels: CategoryLabels): number {
  if (int64FromText(word) === pet.id) return 0
  const { id, name, category } = textsOf(pet, labels)
  if (name.some((text) => text.startsWith(word))) return 1
  const texts = [...name, ...category, ...id]
  if (texts.some((text) => text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)))) return 2
  return texts.some((text) => text.includes(word)) ? 3 : Infinity
}
