import { type Int64, INT64_MAX, INT64_MIN, int64FromText, isWholeNumber } from '#src/lib/int64.ts'
import { comparableText, plainText } from '#src/lib/plain-text.ts'
import { searchableText, searchWords } from '#src/lib/search-text.ts'

/** The category labels of the configuration by category ID (decimal text). */
export type CategoryLabels = ReadonlyMap<string, string>

/**
 * The category ID of each label, by its `comparableText`. They are kept, because an import looks up
 * thousands of rows, each of them often.
 */
const idsOfLabels = new WeakMap<CategoryLabels, ReadonlyMap<string, string>>()

function idOfLabel(text: string, labels: CategoryLabels): string {
  // When labels are equal, the first one counts.
  const ids =
    idsOfLabels.get(labels) ??
    new Map([...labels].toReversed().map(([id, label]) => [comparableText(label), id]))
  idsOfLabels.set(labels, ids)
  return ids.get(comparableText(text)) ?? ''
}

/**
 * Reads a category as the user enters it: an ID, or a label of the configuration in any letter
 * case.
 */
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

/**
 * Returns the text that stands for a category in a field. It is the label, unless that is a number
 * or belongs to another category, too; then it is the ID.
 */
export function categoryFieldText(id: string, labels: CategoryLabels): string {
  const label = labels.get(id)
  return label !== undefined && parseCategory(label, labels).id === id ? label : id
}

/**
 * Returns the category labels of the configuration that match what is typed: each word of `typed`
 * occurs in them, whatever the case and the accents, or their ID starts with it. Those that start
 * with it come first. When it is a category already, all of them are returned, so that another can
 * be chosen.
 *
 * `best` is the category that is most likely meant. It is `undefined` when the text has a meaning
 * of its own, as any whole number has.
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
