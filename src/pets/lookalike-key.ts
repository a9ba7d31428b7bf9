import type { Pet } from './pet.ts'

/**
 * Returns a key that is equal for pets that may be the same. It is the one rule of likeness, for
 * asking, for presence and for absence.
 *
 * Letter case, white space around the name and repeated within it, invisible characters and the
 * Unicode normalization are ignored, because a service may normalize what it stores. The status
 * never counts.
 */
export function lookalikeKeyOf({ name, categoryId }: Pick<Pet, 'name' | 'categoryId'>): string {
  return JSON.stringify([lookalikeNameOf(name), categoryId])
}

/** Returns a text that is equal for names that are the same by that rule. */
export function lookalikeNameOf(name: string): string {
  // All invisible characters are removed, except those that make another emoji of two, or another
  // flag.
  return name
    .replaceAll(/(?![\u200D\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize()
    .toLowerCase()
}
