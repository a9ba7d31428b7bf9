import { isInvisible } from '#src/lib/invisible.ts'
import { shorten } from '#src/lib/shorten.ts'
import type { Pet } from '#src/pets/pet.ts'

/** A cell shows no more than this; the page of the pet shows all of it. Characters. */
const LONGEST_TEXT = 200

/** Whether a text may need more than its two lines: cutting one off takes a fifth of the time that its row takes. */
export function isLong(text: string): boolean {
  return text.length > 20
}

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
