import { csvText, type guardCell } from '#src/lib/csv.ts'
import { CSV_COLUMNS } from './csv-columns.ts'
import { PET_COLUMNS } from './pet-columns.ts'
import type { Pet, PetStatus } from '#src/pets/pet.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'

export function petsCsv(pets: readonly Pet[], labels: CategoryLabels, guard: typeof guardCell): string {
  const columns = PET_COLUMNS.flatMap(({ id }) => CSV_COLUMNS[id])
  const rows = pets.map((pet) => columns.map(({ cell }) => cell(pet, labels)))
  return csvText([columns.map(({ heading }) => heading), ...rows], guard)
}

/**
 * Returns the name of the file, with the date and time of the person's time zone, in digits that
 * every file system can hold.
 */
export function petsCsvName(
  environmentId: string,
  status: PetStatus | undefined,
  isTruncated: boolean,
): string {
  // Swedish writes date and time as in ISO 8601.
  const time = new Date().toLocaleString('sv').slice(0, 16).replace(' ', '-').replace(':', '')
  return `pets-${environmentId}${status === undefined ? '' : `-${status}`}-${time}${isTruncated ? '-cut' : ''}.csv`
}
