import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'

/** A name that is cut is at least this long, in letters and digits. */
const MIN_CUT_LENGTH = 8

/** The ASCII spellings of letters that Unicode does not decompose into a letter and an accent. */
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

/** The same spellings, with the German ones of umlauts. */
const UMLAUT_SPELLINGS: Readonly<Record<string, string>> = { ...LATIN_SPELLINGS, ä: 'ae', ö: 'oe', ü: 'ue' }

/**
 * Returns the pets among these that may be the one that was sent, if the service changes names. It
 * may cut a name, escape, respell or drop its characters, misread its encoding, or add a number
 * that makes it unique. Look-alikes of the pet that was sent are left out.
 */
export function petsKeptAs(sent: NewPet, pets: readonly Pet[]): readonly Pet[] {
  const lookalikeKey = lookalikeKeyOf(sent)
  const possibleNames = changedNames(sent.name)
    .map(comparableForm)
    .filter((name) => name !== '')

  const isPossibleName = (keptName: string) =>
    possibleNames.some((name) => name === keptName || isCutTo(keptName, name) || isNumbered(keptName, name))

  return pets.filter(
    (pet) =>
      pet.categoryId === sent.categoryId &&
      isPossibleName(comparableForm(withoutEscapes(pet.name))) &&
      lookalikeKeyOf(pet) !== lookalikeKey,
  )
}

function isCutTo(keptName: string, name: string): boolean {
  return keptName.length >= MIN_CUT_LENGTH && name.startsWith(keptName)
}

function isNumbered(keptName: string, name: string): boolean {
  return keptName.startsWith(name) && /^\d+$/.test(keptName.slice(name.length))
}

/** Returns the names that a service may make of one that was sent, before it cuts them. */
function changedNames(name: string): readonly string[] {
  const asciiOnly = name.replaceAll(/[^\p{ASCII}]/gu, '')
  return [
    withoutEscapes(name),
    respelled(name, LATIN_SPELLINGS),
    respelled(name, UMLAUT_SPELLINGS),
    name.replaceAll(/[^\p{ASCII}]/gu, '?'),
    // Old programs for Windows read the bytes of UTF-8 in another encoding.
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(name)),
    // If only digits are left, they would match the number in the name of another pet.
    /[a-z]/i.test(asciiOnly) ? asciiOnly : '',
  ]
}

function respelled(name: string, spellings: Readonly<Record<string, string>>): string {
  return Array.from(name.normalize().toLowerCase(), (letter) => spellings[letter] ?? letter).join('')
}

/**
 * Returns the letters and digits of a name, without accents and in lower case, and one question
 * mark for each place where characters were lost.
 */
function comparableForm(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[?\uFFFD]+/g, '?')
    .replaceAll(/[^\p{L}\p{N}?]/gu, '')
    .toLowerCase()
}

/** Returns the name without escaped characters, such as `&amp;`, `&#39;` and `%20`. */
function withoutEscapes(name: string): string {
  return name.replaceAll(/&#?\w+;|%[\da-f]{2}/gi, '')
}
