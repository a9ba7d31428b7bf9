import type { Outbox } from '#src/outbox/outbox.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { KnownPets, ReviewRow } from './review.ts'

/**
 * The knowledge of this device about the pets under review. Each look-alike key is looked up once,
 * and again after an entry with that key was written. That is a hint for the person, which may lag
 * a little: the outbox looks again when the rows are entered, and when each is sent.
 */
export function createKnownPets({ findConflictsOfFile }: Pick<Outbox, 'findConflictsOfFile'>) {
  let known: KnownPets = new Map()
  const lookedUpKeys = new Set<string>()

  /** Returns a pet for each look-alike key of the rows that has still to be looked up. */
  function petsToLookUp(rows: readonly ReviewRow[]): ReadonlyMap<string, NewPet> {
    return new Map(
      rows.flatMap(({ lookalikeKey, newPet }) =>
        newPet === undefined || lookedUpKeys.has(lookalikeKey) ? [] : [[lookalikeKey, newPet] as const],
      ),
    )
  }

  /** Takes over what was found of these keys. Returns whether any of them is or was known. */
  function replace(keys: readonly string[], found: KnownPets): boolean {
    if (!keys.some((key) => known.has(key) || found.has(key))) return false
    const next = new Map(known)
    for (const key of keys) next.delete(key)
    known = new Map([...next, ...found])
    return true
  }

  return {
    get: (): KnownPets => known,

    /**
     * Entries with these look-alike keys were written; `undefined`: with any. Returns whether one
     * of them has to be looked up again.
     */
    outdate(keys: readonly string[] | undefined): boolean {
      if (keys !== undefined) return keys.map((key) => lookedUpKeys.delete(key)).includes(true)
      lookedUpKeys.clear()
      return true
    },

    /**
     * Looks up what is not known of these rows. Returns whether that changes what they are. If it
     * fails, nothing is proved, and the next call looks again.
     */
    async lookUp(rows: readonly ReviewRow[]): Promise<boolean> {
      const newPets = petsToLookUp(rows)
      const keys = [...newPets.keys()]
      if (keys.length === 0) return false
      // An entry that is written meanwhile takes its key out again.
      for (const key of keys) lookedUpKeys.add(key)
      try {
        return replace(keys, await findConflictsOfFile([...newPets.values()]))
      } catch {
        for (const key of keys) lookedUpKeys.delete(key)
        return false
      }
    },
  }
}
