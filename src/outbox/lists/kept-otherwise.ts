import type { NewPet, Pet } from '#src/pets/pet.ts'

/** A name that is cut is at least this long, in letters and digits. */
const MIN_CUT_LENGTH = 8

/**
 * Returns whether a service that changes names may have kept the pet that was sent under the name
 * of this one: it may cut them, escape or drop some characters, or misread their encoding. Names
 * that differ only in letter case and blanks are no question here, because they are look-alikes.
 */
export function mayBeKeptAs(pet: Pet, sent: NewPet): boolean {
  if (pet.categoryId !== sent.categoryId) return false
  const [kept, whole] = [lettersOf(pet.name), lettersOf(sent.name)]
  const isCut = kept.length >= MIN_CUT_LENGTH && whole.startsWith(kept)
  const asciiOfSent = asciiLettersOf(sent.name)
  const isMisread = /[a-z]/.test(asciiOfSent) && asciiOfSent === asciiLettersOf(pet.name)
  return isCut || isMisread || (kept !== '' && kept === whole)
}

/** Returns the letters and digits of a name, without accents, and without escaped characters. */
function lettersOf(name: string): string {
  return withoutEscapes(name)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Returns those of them that every encoding has. */
function asciiLettersOf(name: string): string {
  return withoutEscapes(name)
    .replaceAll(/[^a-z\d]/gi, '')
    .toLowerCase()
}

/** Takes out what stands for an escaped character, such as `&amp;`, `&#39;` and `%20`. */
function withoutEscapes(name: string): string {
  return name.replaceAll(/&#?\w+;|%[\da-f]{2}/gi, '')
}
