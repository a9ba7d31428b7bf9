import { searchableText, searchWords } from '#src/lib/search-text.ts'
import { CSV_COLUMNS } from './csv-columns.ts'
import { PET_COLUMNS, type PetColumn, type PetOrder } from './pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'
import { compareTexts, sortPets } from './sort-pets.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'

/** Returns the search that finds the pets of one category in the list, and no others. */
export function categoryQuery(categoryId: string): string {
  return `category:${categoryId}`
}

type Texts = Readonly<Record<PetColumn['id'], readonly string[]>>

const folded = new WeakMap<Pet, Texts>()

/**
 * Returns the folded texts of a pet, and keeps them, because folding is most of a search, and each
 * keystroke searches again.
 */
export function textsOf(pet: Pet, labels: CategoryLabels): Texts {
  const columns = () =>
    PET_COLUMNS.map(({ id, text }) => [
      id,
      [text, ...CSV_COLUMNS[id].map(({ cell }) => cell)].map((read) => searchableText(read(pet, labels))),
    ])
  const texts = folded.get(pet) ?? (Object.fromEntries(columns()) as Texts)
  folded.set(pet, texts)
  return texts
}

/**
 * Returns the pets in whose row each word of `q` occurs, whatever its case and accents. Equal pets
 * stay in the service's order.
 */
export function searchPets(
  pets: readonly Pet[],
  { q, sort }: { q: string; sort: PetOrder | undefined },
  labels: CategoryLabels,
  compare = compareTexts,
): readonly Pet[] {
  const words = searchWords(q)
  const occurs = (word: string, pet: Pet): boolean => {
    const category = /^category:(-?\d+)$/.exec(word)?.[1]
    if (category !== undefined) return category === pet.categoryId
    return Object.values(textsOf(pet, labels)).some((texts) => texts.some((text) => text.includes(word)))
  }
  const found = pets.filter((pet) => words.every((word) => occurs(word, pet)))
  return sort === undefined ? found : sortPets(found, sort, labels, compare)
}
