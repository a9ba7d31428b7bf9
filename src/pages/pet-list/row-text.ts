import { isInvisible } from '#src/lib/invisible.ts'
import { shorten } from '#src/lib/shorten.ts'
import type { Pet } from '#src/pets/pet.ts'

/** A cell shows no more than this; the page of the pet shows all of it. Characters. */
const LONGEST_TEXT = 200

export function nameText({ name }: Pick<Pet, 'name'>): string {
  return isInvisible(name) ? '(no name)' : shorten(name, LONGEST_TEXT)
}

/** Its label, or the number where it has none. */
export function categoryText(
  { categoryId }: Pick<Pet, 'categoryId'>,
  categories: ReadonlyMap<string, string>,
): string {
  return shorten(categories.get(categoryId) ?? categoryId, LONGEST_TEXT)
}
