import type { Pet } from '#src/pets/pet.ts'
import type { ListedPets } from './seen-pets.ts'

/** Returns the pets with this look-alike key that a GET has shown. */
export function listedLookalikes(listed: ListedPets, lookalikeKey: string): readonly Pet[] {
  return Array.from(listed.get(lookalikeKey)?.values() ?? [], ({ pet }) => pet)
}

/** Returns all pets that a GET has shown. */
export function allListedPets(listed: ListedPets): readonly Pet[] {
  return [...listed.keys()].flatMap((lookalikeKey) => listedLookalikes(listed, lookalikeKey))
}
