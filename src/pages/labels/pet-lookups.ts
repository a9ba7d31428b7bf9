import { HttpError } from '#src/http/errors.ts'
import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { PetLookup } from '#src/pets/get-or-search-pet.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'
import { type ListPets, STOCK_FILTERS } from '#src/pets/stock.ts'

export type NotFound = Exclude<PetLookup, { kind: 'found' }>

export type PetLookups = {
  readonly found: ReadonlyMap<Int64, Pet>
  readonly notFound: ReadonlyMap<Int64, NotFound>
  readonly isLoading: boolean
  /** Why it stopped before the last ID, an AbortError after `cancel`; `null` when it did not. */
  readonly error: unknown
}

type PetLookupsOptions = {
  ids: readonly Int64[]
  /** The pets that are loaded already. */
  loaded: () => ReadonlyMap<Int64, Pet>
  /** A list of the stock; it may be a minute old. */
  listPets: ListPets
  lookUp: (id: Int64, signal: AbortSignal) => Promise<PetLookup>
}

const NOTHING: PetLookups = { found: new Map(), notFound: new Map(), isLoading: false, error: null }

/**
 * The pets of some IDs, with as few requests as possible and one at a time: what is loaded, then the lists of the stock
 * until all are found, then one request for each ID that is left.
 */
export function createPetLookups({ ids, loaded, listPets, lookUp }: PetLookupsOptions) {
  const { get, set, subscribe } = createStore(NOTHING)
  let aborting: AbortController | undefined

  const missing = () => {
    const { found, notFound } = get()
    return ids.filter((id) => !found.has(id) && !notFound.has(id))
  }

  function add(pets: ReadonlyMap<Int64, Pet>) {
    const found = new Map(get().found)
    for (const id of missing()) {
      const pet = pets.get(id)
      if (pet !== undefined) found.set(id, pet)
    }
    set({ ...get(), found })
  }

  async function readLists(signal: AbortSignal): Promise<void> {
    for (const status of STOCK_FILTERS) {
      if (missing().length === 0) return
      const { pets } = await listPets({ limit: LIMIT_MAX, status }, signal)
      signal.throwIfAborted()
      add(new Map(pets.map((pet) => [pet.id, pet])))
    }
  }

  async function findAll(signal: AbortSignal): Promise<void> {
    add(loaded())
    // The lists only save requests: without them, each pet is still requested.
    await readLists(signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof HttpError && error.status === 401) throw error
    })
    for (const id of missing()) {
      const lookup = await lookUp(id, signal)
      signal.throwIfAborted()
      if (lookup.kind === 'found') add(new Map([[id, lookup.pet]]))
      else set({ ...get(), notFound: new Map(get().notFound).set(id, lookup) })
    }
  }

  return {
    get,
    subscribe,

    /** Looks for the IDs that are left: all at first, after an error or `cancel` the others. */
    async load(): Promise<void> {
      if (aborting !== undefined) return
      const own = new AbortController()
      aborting = own
      set({ ...get(), isLoading: true, error: null })
      const error = await findAll(own.signal).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (own.signal.aborted) return
      aborting = undefined
      set({ ...get(), isLoading: false, error })
    },

    cancel(): void {
      if (aborting === undefined) return
      const reason = new DOMException('cancelled', 'AbortError')
      aborting.abort(reason)
      aborting = undefined
      set({ ...get(), isLoading: false, error: reason })
    },
  }
}
