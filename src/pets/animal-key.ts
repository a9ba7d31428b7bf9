import type { Pet } from './pet.ts'

/**
 * Equal for pets that may be the same animal: the one rule of likeness, for asking, for presence and for absence. Letter
 * case, white space around the name and repeated within it, invisible characters and the Unicode normalization are ignored,
 * because a service may normalize what it stores. The status never counts.
 */
export function animalKey(pet: Pick<Pet, 'name' | 'categoryId'>): string {
  const known = keys.get(pet) ?? JSON.stringify([plainName(pet.name), pet.categoryId])
  keys.set(pet, known)
  return known
}

/** Thousands of rows are compared again and again. */
const keys = new WeakMap<object, string>()

function plainName(name: string): string {
  return (
    name
      // All that is invisible, but what makes another emoji of two, and another flag.
      .replaceAll(/(?![\u200D\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .normalize()
      .toLowerCase()
  )
}
