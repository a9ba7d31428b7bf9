import type { Int64 } from '#src/lib/int64.ts'
import { truncate } from '#src/lib/truncate.ts'
import { nameText } from '#src/pets/table/pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'

/** Longer names are cut in the heading, and in the title of the document. Characters. */
const MAX_LENGTH = 300

/** Returns the name of a pet, or "Pet 981" while the pet is not loaded. */
export function headingText(id: Int64, pet: Pet | undefined): string {
  return truncate(pet === undefined ? `Pet ${id}` : nameText(pet.name), MAX_LENGTH)
}

export function isWholeNameInHeading({ name }: Pet): boolean {
  return name.length <= MAX_LENGTH
}
