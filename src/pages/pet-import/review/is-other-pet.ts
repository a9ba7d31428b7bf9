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
 * Returns whether a row has become another pet, because its name or its category is another one. A
 * field that had a problem before was only corrected: it may always have meant the same.
 */
export function isOtherPet(
  { values: before, confirmedId }: RowValues,
  after: PetFormValues,
  labels: CategoryLabels,
): boolean {
  const { problems } = checkRow(before, labels, confirmedId)
  const wasCorrect = (checkedField: keyof PetFormValues) =>
    problems.every(({ field }) => field !== checkedField)
  if (wasCorrect('name') && lookalikeNameOf(before.name) !== lookalikeNameOf(after.name)) return true
  if (!wasCorrect('category')) return false
  return parseCategory(before.category, labels).id !== parseCategory(after.category, labels).id
}
