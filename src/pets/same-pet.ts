import type { NewPet, Pet } from './pet.ts'

/**
 * Pets with another key are never the same: by it they can be put into groups. Blanks around the name, how many there
 * are within it, and how its accents are encoded make no other pet: a service may tidy up what it stores, and one that
 * is taken for missing is sent again.
 */
export function samePetKey({ name, categoryId }: Pick<Pet, 'name' | 'categoryId'>): string {
  return JSON.stringify([name.normalize().trim().replaceAll(/\s+/g, ' '), categoryId])
}

/**
 * Whether `pet` can be what became of `newPet`. No default is documented for a status that was left out
 * (petstore-service-interface, "NewPet"), so a service may have set any.
 */
export function matchesNewPet(pet: Pick<Pet, 'name' | 'categoryId' | 'status'>, newPet: NewPet): boolean {
  return (
    samePetKey(pet) === samePetKey(newPet) && (newPet.status === undefined || pet.status === newPet.status)
  )
}

/**
 * Whether a person may mean the same animal by both: for asking, which costs little, and not for evidence. The status
 * and the case of the letters may have been changed in between.
 */
export function mayBeSameAnimal(a: NewPet, b: NewPet): boolean {
  return samePetKey(a).toLowerCase() === samePetKey(b).toLowerCase()
}

/** Whether sending both could put one animal into the store twice: one says no more than the other. */
export function isSameNewPet(a: NewPet, b: NewPet): boolean {
  return matchesNewPet(a, b) || matchesNewPet(b, a)
}
