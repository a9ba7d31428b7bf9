import type { Pet } from './pet.ts'

/**
 * Returns a key that is equal for pets that may be the same. It is the one rule of likeness, for
 * asking, for presence and for absence.
 *
 * Letter case, white space around the name and repeated within it, invisible characters and the
 * Unicode normalization are ignored, because a service may normalize what it stores. The status
 * never counts.
 */
export function lookalikeKeyOf(pet: Pick<Pet, 'name' | 'categoryId'>): string {
  const name = pet.name
    // All invisible characters are removed, except those that make another emoji of two, or another
    // flag.
    .replaceAll(/(?![\u200D\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize()
    .toLowerCase()
  return JSON.stringify([name, pet.categoryId])
}
