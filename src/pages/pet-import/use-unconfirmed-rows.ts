import { useMemo } from 'react'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { RowValidation } from '#src/importer/import-types.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { mayBeSameAnimal } from '#src/pets/same-pet.ts'
import { readUnconfirmedPets } from '#src/pets/unconfirmed-pets.ts'

/** Rows (by position) that "Add a pet" may have added already, without learning whether it did. */
export function useUnconfirmedRows(checks: readonly RowValidation[]): ReadonlySet<number> {
  const { id, baseUrl } = useEnvironment()
  return useMemo(() => {
    const sent = Map.groupBy(readUnconfirmedPets(id, absoluteUrl(baseUrl)), ({ categoryId }) => categoryId)
    const mayBeSent = (newPet: NewPet) =>
      sent.get(newPet.categoryId)?.some((pet) => mayBeSameAnimal(pet, newPet)) === true
    return new Set(
      checks.flatMap(({ newPet }, position) => (newPet !== undefined && mayBeSent(newPet) ? [position] : [])),
    )
  }, [checks, id, baseUrl])
}
