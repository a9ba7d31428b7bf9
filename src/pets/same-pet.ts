import type { NewPet, Pet } from './pet.ts'

/**
 * Whether `pet` may have been created from `newPet`. A status that was left out matches any, because no default is
 * documented (src/pets/SERVICE.md, Pet and NewPet).
 */
export function matchesNewPet(pet: Pick<Pet, 'name' | 'categoryId' | 'status'>, newPet: NewPet): boolean {
  return (
    samePetKey(pet) === samePetKey(newPet) && (newPet.status === undefined || pet.status === newPet.status)
  )
}

/**
 * Equal for pets that may be the same one; for grouping. White space and control characters around the name and repeated
 * within it, invisible characters and its Unicode normalization are ignored: a service may normalize what it stores, and
 * a pet that is wrongly taken for missing would be added twice.
 */
export function samePetKey({ name, categoryId }: Pick<Pet, 'name' | 'categoryId'>): string {
  return JSON.stringify([plainName(name), categoryId])
}

function plainName(name: string): string {
  return (
    name
      // All that is invisible, but what makes another emoji of two, and another flag.
      .replaceAll(/(?![\u200D\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .normalize()
  )
}

/**
 * Whether the user may mean the same animal by both. Also ignores the status and letter case, so it is good for asking
 * the user, not for evidence.
 */
export function mayBeSameAnimal(a: NewPet, b: NewPet): boolean {
  return sameAnimalKey(a) === sameAnimalKey(b)
}

/** Equal for pets that may be the same animal; for grouping. */
export function sameAnimalKey(pet: Pick<Pet, 'name' | 'categoryId'>): string {
  return samePetKey(pet).toLowerCase()
}

/** Whether sending both may add the same pet twice: one matches the other. */
export function isSameNewPet(a: NewPet, b: NewPet): boolean {
  return matchesNewPet(a, b) || matchesNewPet(b, a)
}
