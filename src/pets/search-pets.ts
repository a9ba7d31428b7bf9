import { searchableText, searchWords } from '#src/lib/search-text.ts'
import { queriedCategory } from './category-query.ts'
import { PET_COLUMNS, type PetOrder } from './pet-columns.ts'
import type { Pet } from './pet.ts'
import type { CategoryLabels } from './validate-new-pet.ts'

/**
 * Searches and sorts for one page, which keeps what it folded: that is most of a search, and each keystroke searches
 * again.
 *
 * @param locale whose alphabet orders names and labels; the person's when omitted
 */
export function createPetSearch(locale?: string) {
  const folded = new WeakMap<Pet, { labels: CategoryLabels; text: string }>()
  const textOf = (pet: Pet, labels: CategoryLabels): string => {
    const known = folded.get(pet)
    if (known?.labels === labels) return known.text
    const text = PET_COLUMNS.flatMap(({ searched }) => searched(pet, labels))
      .map(searchableText)
      .join('\n')
    folded.set(pet, { labels, text })
    return text
  }
  let collator: Intl.Collator | undefined
  const compareTexts = (a: string, b: string): number => {
    // Created when it is needed: that takes longer than rendering the page.
    collator ??= new Intl.Collator(locale, { numeric: true })
    return collator.compare(a, b)
  }

  /**
   * The pets in whose row each word of `q` occurs, whatever its case and accents; equal ones keep the order of the
   * service.
   */
  return (
    pets: readonly Pet[],
    { q, sort }: { q: string; sort: PetOrder | undefined },
    labels: CategoryLabels,
  ): readonly Pet[] => {
    const words = searchWords(q)
    const matches = (pet: Pet) =>
      words.every((word) => {
        const category = queriedCategory(word)
        return category === undefined ? textOf(pet, labels).includes(word) : category === pet.categoryId
      })
    const found = words.length === 0 ? pets : pets.filter(matches)
    if (sort === undefined) return found
    const { column, descending } = sort
    const sign = descending ? -1 : 1
    return found.toSorted((a, b) => sign * column.compare(a, b, labels, compareTexts))
  }
}
