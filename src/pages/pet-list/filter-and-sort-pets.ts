import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import { queriedCategory } from '#src/pets/category-query.ts'
import { searchableText, searchWords } from '#src/lib/search-text.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { type Pet, PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import type { Sort, SortField } from './list-address.ts'

type Compare = (a: string, b: string) => number

/** The order of texts in a locale. */
function createTextComparer(locale: string | undefined): Compare {
  let collator: Intl.Collator | undefined
  return (a, b) => {
    // Created when it is needed: that takes longer than rendering the page.
    collator ??= new Intl.Collator(locale, { numeric: true })
    return collator.compare(a, b)
  }
}

/** The search text of each pet. Removing case and accents is most of a search, and each keystroke searches again. */
type SearchTexts = WeakMap<Pet, { labels: CategoryLabels; text: string }>

/**
 * Filters and sorts for one page, which keeps what it folded.
 *
 * @param locale whose alphabet orders names and labels; the person's when omitted
 */
export function createPetFilter(locale?: string) {
  const searchTexts: SearchTexts = new WeakMap()
  const compareTexts = createTextComparer(locale)
  /** The loaded pets that match the search text, sorted; equal pets keep the order of the service. */
  return (
    pets: readonly Pet[],
    { q, sort }: { q: string; sort: Sort | undefined },
    labels: CategoryLabels,
  ): readonly Pet[] => {
    const found = searchPets(pets, q, labels, searchTexts)
    if (sort === undefined) return found
    const compare = comparers(labels, compareTexts)[sort.field]
    return found.toSorted((a, b) => (sort.descending ? -compare(a, b) : compare(a, b)))
  }
}

/** Each word must occur in what the row shows, whatever its case and accents. */
function searchPets(
  pets: readonly Pet[],
  q: string,
  labels: CategoryLabels,
  searchTexts: SearchTexts,
): readonly Pet[] {
  const words = searchWords(q)
  if (words.length === 0) return pets
  return pets.filter((pet) => {
    const row = searchTextOf(pet, labels, searchTexts)
    return words.every((word) => {
      const category = queriedCategory(word)
      return category === undefined ? row.includes(word) : category === pet.categoryId
    })
  })
}

function searchTextOf(pet: Pet, labels: CategoryLabels, searchTexts: SearchTexts): string {
  const known = searchTexts.get(pet)
  if (known?.labels === labels) return known.text
  const text = [pet.id, pet.name, pet.categoryId, labels.get(pet.categoryId) ?? '', statusText(pet.status)]
    .map(searchableText)
    .join('\n')
  searchTexts.set(pet, { labels, text })
  return text
}

function comparers(
  labels: CategoryLabels,
  compareTexts: Compare,
): Record<SortField, (a: Pet, b: Pet) => number> {
  return {
    id: (a, b) => compareInt64(a.id, b.id),
    name: (a, b) => compareTexts(a.name, b.name),
    category: (a, b) => compareCategories(a.categoryId, b.categoryId, labels, compareTexts),
    status: (a, b) => compareStatuses(a.status, b.status, compareTexts),
  }
}

/** Labels alphabetically, then the IDs without a label numerically. */
function compareCategories(a: Int64, b: Int64, labels: CategoryLabels, compareTexts: Compare): number {
  const [x, y] = [labels.get(a), labels.get(b)]
  if (x !== undefined && y !== undefined) return compareTexts(x, y)
  if (x === undefined && y === undefined) return compareInt64(a, b)
  return x === undefined ? 1 : -1
}

/** Available, pending, sold; then unknown statuses, then "not set". */
function compareStatuses(a: string | undefined, b: string | undefined, compareTexts: Compare): number {
  return rank(a) - rank(b) || compareTexts(a ?? '', b ?? '')
}

function rank(status: string | undefined): number {
  if (status === undefined) return PET_STATUSES.length + 1
  const known = PET_STATUSES.findIndex((candidate) => candidate === status)
  return known === -1 ? PET_STATUSES.length : known
}
