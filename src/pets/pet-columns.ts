import { compareInt64 } from '#src/lib/int64.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import { type Pet, PET_STATUSES } from './pet.ts'
import { statusText } from './status-text.ts'
import type { CategoryLabels } from './validate-new-pet.ts'

export function nameText(name: string): string {
  return isVisuallyBlank(name) ? '(no name)' : name
}

export type PetColumn = {
  /** In the address, and as a class name in CSS. */
  readonly id: 'id' | 'name' | 'category' | 'status'
  readonly heading: string
  readonly order: { readonly by: string; readonly ascending: string; readonly descending: string }
  /** What a row shows. */
  readonly text: (pet: Pet, labels: CategoryLabels) => string
  /** Ascending. */
  readonly compare: (a: Pet, b: Pet, labels: CategoryLabels, compareTexts: Intl.Collator['compare']) => number
  /** The columns of a CSV file, which the search reads, too. */
  readonly csv: Readonly<Record<string, (pet: Pet, labels: CategoryLabels) => string>>
}

/** The page of the pet shows the whole text. Characters. */
const MAX_LENGTH = 200

/** The one definition of what is shown of a pet in rows, in the order in which it is shown. */
export const PET_COLUMNS: readonly PetColumn[] = [
  {
    id: 'id',
    heading: 'ID',
    order: { by: 'ID', ascending: 'smallest first', descending: 'largest first' },
    text: ({ id }) => id,
    compare: (a, b) => compareInt64(a.id, b.id),
    csv: { id: ({ id }) => id },
  },
  {
    id: 'name',
    heading: 'Name',
    order: { by: 'name', ascending: 'A to Z', descending: 'Z to A' },
    text: ({ name }) => truncate(nameText(name), MAX_LENGTH),
    compare: (a, b, _labels, compareTexts) => compareTexts(a.name, b.name),
    csv: { name: ({ name }) => name },
  },
  {
    id: 'category',
    heading: 'Category',
    order: { by: 'category', ascending: 'A to Z', descending: 'Z to A' },
    text: ({ categoryId }, labels) => truncate(labels.get(categoryId) ?? categoryId, MAX_LENGTH),
    // Labels alphabetically, then the IDs without a label numerically.
    compare: (a, b, labels, compareTexts) => {
      const [x, y] = [labels.get(a.categoryId), labels.get(b.categoryId)]
      if (x !== undefined && y !== undefined) return compareTexts(x, y)
      if (x === undefined && y === undefined) return compareInt64(a.categoryId, b.categoryId)
      return x === undefined ? 1 : -1
    },
    csv: {
      categoryId: ({ categoryId }) => categoryId,
      category: ({ categoryId }, labels) => labels.get(categoryId) ?? '',
    },
  },
  {
    id: 'status',
    heading: 'Status',
    order: { by: 'status', ascending: 'available first', descending: 'available last' },
    text: ({ status }) => truncate(statusText(status), MAX_LENGTH),
    // Available, pending, sold; then unknown statuses, then "not set".
    compare: (a, b, _labels, compareTexts) =>
      rank(a.status) - rank(b.status) || compareTexts(a.status ?? '', b.status ?? ''),
    csv: { status: ({ status = '' }) => status },
  },
]

/**
 * Whether a text may need more than two lines in a cell, a direction of its own, or more height than a line has. What is
 * done for these takes half of the time that a row takes, so rows without any go without.
 */
export function isUnusual(texts: readonly string[]): boolean {
  return texts.some((text) => !/^[ -\u024f]{0,20}$/.test(text))
}

function rank(status: string | undefined): number {
  if (status === undefined) return PET_STATUSES.length + 1
  const known = PET_STATUSES.findIndex((candidate) => candidate === status)
  return known === -1 ? PET_STATUSES.length : known
}

/** Of the rows; without one, it is the service's. */
export const ORDERS = PET_COLUMNS.flatMap((column) =>
  [false, true].map((descending) => {
    const direction = descending ? column.order.descending : column.order.ascending
    return {
      /** In the address. */
      param: `${descending ? '-' : ''}${column.id}`,
      column,
      descending,
      label: `${column.heading}, ${direction}`,
      message: `Sorted by ${column.order.by}, ${direction}`,
    }
  }),
)

export type PetOrder = (typeof ORDERS)[number]
