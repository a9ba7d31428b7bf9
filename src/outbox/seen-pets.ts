import { createEmitter } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'

/** The pets that one sign-in was shown. */
type Shown = {
  /** Pets of GETs, by look-alike key and ID. */
  readonly listed: Map<string, Map<Int64, Pet>>
  /** IDs of pets of GETs and of answers. */
  readonly ids: Set<Int64>
}

/**
 * Remembers all pets that the service has shown to this tab, for each sign-in. It forgets none while
 * that lasts: the service cannot delete a pet, so a list that lacks one of them is not complete.
 */
export function createSeenPets() {
  const shownBySignIn = new Map<string, Shown>()
  const changes = createEmitter()

  function shownTo(signInId: string): Shown {
    const existing = shownBySignIn.get(signInId)
    if (existing !== undefined) return existing
    const shown: Shown = { listed: new Map(), ids: new Set() }
    shownBySignIn.set(signInId, shown)
    return shown
  }

  return {
    /** Notifies after a GET has shown pets. */
    subscribe: changes.subscribe,

    /** Remembers pets that a GET has shown. */
    addListed(signInId: string, pets: readonly Pet[]): void {
      const { listed, ids } = shownTo(signInId)
      for (const pet of pets) {
        const key = lookalikeKeyOf(pet)
        const lookalikes = listed.get(key) ?? new Map<Int64, Pet>()
        listed.set(key, lookalikes.set(pet.id, pet))
        ids.add(pet.id)
      }
      changes.notify()
    },

    /** Remembers the pet of an answer to a POST. Which entry it answers is in the ledger. */
    addAnswer(signInId: string, pet: Pet): void {
      shownTo(signInId).ids.add(pet.id)
    },

    /** Returns the pets that a GET has shown. */
    listed: (signInId: string): readonly Pet[] =>
      [...shownTo(signInId).listed.values()].flatMap((lookalikes) => Array.from(lookalikes.values())),

    /** Returns those of them with this look-alike key. */
    listedLookalikes: (signInId: string, lookalikeKey: string): readonly Pet[] => [
      ...(shownTo(signInId).listed.get(lookalikeKey)?.values() ?? []),
    ],

    /** Returns the IDs of all pets that a GET or an answer has shown. */
    ids: (signInId: string): readonly Int64[] => [...shownTo(signInId).ids],

    /** Forgets what every other sign-in was shown. */
    keepOnly(signInId: string): void {
      for (const other of shownBySignIn.keys()) if (other !== signInId) shownBySignIn.delete(other)
    },
  }
}

export type SeenPets = ReturnType<typeof createSeenPets>
