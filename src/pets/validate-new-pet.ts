import { type Int64, INT64_MAX, INT64_MIN, int64FromText, isWholeNumber } from '#src/lib/int64.ts'
import { comparableText, plainText } from '#src/lib/plain-text.ts'
import { searchableText, searchWords } from '#src/lib/search-text.ts'

/** Category labels of the configuration by category id (decimal text). */
export type CategoryLabels = ReadonlyMap<string, string>

/** The category of each label by its `comparableText`. An import looks up thousands of rows, each of them often. */
const idsOfLabels = new WeakMap<CategoryLabels, ReadonlyMap<string, string>>()

function idOfLabel(text: string, labels: CategoryLabels): string {
  // The first one of equal labels counts.
  const ids =
    idsOfLabels.get(labels) ??
    new Map([...labels].toReversed().map(([id, label]) => [comparableText(label), id]))
  idsOfLabels.set(labels, ids)
  return ids.get(comparableText(text)) ?? ''
}

/** A category as the user enters it: an id, or a label of the configuration in any letter case. */
export function parseCategory(
  typed: string,
  labels: CategoryLabels,
): { id: Int64; error?: never } | { id?: never; error: string } {
  const text = plainText(typed)
  if (text === '') return { error: 'Enter a category ID' }
  const id = int64FromText(text) ?? int64FromText(idOfLabel(text, labels))
  if (id !== undefined) return { id }
  return {
    error: isWholeNumber(text)
      ? `Category ID must be between ${INT64_MIN} and ${INT64_MAX}`
      : 'Choose a category or enter a whole number, such as 12',
  }
}

/** What stands for a category in a field: its label, unless that is a number or of another category, too, or the ID. */
export function categoryFieldText(id: string, labels: CategoryLabels): string {
  const label = labels.get(id)
  return label !== undefined && parseCategory(label, labels).id === id ? label : id
}

/**
 * The category labels of the configuration in which each word of `typed` occurs, whatever the case and the accents, or
 * whose ID starts with it; those that start with it first. All of them where it is one already, so that another can be
 * chosen. `best` is what it most likely means; `undefined` where it has a meaning of its own, as any whole number has.
 */
export function matchCategories(typed: string, labels: CategoryLabels) {
  const all = Array.from(labels, ([id, label]) => ({ id, label }))
  const text = plainText(typed)
  if (text === '' || labels.has(parseCategory(text, labels).id ?? ''))
    return { options: all, best: undefined }
  const words = searchWords(text)
  const { start = [], anywhere = [] } = Object.groupBy(all, ({ id, label }) => {
    const searchable = searchableText(label)
    if (id.startsWith(text) || searchable.startsWith(words.join(' '))) return 'start'
    return words.every((word) => searchable.includes(word)) ? 'anywhere' : 'nowhere'
  })
  const options = [...start, ...anywhere]
  return { options, best: isWholeNumber(text) ? undefined : options[0] }
}
