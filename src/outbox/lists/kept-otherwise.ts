import type { NewPet, Pet } from '#src/pets/pet.ts'

/** A name that is cut is at least this long, in letters and digits. */
const MIN_CUT_LENGTH = 8

/** The spelling of letters that are not a plain letter with an accent. */
const LATIN_SPELLINGS: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** The same, with the German spelling of umlauts. */
const UMLAUT_SPELLINGS: Readonly<Record<string, string>> = { ...LATIN_SPELLINGS, ä: 'ae', ö: 'oe', ü: 'ue' }

/**
 * Returns whether a service that changes names may have kept the pet that was sent under the name
 * of this one: it may cut them, escape or drop some characters, misread their encoding, or add a
 * number that makes them unique. Names that differ only in letter case and blanks are no question
 * here, because they are look-alikes.
 */
export function mayBeKeptAs(pet: Pet, sent: NewPet): boolean {
  if (pet.categoryId !== sent.categoryId) return false
  const kept = compared(withoutEscapes(pet.name))
  const forms = formsOf(sent.name)
    .map(compared)
    .filter((form) => form !== '')
  const isCut = kept.length >= MIN_CUT_LENGTH && forms.some((form) => form.startsWith(kept))
  const hasNumber = forms.some((form) => kept.startsWith(form) && /^\d+$/.test(kept.slice(form.length)))
  return isCut || hasNumber || forms.includes(kept)
}

/** Returns the forms in which a service may have kept a name, beside the one that was sent. */
function formsOf(name: string): readonly string[] {
  const ascii = name.replaceAll(/[^\p{ASCII}]/gu, '')
  return [
    withoutEscapes(name),
    spelled(name, LATIN_SPELLINGS),
    spelled(name, UMLAUT_SPELLINGS),
    name.replaceAll(/[^\p{ASCII}]/gu, '?'),
    // Its bytes were read in the encoding of old programs for Windows.
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(name)),
    // Digits alone would be the number of another pet.
    /[a-z]/i.test(ascii) ? ascii : '',
  ]
}

function spelled(name: string, spellings: Readonly<Record<string, string>>): string {
  return Array.from(name.normalize().toLowerCase(), (letter) => spellings[letter] ?? letter).join('')
}

/**
 * Returns a name as it is compared: its letters and digits without accents, and one question mark
 * for each place where characters were lost.
 */
function compared(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[?\uFFFD]+/g, '?')
    .replaceAll(/[^\p{L}\p{N}?]/gu, '')
    .toLowerCase()
}

/** Takes out what stands for an escaped character, such as `&amp;`, `&#39;` and `%20`. */
function withoutEscapes(name: string): string {
  return name.replaceAll(/&#?\w+;|%[\da-f]{2}/gi, '')
}
