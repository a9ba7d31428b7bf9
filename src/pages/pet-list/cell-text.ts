import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Pet } from '#src/pets/pet.ts'

/** A cell shows no more than this; the page of the pet shows all of it. Characters. */
const MAX_CELL_LENGTH = 200

/** Whether a text may need more than its two lines: cutting one off takes a fifth of the time that its row takes. */
export function isLong(text: string): boolean {
  return text.length > 20
}

export function nameText({ name }: Pick<Pet, 'name'>): string {
  return isVisuallyBlank(name) ? '(no name)' : truncate(name, MAX_CELL_LENGTH)
}

/** Its label, or the number where it has none. */
export function categoryText(
  { categoryId }: Pick<Pet, 'categoryId'>,
  categories: ReadonlyMap<string, string>,
): string {
  return truncate(categories.get(categoryId) ?? categoryId, MAX_CELL_LENGTH)
}
