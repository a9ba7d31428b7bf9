import type { Int64 } from '#src/lib/int64.ts'
import { comparableText, plainText } from '#src/lib/plain-text.ts'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { categoryFieldText, type CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { RowProblem } from './check-row.ts'

/** A category or a status that a word most likely means. */
export type Suggestion = {
  /** The text of the field. */
  readonly text: string
  /** The text that the person reads. */
  readonly label: string
  /** `true` if a person has taken the word for it before. */
  readonly isRemembered?: boolean
}

/** The categories that words were taken for before, by the `comparableText` of the word. */
export type CategoryWords = ReadonlyMap<string, Int64>

export const NO_WORDS: CategoryWords = new Map()

/**
 * The length in characters from which a word may be a slip of typing. Shorter words differ by one
 * letter from many others: "Cats", "Bats", "Rats".
 */
const MIN_LENGTH_FOR_SLIP = 4

/**
 * Returns the option that a word most likely means: the first of these that there is.
 *
 * - the category that a person has taken the word for before
 * - the only option that is the same word in another form (letter case, accents, plural)
 * - the only option that differs from it by a slip of typing
 *
 * Words that begin alike are not the same: "Cattle" is not "Cats".
 */
export function suggestionFor(
  { field, word = '' }: RowProblem,
  labels: CategoryLabels,
  rememberedWords: CategoryWords = NO_WORDS,
): Suggestion | undefined {
  if (word === '' || field === 'name') return undefined
  const rememberedId = field === 'category' ? rememberedWords.get(comparableText(word)) : undefined
  if (rememberedId !== undefined) return rememberedSuggestion(rememberedId, labels)
  const options = field === 'status' ? statusOptions() : categoryOptions(labels)
  const sameWord = options.filter(({ label }) => singular(label) === singular(word))
  if (sameWord.length > 0) return onlyOne(sameWord)
  return onlyOne(options.filter(({ label }) => isSlip(folded(word), folded(label))))
}

function rememberedSuggestion(id: Int64, labels: CategoryLabels): Suggestion {
  const label = labels.get(id) ?? `Category ${id}`
  return { text: categoryFieldText(id, labels), label, isRemembered: true }
}

function statusOptions(): readonly Suggestion[] {
  return PET_STATUSES.map((status) => ({ text: status, label: statusText(status) }))
}

function categoryOptions(labels: CategoryLabels): readonly Suggestion[] {
  return Array.from(labels, ([id, label]) => ({ text: categoryFieldText(id, labels), label }))
}

function onlyOne(options: readonly Suggestion[]): Suggestion | undefined {
  return options.length === 1 ? options[0] : undefined
}

/** Returns a word without letter case and accents, and with single blanks. */
function folded(word: string): string {
  return plainText(word)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase()
}

/** Returns a folded word without an English plural ending. */
function singular(word: string): string {
  const text = folded(word)
  if (/[^aeiou]ies$/.test(text)) return `${text.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(text)) return text.slice(0, -2)
  return /[^s]s$/.test(text) ? text.slice(0, -1) : text
}

/**
 * Says whether two words differ by a slip: one letter is missing, too much or another one, or two
 * have changed places. The first letter is the same, because few people mistype that one, and other
 * words differ in it.
 */
function isSlip(typed: string, word: string): boolean {
  if (Math.min(typed.length, word.length) < MIN_LENGTH_FOR_SLIP) return false
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > 1) return false
  const start = commonLength(typed, word)
  const rest = (text: string, skipped: number) => text.slice(start + skipped)
  const isMissing = rest(typed, 0) === rest(word, 1)
  const isTooMuch = rest(typed, 1) === rest(word, 0)
  const isReplaced = rest(typed, 1) === rest(word, 1)
  const isSwapped =
    rest(typed, 2) === rest(word, 2) && typed[start] === word[start + 1] && typed[start + 1] === word[start]
  return isMissing || isTooMuch || isReplaced || isSwapped
}

/** Returns the number of characters with which both texts begin. */
function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
