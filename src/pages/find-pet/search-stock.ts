import { type Int64, int64FromText } from '#src/lib/int64.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { searchableText, searchWords } from '#src/lib/search-text.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'

/** Folding and sorting are most of a search, and each keystroke searches again. */
type Folded = { readonly name: string; readonly others: readonly string[] }

/** How well a word fits, best first. */
const FIT = { wholeId: 0, startOfName: 1, startOfWord: 2, anywhere: 3 } as const

const WORD_CHARACTER = /[\p{L}\p{N}]/u

/**
 * Searches for one dialog, which keeps what it folded and sorted.
 *
 * @param locale whose alphabet orders names; the person's when omitted
 */
export function createStockSearch(labels: CategoryLabels, locale?: string) {
  const folded = new WeakMap<Pet, Folded>()
  const fold = (pet: Pet): Folded => {
    const known = folded.get(pet)
    if (known !== undefined) return known
    const others = [labels.get(pet.categoryId) ?? '', pet.categoryId, pet.id].map(searchableText)
    const made = { name: searchableText(pet.name), others }
    folded.set(pet, made)
    return made
  }
  const sorted = new WeakMap<readonly Pet[], readonly Pet[]>()
  const sortByName = (pets: readonly Pet[]): readonly Pet[] => {
    const known = sorted.get(pets)
    if (known !== undefined) return known
    const { compare } = new Intl.Collator(locale, { numeric: true })
    const made = pets.toSorted(
      (a, b) => Number(isVisuallyBlank(a.name)) - Number(isVisuallyBlank(b.name)) || compare(a.name, b.name),
    )
    sorted.set(pets, made)
    return made
  }

  /**
   * The pets in which each word occurs: in the name, the label or ID of the category, or the ID. Best first: the whole
   * ID, the start of the name, the start of a word, anywhere; equally good ones by name, those without a name last.
   */
  return (pets: readonly Pet[], typed: string): readonly Pet[] => {
    const words = searchWords(typed)
    if (words.length === 0) return sortByName(pets)
    return sortByName(pets)
      .flatMap((pet) => {
        const texts = fold(pet)
        let sum = 0
        for (const word of words) {
          const fit = fitOf(word, pet, texts)
          if (fit === undefined) return []
          sum += fit
        }
        return [{ pet, fit: sum }]
      })
      .toSorted((a, b) => a.fit - b.fit)
      .map(({ pet }) => pet)
  }
}

/** `undefined` where the word does not occur. */
function fitOf(word: string, { id }: Pet, { name, others }: Folded): number | undefined {
  if (word === id || int64FromText(word) === id) return FIT.wholeId
  if (name.startsWith(word)) return FIT.startOfName
  const texts = [name, ...others]
  if (texts.some((text) => startsWord(text, word))) return FIT.startOfWord
  return texts.some((text) => text.includes(word)) ? FIT.anywhere : undefined
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !WORD_CHARACTER.test(text.charAt(at - 1))) return true
  }
  return false
}

/** The ID to look up, when what was typed is one that none of the pets has. */
export function unknownId(pets: readonly Pet[], typed: string): Int64 | undefined {
  const id = int64FromText(typed.trim())
  return id === undefined || pets.some((pet) => pet.id === id) ? undefined : id
}
