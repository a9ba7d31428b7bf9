import { plainText } from './plain-text.ts'

/** Returns a text as it is compared: what one sees, without case and accents. */
function fold(text: string): string {
  return (
    plainText(text)
      // Neither an address nor the search box can contain half of a surrogate pair.
      .toWellFormed()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      // A sigma at the end of a word becomes a final sigma, even while the word is being typed.
      .replaceAll('ς', 'σ')
      // The small letter of I has no dot in Turkish, and nobody knows in which language a name is.
      .replaceAll('ı', 'i')
  )
}

/**
 * Matches what people write before an ID, as the app does: "ID 1003", "#1003". We search for the
 * number alone.
 */
const ID_MARK = /(?<!\S)(?:[#＃]|id:?)\s*(?=-?\d+(?!\S))/giu

/**
 * Returns the words of a search, each of which is to be found with `includes` in a
 * `searchableText`.
 */
export function searchWords(typed: string): readonly string[] {
  return (
    plainText(typed)
      .replaceAll(ID_MARK, '')
      .split(/\s+/)
      .filter(Boolean)
      // A single accent folds to nothing, so it is searched for as it is.
      .map((word) => fold(word).trim() || word.toWellFormed())
  )
}

/** Returns the folded text, and on a line of its own the text as it is. */
export function searchableText(text: string): string {
  return `${fold(text)}\n${text.toWellFormed()}`
}
