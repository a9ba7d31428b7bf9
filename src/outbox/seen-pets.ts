import { createEmitter } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { createSeenIds, type SharedText } from './seen-ids.ts'

/** A pet of a GET. It is missing where a list of all pets has lacked it since it was shown last. */
type Listed = { readonly pet: Pet; readonly isMissing: boolean }

/** Pets of GETs, by look-alike key and ID. */
export type ListedPets = ReadonlyMap<string, ReadonlyMap<Int64, Listed>>

/** The pets that one sign-in was shown. */
type Shown = {
  /** This is `ListedPets`, and changes with each GET. */
  readonly listed: Map<string, Map<Int64, Listed>>
  /** IDs of pets of answers, of which `SeenIds` may have no more than a hundred. */
  readonly answeredIds: Set<Int64>
  /** The look-alike keys of all pets, as they were shown last, by ID. */
  readonly keys: Map<Int64, string>
}

/** The IDs that had been shown when something was requested. These sets do not change later. */
export type ShownBefore = {
  /** The IDs that any tab was shown in this sign-in, or a hundred of them. */
  readonly idsOfSignIn: ReadonlySet<Int64>
  /** The IDs that lists had shown on this device, to any sign-in. */
  readonly idsOfDevice: ReadonlySet<Int64>
}

/**
 * Prefix of the name under which `SeenIds` keeps the doubtful IDs of a sign-in. It may keep only a
 * hundred of them: with as many pets, no list is complete, so none of them proves anything.
 */
const DOUBTFUL = 'lacked: '

/**
 * Remembers all pets that the service has shown to this tab, for each sign-in, and of those that it
 * has shown to other tabs and earlier visits the IDs. It forgets none while the sign-in lasts: the
 * service cannot delete a pet, so a list that lacks one of them is not complete.
 */
export function createSeenPets(shared: SharedText) {
  const seenIds = createSeenIds(shared)
  const shownBySignIn = new Map<string, Shown>()
  const changes = createEmitter()

  function shownTo(signInId: string): Shown {
    const existing = shownBySignIn.get(signInId)
    if (existing !== undefined) return existing
    const shown: Shown = {
      listed: new Map(),
      answeredIds: new Set(),
      keys: new Map(),
    }
    shownBySignIn.set(signInId, shown)
    return shown
  }

  /**
   * Returns the IDs that a complete list must have: all that answers have shown to this tab, and
   * those that any tab was shown, of which only a hundred may be kept. These are enough, because a
   * list that is not cut has fewer pets, and so lacks one of them.
   */
  function idsShownTo(signInId: string): ReadonlySet<Int64> {
    return new Set([...seenIds.ofSignIn(signInId), ...shownTo(signInId).answeredIds])
  }

  return {
    /** Notifies after a GET has shown pets. */
    subscribe: changes.subscribe,

    /**
     * Remembers pets that a GET has shown. If it is a list of all pets and lacks an ID that was
     * shown before, it lags, or the service was restored from a copy, and may give the ID to
     * another pet. If a GET shows a known ID with another pet, the service gives IDs again, so each
     * ID that this tab knows is doubtful.
     *
     * @param idsBefore only for a list of all pets: the IDs that had been shown to the sign-in when
     *   it was requested
     */
    addListed(signInId: string, pets: readonly Pet[], idsBefore: Iterable<Int64> = []): void {
      const { listed, keys } = shownTo(signInId)
      const ids = pets.map(({ id }) => id)
      const missingIds = [...new Set(idsBefore).difference(new Set(ids))]
      const isIdGivenAgain = pets.some((pet) => isKnownAsOther(keys, pet))
      const doubtfulIds = isIdGivenAgain ? [...keys.keys(), ...missingIds] : missingIds
      if (doubtfulIds.length > 0) seenIds.addToSignIn(DOUBTFUL + signInId, doubtfulIds)
      for (const lookalikes of listed.values()) noteMissing(lookalikes, doubtfulIds)
      for (const pet of pets) {
        const key = lookalikeKeyOf(pet)
        keys.set(pet.id, key)
        const lookalikes = listed.get(key) ?? new Map<Int64, Listed>()
        listed.set(key, lookalikes.set(pet.id, { pet, isMissing: false }))
      }
      seenIds.add(signInId, ids)
      changes.notify()
    },

    /**
     * Remembers the pet of an answer to a POST by its ID: any list of all pets that lacks it makes
     * the ID doubtful, in every tab. The ledger has the rest, with the entry that it answers. If
     * the pet that was sent gets an ID that was known, the service gives IDs again, so each ID that
     * this tab knows is doubtful.
     *
     * @param before the IDs that had been shown when the POST was sent: a list may show the pet
     *   before a slow answer comes
     */
    addAnswer(signInId: string, pet: Pet, sent: NewPet, before: ShownBefore): void {
      const { answeredIds, keys } = shownTo(signInId)
      const key = lookalikeKeyOf(pet)
      const wasShownBefore = before.idsOfDevice.has(pet.id) || before.idsOfSignIn.has(pet.id)
      const isIdKnown = wasShownBefore || answeredIds.has(pet.id)
      // The service may also answer with another pet by mistake.
      if (isIdKnown && key === lookalikeKeyOf(sent))
        seenIds.addToSignIn(DOUBTFUL + signInId, [...keys.keys()])
      answeredIds.add(pet.id)
      keys.set(pet.id, key)
      seenIds.addToSignIn(signInId, [pet.id])
    },

    /**
     * Returns the IDs that the service may have given to another pet: a list of all pets has lacked
     * them after they were shown, or a list has shown them with another pet. The ID of a pet with
     * this look-alike key is doubtful only once the pet is shown again.
     */
    doubtfulIds(signInId: string, lookalikeKey: string): ReadonlySet<Int64> {
      const lookalikes = shownTo(signInId).listed.get(lookalikeKey)
      const lacked = [...seenIds.ofSignIn(DOUBTFUL + signInId)]
      return new Set(lacked.filter((id) => lookalikes?.get(id)?.isMissing !== true))
    },

    /** Returns the IDs that were shown by now, for the POST that is sent next. */
    shownBefore: (signInId: string): ShownBefore => ({
      idsOfSignIn: seenIds.ofSignIn(signInId),
      idsOfDevice: seenIds.ofDevice(),
    }),

    /** Returns the pets that a GET has shown to this tab, by look-alike key and then by ID. */
    listed: (signInId: string): ListedPets => shownTo(signInId).listed,

    ids: idsShownTo,

    /** Returns the IDs of the pets that a GET has shown by now, in any tab, to any sign-in. */
    idsOfDevice: seenIds.ofDevice,

    /** Forgets what every other sign-in was shown, except the IDs. */
    keepOnly(signInId: string): void {
      for (const other of shownBySignIn.keys()) if (other !== signInId) shownBySignIn.delete(other)
    },
  }
}

/** Returns whether the ID of this pet was last shown with another name or category. */
function isKnownAsOther(keys: ReadonlyMap<Int64, string>, pet: Pet): boolean {
  const knownKey = keys.get(pet.id)
  return knownKey !== undefined && knownKey !== lookalikeKeyOf(pet)
}

function noteMissing(lookalikes: Map<Int64, Listed>, missingIds: readonly Int64[]): void {
  for (const id of missingIds) {
    const shown = lookalikes.get(id)
    if (shown !== undefined) lookalikes.set(id, { ...shown, isMissing: true })
  }
}

export type SeenPets = ReturnType<typeof createSeenPets>
