/** For comparing: without case and accents. */
function fold(text: string): string {
  return (
    text
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

/** The words of what was typed, each to be looked for with `includes` in a `searchableText`. */
export function searchWords(typed: string): readonly string[] {
  return (
    typed
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
