import { compareInt64 } from '#src/lib/int64.ts'
import type { PetColumn, PetOrder } from './pet-columns.ts'
import { type Pet, PET_STATUSES } from '#src/pets/pet.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'

type CompareTexts = Intl.Collator['compare']

/** Compares in ascending order, as `toSorted` expects. */
type ComparePets = (a: Pet, b: Pet, labels: CategoryLabels, compare: CompareTexts) => number

const COMPARE_BY: Readonly<Record<PetColumn['id'], ComparePets>> = {
  id: (a, b) => compareInt64(a.id, b.id),
  name: (a, b, _labels, compare) => compare(a.name, b.name),
  category: compareCategories,
  status: (a, b, _labels, compare) =>
    statusRank(a.status) - statusRank(b.status) || compare(a.status ?? '', b.status ?? ''),
}

let collator: Intl.Collator | undefined

/** Compares in the alphabet of the person, and numbers as numbers. */
export function compareTexts(a: string, b: string): number {
  // The collator is created when it is needed, because that takes longer than rendering the page.
  collator ??= new Intl.Collator(undefined, { numeric: true })
  return collator.compare(a, b)
}

/** Sorts pets. Equal ones stay in the service's order. */
export function sortPets(
  pets: readonly Pet[],
  { column, descending }: PetOrder,
  labels: CategoryLabels,
  compare = compareTexts,
): readonly Pet[] {
  const comparePets = COMPARE_BY[column.id]
  const sign = descending ? -1 : 1
  return pets.toSorted((a, b) => sign * comparePets(a, b, labels, compare))
}

/** Puts labels first, by the alphabet, and then the IDs without a label, by their number. */
function compareCategories(a: Pet, b: Pet, labels: CategoryLabels, compare: CompareTexts): number {
  const labelOfA = labels.get(a.categoryId)
  const labelOfB = labels.get(b.categoryId)
  if (labelOfA !== undefined && labelOfB !== undefined) return compare(labelOfA, labelOfB)
  if (labelOfA === undefined && labelOfB === undefined) return compareInt64(a.categoryId, b.categoryId)
  return labelOfA === undefined ? 1 : -1
}

/**
 * Ranks available, pending and sold first, then statuses that the service does not document, then
 * "not set".
 */
function statusRank(status: string | undefined): number {
  if (status === undefined) return PET_STATUSES.length + 1
  const documented = PET_STATUSES.findIndex((candidate) => candidate === status)
  return documented === -1 ? PET_STATUSES.length : documented
}
