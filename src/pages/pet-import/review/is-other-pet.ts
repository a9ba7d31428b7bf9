import type { PetFormValues } from '#src/pets/form/pet-form.ts'
import { lookalikeNameOf } from '#src/pets/lookalike-key.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import { checkRow } from '#src/spreadsheet/check-row.ts'

type RowValues = {
  readonly values: PetFormValues
  /** The category ID that the person has typed or confirmed. */
  readonly confirmedId?: string | undefined
}

/**
 * Returns whether a row has become another pet, because its name or its category is another one.
 * Where a field had a problem before, it was only corrected: nobody knows that it meant something
 * else.
 */
export function isOtherPet(
  { values: before, confirmedId }: RowValues,
  after: PetFormValues,
  labels: CategoryLabels,
): boolean {
  const { problems } = checkRow(before, labels, confirmedId)
  const wasCorrect = (wanted: keyof PetFormValues) => problems.every(({ field }) => field !== wanted)
  if (wasCorrect('name') && lookalikeNameOf(before.name) !== lookalikeNameOf(after.name)) return true
  if (!wasCorrect('category')) return false
  return parseCategory(before.category, labels).id !== parseCategory(after.category, labels).id
}
