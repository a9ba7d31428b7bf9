import { createContext } from 'react'
import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { currentMoment, type Moment } from '#src/lib/moment.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { LoadedPets } from '#src/pets/petstore.ts'

/** A pet as the service has shown it last. */
export type KnownPet = { readonly pet: Pet; readonly loaded: Moment }

export type KnownPetsSnapshot = {
  /** The pets by their IDs, the one that was loaded last comes last. */
  readonly byId: ReadonlyMap<Int64, KnownPet>
  /** The IDs of the pets that were opened or added in this tab, the last one last. */
  readonly recentIds: readonly Int64[]
}

const NO_PETS: KnownPetsSnapshot = { byId: new Map(), recentIds: [] }

/** The most pets that are kept. An import adds up to 10,000. */
const MAX_PETS = 10_000

/**
 * Creates the memory of the pets that the service has shown to this tab. The petstore feeds it, and
 * it is emptied when the API key ends. Nothing about what was sent is decided by it.
 */
export function createKnownPets() {
  const store = createStore(NO_PETS)
  return {
    get: store.get,
    subscribe: store.subscribe,

    add({ source, pets }: LoadedPets): void {
      const { byId, recentIds } = store.get()
      const newById = new Map(byId)
      const loaded = currentMoment()
      for (const pet of pets) {
        newById.delete(pet.id)
        newById.set(pet.id, { pet, loaded })
      }
      const addedIds = source === 'list' ? [] : pets.map(({ id }) => id)
      for (const id of newById.keys()) {
        if (newById.size <= MAX_PETS) break
        newById.delete(id)
      }
      const otherIds = recentIds.filter((id) => newById.has(id) && !addedIds.includes(id))
      store.set({ byId: newById, recentIds: [...otherIds, ...addedIds] })
    },

    /** Notes that a known pet was opened, for which a list may have been the response. */
    noteOpened(id: Int64): void {
      const { byId, recentIds } = store.get()
      if (byId.has(id)) store.set({ byId, recentIds: [...recentIds.filter((other) => other !== id), id] })
    },

    clear(): void {
      store.set(NO_PETS)
    },
  }
}

export type KnownPets = ReturnType<typeof createKnownPets>

export const KnownPetsContext = createContext<KnownPets | undefined>(undefined)
