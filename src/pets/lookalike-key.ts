import type { Pet } from './pet.ts'

/**
 * Equal for pets that may be the same: the one rule of likeness, for asking, for presence and for absence. Letter
 * case, white space around the name and repeated within it, invisible characters and the Unicode normalization are ignored,
 * because a service may normalize what it stores. The status never counts.
 */
export function lookalikeKeyOf(pet: Pick<Pet, 'name' | 'categoryId'>): string {
  const name = pet.name
    // All that is invisible, but what makes another emoji of two, and another flag.
    .replaceAll(/(?![\u200D\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize()
    .toLowerCase()
  return JSON.stringify([name, pet.categoryId])
}
