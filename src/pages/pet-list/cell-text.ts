import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Pet } from '#src/pets/pet.ts'

/** The page of the pet shows the whole text. Characters. */
const MAX_CELL_LENGTH = 200

/** Whether a text may need more than two lines. Clamping lines takes a fifth of the time that a row takes. */
export function isLong(text: string): boolean {
  return text.length > 20
}

export function nameText({ name }: Pick<Pet, 'name'>): string {
  return isVisuallyBlank(name) ? '(no name)' : truncate(name, MAX_CELL_LENGTH)
}

/** The label, or the ID where there is none. */
export function categoryText(
  { categoryId }: Pick<Pet, 'categoryId'>,
  categories: ReadonlyMap<string, string>,
): string {
  return truncate(categories.get(categoryId) ?? categoryId, MAX_CELL_LENGTH)
}
