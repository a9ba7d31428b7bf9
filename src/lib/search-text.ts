import { plainText } from './plain-text.ts'

/** For comparing: what one sees, without case and accents. */
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
      // In Turkish, the small letter of I has no dot; nobody knows in which language a name is.
      .replaceAll('ı', 'i')
  )
}

/** What people write before an ID, as the app does: "ID 1003", "#1003". Only the number is looked for. */
const ID_MARK = /(?<!\S)(?:[#＃]|id:?)\s*(?=-?\d+(?!\S))/giu

/** The words of what was typed, each to be looked for with `includes` in a `searchableText`. */
export function searchWords(typed: string): readonly string[] {
  return (
    plainText(typed)
      .replaceAll(ID_MARK, '')
      .split(/\s+/)
      .filter(Boolean)
      // A single accent folds to nothing; it is searched for as it is.
      .map((word) => fold(word).trim() || word.toWellFormed())
  )
}

/** Folded, and as it is on a line of its own. */
export function searchableText(text: string): string {
  return `${fold(text)}\n${text.toWellFormed()}`
}
