import { BYTE_ORDER_MARK, csvLine } from '#src/lib/csv-line.ts'
import { PET_COLUMNS } from './pet-columns.ts'
import type { Pet, PetStatus } from './pet.ts'
import type { CategoryLabels } from './validate-new-pet.ts'

/**
 * As parts for a Blob.
 *
 * @param guard `guardCellAndDigits` for programs that would round long IDs. The import reads both.
 */
export function petsCsv(
  pets: readonly Pet[],
  labels: CategoryLabels,
  guard: (cell: string) => string,
): string[] {
  const columns = PET_COLUMNS.flatMap(({ csv }) => Object.entries(csv))
  return [
    BYTE_ORDER_MARK,
    csvLine(columns.map(([heading]) => heading)),
    ...pets.map((pet) =>
      csvLine(
        columns.map(([, cell]) => cell(pet, labels)),
        guard,
      ),
    ),
  ]
}

/** With the date and time of the person's time zone, in digits that every file system can hold. */
export function petsCsvName(
  environmentId: string,
  status: PetStatus | undefined,
  isTruncated: boolean,
  at: Date,
): string {
  // In Swedish they are written as in ISO 8601.
  const time = at.toLocaleString('sv').slice(0, 16).replace(' ', '-').replace(':', '')
  const scope = status === undefined ? environmentId : `${environmentId}-${status}`
  return `pets-${scope}-${time}${isTruncated ? '-cut' : ''}.csv`
}
