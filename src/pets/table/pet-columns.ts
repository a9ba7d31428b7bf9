import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Pet } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'

export function nameText(name: string): string {
  return isVisuallyBlank(name) ? '(no name)' : name
}

export type PetColumn = {
  /** The name of the column in the address, and a class name in CSS. */
  readonly id: 'id' | 'name' | 'category' | 'status'
  readonly heading: string
  /** Returns the text that a row shows. */
  readonly text: (pet: Pet, labels: CategoryLabels) => string
}

/** The longest text in a row, in characters. The page of the pet shows the whole text. */
const MAX_LENGTH = 200

/**
 * Defines what rows show of a pet, in the order in which they show it. Other files say how rows are
 * compared (sort-pets.ts), how that is called (order-texts.ts) and how they are exported
 * (csv-columns.ts), because the script in index.html, where every byte counts, reads this file and
 * does none of it.
 */
export const PET_COLUMNS: readonly PetColumn[] = [
  {
    id: 'id',
    heading: 'ID',
    text: ({ id }) => id,
  },
  {
    id: 'name',
    heading: 'Name',
    text: ({ name }) => truncate(nameText(name), MAX_LENGTH),
  },
  {
    id: 'category',
    heading: 'Category',
    text: ({ categoryId }, labels) => truncate(labels.get(categoryId) ?? categoryId, MAX_LENGTH),
  },
  {
    id: 'status',
    heading: 'Status',
    text: ({ status }) => truncate(statusText(status), MAX_LENGTH),
  },
]

/** Returns the texts of a row by their columns, and whether one of them is unusual. */
export function rowTexts(pet: Pet, labels: CategoryLabels) {
  const texts = Object.fromEntries(PET_COLUMNS.map(({ id, text }) => [id, text(pet, labels)]))
  return {
    texts: texts as Readonly<Record<PetColumn['id'], string>>,
    isUnusual: Object.values(texts).some(isUnusual),
  }
}

/**
 * Says whether a text may need more than two lines in a cell, a direction of its own, or more
 * height than a line has. The styles for such texts take half of the time that a row takes, so
 * other rows do without.
 */
function isUnusual(text: string): boolean {
  return !/^[ -\u024f]{0,20}$/.test(text)
}

/**
 * The orders of the rows. Without one, they have the order of the service. Their names are in
 * order-texts.ts.
 */
export const ORDERS = PET_COLUMNS.flatMap((column) =>
  [false, true].map((descending) => {
    /** The text that stands for the order in the address. */
    const param = `${descending ? '-' : ''}${column.id}`
    return { param, column, descending }
  }),
)

export type PetOrder = (typeof ORDERS)[number]
