import type { Pet } from '#src/pets/pet.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { isMarkedByPerson } from '#src/outbox/entry-rules.ts'
import { petIdentity } from './pet-identity.ts'
import type { ReadAnswered } from './standings.ts'

/** The doubts about an entry that lists cannot settle, because people have marked look-alikes. */
export type MarkDoubts = {
  /** `true` if its pet may have been marked, by mistake, as that of another entry. */
  readonly mayBeTakenByMistake: boolean
  /**
   * The entries that a person has marked, on which the absence of this one rests. They are as
   * unproved as before: if their own pets come later, one of theirs may be the pet of this one.
   */
  readonly marked: readonly Entry[]
}

/**
 * Follows each pet that this entry may be to the entry that a person gave it to, from there to the
 * pets which that entry may be as well, and so on, until one answers no entry.
 *
 * Example: somebody marks pet A as that of another entry, but A is the pet of this one, and B is
 * that of the other. Then B answers no entry, and was there before this entry was sent, so that
 * this one seems not to have been added.
 *
 * @param lookalikes all pets with its look-alike key
 */
export async function readMarkDoubts(
  readAnswered: ReadAnswered,
  entry: Entry,
  lookalikes: readonly Pet[],
): Promise<MarkDoubts> {
  const marked: Entry[] = []
  const reached = new Map<string, Pet>()
  const reach = (other: Entry): void => {
    for (const pet of possiblePetsOf(other, lookalikes)) reached.set(petIdentity(pet), pet)
  }
  reach(entry)
  // A map also iterates over what is added to it meanwhile.
  for (const pet of reached.values()) {
    const answered = await readAnswered(entry, pet)
    if (answered.length === 0) return { mayBeTakenByMistake: true, marked }
    for (const other of answered.filter(isMarkedByPerson)) {
      marked.push(other)
      reach(other)
    }
  }
  return { mayBeTakenByMistake: false, marked }
}

/** Returns the pets that were not there before the entry was sent. */
function possiblePetsOf({ knownBefore }: Entry, pets: readonly Pet[]): readonly Pet[] {
  return pets.filter(({ id }) => !knownBefore.includes(id))
}
