import type { PetColumn } from './pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'

type CsvColumn = {
  readonly heading: string
  readonly cell: (pet: Pet, labels: CategoryLabels) => string
}

/** The columns of a CSV file for each column of the list. The search reads them, too. */
export const CSV_COLUMNS: Readonly<Record<PetColumn['id'], readonly CsvColumn[]>> = {
  id: [{ heading: 'id', cell: ({ id }) => id }],
  name: [{ heading: 'name', cell: ({ name }) => name }],
  category: [
    { heading: 'categoryId', cell: ({ categoryId }) => categoryId },
    { heading: 'category', cell: ({ categoryId }, labels) => labels.get(categoryId) ?? '' },
  ],
  status: [{ heading: 'status', cell: ({ status = '' }) => status }],
}
