import { isWholeNumber } from '#src/lib/int64.ts'
import { searchableText, searchWords } from '#src/lib/search-text.ts'
import { categoryFieldText, type CategoryLabels, parseCategory } from './validate-new-pet.ts'

export type CategoryOption = {
  readonly id: string
  readonly label: string
  /** What stands for it in a field: a label may be a number, or that of two categories. */
  readonly text: string
}

export type CategoryMatches = {
  /** All of them where `typed` is one already, so that another can be chosen. */
  readonly options: readonly CategoryOption[]
  /** What `typed` most likely means; `undefined` where it has a meaning of its own, as any whole number has. */
  readonly best: CategoryOption | undefined
}

/**
 * The category labels of the configuration in which each word of `typed` occurs, whatever the case and the accents, or
 * whose ID starts with it. Those that start with it come first.
 */
export function matchCategories(typed: string, labels: CategoryLabels): CategoryMatches {
  const all = Array.from(labels, ([id, label]) => ({ id, label, text: categoryFieldText(id, labels) }))
  const text = typed.trim()
  const { id } = parseCategory(text, labels)
  if (text === '' || (id !== undefined && labels.has(id))) return { options: all, best: undefined }
  const words = searchWords(text)
  const rank = ({ id: optionId, label }: CategoryOption): number => {
    const searchable = searchableText(label)
    if (optionId.startsWith(text) || searchable.startsWith(words.join(' '))) return 0
    return words.every((word) => searchable.includes(word)) ? 1 : 2
  }
  const options = all
    .map((option) => ({ option, rank: rank(option) }))
    .filter(({ rank: at }) => at < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
  // In any digits: those of an input method may be wide.
  const isNumber = isWholeNumber(text.normalize('NFKC'))
  return { options, best: isNumber ? undefined : options[0] }
}

/** The only label that begins with this word: "Hamster" most likely means Hamsters. */
export function categoryBeginningWith(word: string, labels: CategoryLabels): CategoryOption | undefined {
  const start = searchWords(word).join(' ')
  if (start === '') return undefined
  const [option, ...others] = matchCategories(word, labels).options.filter(({ label }) =>
    searchableText(label).startsWith(start),
  )
  return others.length === 0 ? option : undefined
}
