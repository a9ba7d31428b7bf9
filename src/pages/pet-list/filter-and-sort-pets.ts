import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import type { CategoryLabels } from '#src/pets/new-pet.ts'
import { type Pet, PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/StatusTag.tsx'
import type { Sort, SortField } from './list-address.ts'

let collator: Intl.Collator | undefined

/** Made when something is sorted first: making one takes longer than drawing the page. */
function compareTexts(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true })
  return collator.compare(a, b)
}

/** What the list shows of what is loaded: narrowed by the search text, sorted; equal pets keep the service's order. */
export function filterAndSortPets(
  pets: readonly Pet[],
  { q, sort }: { q: string; sort: Sort | undefined },
  labels: CategoryLabels,
): readonly Pet[] {
  const found = searchPets(pets, q, labels)
  if (sort === undefined) return found
  const compare = comparers(labels)[sort.field]
  return found.toSorted((a, b) => (sort.descending ? -compare(a, b) : compare(a, b)))
}

/** Every word must stand somewhere in what the row shows, in any letter case and with or without accents. */
function searchPets(pets: readonly Pet[], q: string, labels: CategoryLabels): readonly Pet[] {
  // An accent that stands alone folds to nothing; then it is looked for as it is.
  const words = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => fold(word).trim() || word.toWellFormed())
  if (words.length === 0) return pets
  return pets.filter((pet) => {
    const row = searchedTextOf(pet, labels)
    return words.every((word) => row.includes(word))
  })
}

/** Folding is most of what a search takes, and each letter that is typed searches anew. */
const searchedTexts = new WeakMap<Pet, { labels: CategoryLabels; text: string }>()

function searchedTextOf(pet: Pet, labels: CategoryLabels): string {
  const known = searchedTexts.get(pet)
  if (known?.labels === labels) return known.text
  const text = [pet.id, pet.name, pet.categoryId, labels.get(pet.categoryId) ?? '', statusText(pet.status)]
    .map((part) => `${fold(part)}\n${part.toWellFormed()}`)
    .join('\n')
  searchedTexts.set(pet, { labels, text })
  return text
}

function fold(text: string): string {
  return (
    text
      // The address of the page cannot hold half of a character, and so neither can the search box.
      .toWellFormed()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      // Lower case makes a final sigma of the last letter of a word, also where the person has not finished typing it.
      .replaceAll('ς', 'σ')
  )
}

function comparers(labels: CategoryLabels): Record<SortField, (a: Pet, b: Pet) => number> {
  return {
    id: (a, b) => compareInt64(a.id, b.id),
    name: (a, b) => compareTexts(a.name, b.name),
    category: (a, b) => compareCategories(a.categoryId, b.categoryId, labels),
    status: (a, b) => compareStatuses(a.status, b.status),
  }
}

/** As the column shows them: labels by their letters, then the ids without a label by their size. */
function compareCategories(a: Int64, b: Int64, labels: CategoryLabels): number {
  const [x, y] = [labels.get(a), labels.get(b)]
  if (x !== undefined && y !== undefined) return compareTexts(x, y)
  if (x === undefined && y === undefined) return compareInt64(a, b)
  return x === undefined ? 1 : -1
}

/** In the order of a pet's life, then what the app does not know, then "not set". */
function compareStatuses(a: string | undefined, b: string | undefined): number {
  return rank(a) - rank(b) || compareTexts(a ?? '', b ?? '')
}

function rank(status: string | undefined): number {
  if (status === undefined) return PET_STATUSES.length + 1
  const known = PET_STATUSES.findIndex((candidate) => candidate === status)
  return known === -1 ? PET_STATUSES.length : known
}
