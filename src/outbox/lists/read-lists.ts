import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { hasAllPets, LIMIT_MAX, mayBeCut, type Pet, type PetList } from '#src/pets/pet.ts'
import { type FetchedList, fetchAllLists } from '#src/pets/stock/stock.ts'
import { isAnsweredBy, isProvedAdded } from '#src/outbox/entry-rules.ts'
import { addressesOf } from '#src/outbox/ledger/addresses-of.ts'
import type { OutboxPorts } from '#src/outbox/ports.ts'
import type { Storage } from '#src/outbox/storage.ts'
import { canSend, canShowPets } from '#src/session/session-state.ts'
import { dueAt } from './next-reading.ts'

/**
 * This says whether lists have every pet of the service. Only complete lists can say that a pet is
 * not there.
 *
 * - `cut`: the service has, or may have, more pets than a list can have.
 * - `incomplete`: they may lack pets for another reason. They lag, a cache may have kept them, or a
 *   pet cannot be read or has the ID of another; or nobody knows which pets the service had shown
 *   before, or under which names it keeps the pets that it is sent.
 */
export type Completeness = 'complete' | 'cut' | 'incomplete'

/** The content of the four lists: all pets, and those of each status. */
export type Evidence = {
  /** When they were read. Milliseconds since 1970. */
  readonly readAt: number
  /** When they were requested, on `Clock.elapsed`. */
  readonly requestedAt: number
  /** The sign-in that saw them. */
  readonly signInId: string
  readonly byLookalikeKey: ReadonlyMap<string, readonly Pet[]>
  readonly completeness: Completeness
}

/** A reading of the lists that failed. */
export type ReadingFailure = {
  readonly error: unknown
  /** The sign-in with which the lists were requested. */
  readonly signInId: string
  /** When it failed, on `Clock.elapsed`. */
  readonly failedAt: number
}

/** The result of one reading: the lists, or why they could not be read. */
export type ReadingResult = Evidence | ReadingFailure

/** The result of the last reading, and whether the lists are being read. */
export type Reading = {
  readonly evidence?: Evidence | undefined
  readonly failure?: ReadingFailure | undefined
  readonly isReading: boolean
}

type Options = Pick<OutboxPorts, 'environment' | 'listPets' | 'seenPets' | 'session' | 'clock'> &
  Pick<Storage, 'read'>

/**
 * Reads the lists for what became of entries: when they are due for one that is shown, and whenever
 * a press needs them. One reading serves all.
 */
export function createListReader({
  environment,
  listPets,
  seenPets,
  session,
  clock,
  read: readLedger,
}: Options) {
  const store = createStore<Reading>({ isReading: false })
  const watched = new Map<string, readonly number[]>()
  /** The reading under way. `clear` replaces it, so that its result is not shown. */
  let current = new AbortController()
  let lastReading: Promise<Evidence | undefined> = Promise.resolve(undefined)
  let queued: typeof lastReading | undefined
  let timer = new AbortController()

  /**
   * Reads the lists. Those who ask before a reading has begun share it. Returns `undefined` if it
   * failed, or must not be shown any more.
   */
  function read(): Promise<Evidence | undefined> {
    queued ??= lastReading.then(readNow)
    lastReading = queued
    store.set({ ...store.get(), isReading: true })
    return lastReading
  }

  async function readNow(): Promise<Evidence | undefined> {
    queued = undefined
    const reading = new AbortController()
    current = reading
    const signInId = session.signInId()
    const result = await request(signInId, reading.signal)
    const isOutdated = reading !== current || !isSignedInAs(signInId)
    store.set({ ...(isOutdated ? store.get() : result), isReading: queued !== undefined })
    schedule()
    return isOutdated ? undefined : result.evidence
  }

  async function request(signInId: string, signal: AbortSignal): Promise<Omit<Reading, 'isReading'>> {
    try {
      // We read these before the lists, which need not have what is shown later.
      const confirmedIds = await readConfirmedIds(signInId)
      const shownIds = confirmedIds && [...seenPets.ids(signInId), ...confirmedIds]
      const requestedAt = clock.elapsed()
      const lists = await fetchAndRemember(signInId, shownIds, signal)
      signal.throwIfAborted()
      const evidence = {
        readAt: clock.now(),
        requestedAt,
        signInId,
        byLookalikeKey: groupByLookalikeKey(lists),
        completeness: await readCompleteness(lists, shownIds),
      }
      return { evidence }
    } catch (error) {
      return { failure: { error, failedAt: clock.elapsed(), signInId } }
    }
  }

  /**
   * Returns whether this is the current sign-in, and its key has not ended. Otherwise the pets that
   * it was shown must not be shown any more.
   */
  function isSignedInAs(signInId: string): boolean {
    return session.signInId() === signInId && canShowPets(session.get())
  }

  /**
   * Fetches the lists, and remembers what they show. What some of them have shown counts also where
   * another one fails.
   */
  async function fetchAndRemember(
    signInId: string,
    shownIds: readonly Int64[] | undefined,
    signal: AbortSignal,
  ): Promise<readonly FetchedList[]> {
    const lists: FetchedList[] = []
    try {
      for await (const list of fetchAllLists(listPets, signal)) lists.push(list)
      return lists
    } finally {
      if (session.signInId() === signInId) remember(signInId, shownIds, lists)
    }
  }

  function remember(
    signInId: string,
    shownIds: readonly Int64[] | undefined,
    lists: readonly FetchedList[],
  ): void {
    const unfiltered = unfilteredOf(lists)
    // We pass the IDs that the ledger has of this sign-in, because the storage of `seenPets` may be
    // full or blocked. Those that the list lacks are doubtful.
    if (unfiltered !== undefined && hasAllPets(unfiltered))
      seenPets.addListed(signInId, unfiltered.pets, shownIds)
    // A pet that the list of a status shows is not missing, also where the list of all pets lacks
    // it.
    seenPets.addListed(signInId, petsOf(lists))
  }

  async function readCompleteness(
    lists: readonly FetchedList[],
    shownIds: readonly Int64[] | undefined,
  ): Promise<Completeness> {
    const completeness = completenessOf(lists, shownIds)
    if (completeness !== 'complete') return completeness
    return (await areKeptAsSent(petsOf(lists))) ? 'complete' : 'incomplete'
  }

  /**
   * Returns whether each of these pets whose ID an answer has given to a pet of this device has the
   * name and category that were sent. If one has not, the service changes names or gives IDs again,
   * and nobody knows what to look for.
   */
  async function areKeptAsSent(pets: readonly Pet[]): Promise<boolean> {
    const { baseUrl } = environment
    const petsById = new Map(pets.map((pet) => [pet.id, pet]))
    return readLedger(async (transaction) => {
      const areAsSent = await Promise.all(
        [...petsById].map(async ([id, pet]) => {
          const entries = await transaction.findAll(['id', baseUrl, id])
          return entries.every((entry) => !isProvedAdded(entry) || isAnsweredBy(entry, pet))
        }),
      )
      return !areAsSent.includes(false)
    }).catch(() => false)
  }

  /**
   * Returns the IDs of the pets that were confirmed to this sign-in, in other tabs and before a
   * reload, too. A hundred are enough: a list that is not cut has fewer pets, so it lacks one of
   * these. `undefined` where nobody knows what to look for: the ledger cannot be read, or has taken
   * the place of one that knew more, or the service keeps pets under other names than it is sent.
   */
  async function readConfirmedIds(signInId: string): Promise<ReadonlySet<Int64> | undefined> {
    const { id: environmentId, baseUrl } = environment
    const entries = await readLedger(async (transaction) => {
      if (await transaction.hasLostHistory(signInId)) return undefined
      // At a former address, it may have been the same service.
      for (const address of await addressesOf(transaction, { environmentId, baseUrl }))
        if (await transaction.changesPets(address)) return undefined
      return transaction.findAll(['confirmed', baseUrl, signInId], LIMIT_MAX)
    }).catch(() => undefined)
    if (entries === undefined) return undefined
    const ids = entries.map(({ state }) => (state.kind === 'added' ? state.id : undefined))
    return new Set(ids.filter((id) => id !== undefined))
  }

  /** Reads the lists when the first of those that wait for them is due. */
  function schedule(): void {
    timer.abort()
    timer = new AbortController()
    const { evidence, failure, isReading } = store.get()
    if (isReading || !canSend(session.get())) return
    const now = clock.elapsed()
    const at = dueAt({
      ends: [...watched.values()].flat(),
      requestedAt: evidence?.requestedAt,
      failedAt: failure?.failedAt,
      now,
    })
    if (at === undefined) return
    if (at <= now) void read()
    else void clock.sleep(at - now, timer.signal).then(read, () => undefined)
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    read,

    /**
     * Has the lists read after each of these times (on `Clock.elapsed`), and again a minute later.
     */
    watch(who: string, ends: readonly number[]): void {
      watched.set(who, ends)
      schedule()
    },

    /**
     * Reads at once what could not be read. The failure stays until then, so that what earlier
     * lists have shown stays on the screen.
     */
    retry(): void {
      const { failure } = store.get()
      store.set({ ...store.get(), failure: failure && { ...failure, failedAt: -Infinity } })
      schedule()
    },

    /** Forgets what was read: what one API key was shown is no evidence for another. */
    clear(): void {
      current.abort()
      current = new AbortController()
      store.set({ isReading: store.get().isReading })
      schedule()
    },
  }
}

export type ListReader = ReturnType<typeof createListReader>

/**
 * Returns the result of the last reading; `undefined` if there was no reading, or if its result
 * must not be shown any more.
 */
export function resultOf({ evidence, failure }: Reading): ReadingResult | undefined {
  return evidence ?? failure
}

/**
 * Two pets of a list may have one ID, so pets are grouped first, and counted once in each group.
 */
function groupByLookalikeKey(lists: readonly FetchedList[]): ReadonlyMap<string, readonly Pet[]> {
  const groups = [...Map.groupBy(petsOf(lists), lookalikeKeyOf)]
  return new Map(
    groups.map(([key, group]) => [key, [...new Map(group.map((pet) => [pet.id, pet])).values()]]),
  )
}

/**
 * Returns how complete the list of all pets is. It lags, or is cut without notice, if it lacks one
 * that an answer or a list had shown before, or that the list of a status shows, because no pet can
 * be deleted.
 */
function completenessOf(
  lists: readonly FetchedList[],
  shownBefore: readonly Int64[] | undefined,
): Completeness {
  const unfiltered = unfilteredOf(lists)
  if (unfiltered !== undefined && mayBeCut(unfiltered)) return 'cut'
  if (unfiltered === undefined || !hasAllPets(unfiltered) || shownBefore === undefined) return 'incomplete'
  const ids = new Set(unfiltered.pets.map(({ id }) => id))
  if (ids.size < unfiltered.pets.length) return 'incomplete'
  const hasAll = [...shownBefore, ...petsOf(lists).map(({ id }) => id)].every((id) => ids.has(id))
  return hasAll ? 'complete' : 'incomplete'
}

/** Returns the list of all pets. */
function unfilteredOf(lists: readonly FetchedList[]): PetList | undefined {
  return lists.find(({ status }) => status === undefined)?.list
}

function petsOf(lists: readonly FetchedList[]): readonly Pet[] {
  return lists.flatMap(({ list }) => list.pets)
}
