import { createStore } from '#src/lib/create-store.ts'
import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { fetchAllLists, isComplete, type ListPets } from '#src/pets/stock.ts'
import { causesElsewhere, type Entry, isCheckable, type Key, keyOf, mayHaveTwin, partsOf } from './entry.ts'
import type { Ledger, LedgerTransaction } from './outbox-database.ts'
import type { Clock } from './sender.ts'
import type { Again } from './transitions.ts'

/** A request that has ended may still reach a slow service; until then, a list without its pet proves nothing. */
const IN_FLIGHT_MS = 60_000

/**
 * What lists say of one entry that may have been added, or added twice (`mayHaveTwin`: `found` is the second one). Times are
 * milliseconds since 1970.
 */
export type Verdict = {
  readonly at: number
  /** When the lists are read again; until then, it is too soon to send it once more. */
  readonly againAt: number | undefined
  /** By which others, that were not entered with it, it may already be there. */
  readonly causes: readonly Entry[]
} & (
  | { readonly kind: 'found'; readonly pets: readonly Pet[] }
  | { readonly kind: 'not-found-yet' | 'not-added' | 'cannot-tell' }
)

export type CheckState =
  | { readonly kind: 'checking' }
  /** The lists are read again at `againAt`. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly againAt: number }
  | Verdict

/** A pet that is like an entry which was added, and answers none. */
export type Duplicate = { readonly pet: Pet; readonly entry: Entry }

type CheckOptions = {
  readonly ledger: () => Ledger
  /** Never from a cache. */
  readonly listPets: ListPets
  readonly keyId: () => string
  readonly clock: Clock
}

export type CheckSnapshot = {
  readonly states: ReadonlyMap<Key, CheckState>
  /** Of the batch that was checked last. */
  readonly batch: BatchCheck
}

export type BatchCheck =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'checked'
      readonly at: number
      readonly duplicates: readonly Duplicate[]
      /** There may be more than the lists show. */
      readonly isCut: boolean
    }

/** Looks in the lists for what became of entries. What it finds is shown, and never kept: a press reads anew. */
export function createChecks({ ledger, listPets, keyId, clock }: CheckOptions) {
  const store = createStore<CheckSnapshot>({ states: new Map(), batch: { kind: 'none' } })
  /** On the clock of `clock.elapsed`: when the last request of an entry ended, as far as this tab knows. */
  const ended = new Map<string, number>()
  let reading = new AbortController()
  /** Changes when what was read must not be shown any more. */
  let epoch = 0
  let waiting = new AbortController()

  const change = (part: Partial<CheckSnapshot>) => store.set({ ...store.get(), ...part })
  const setStates = (next: readonly (readonly [Key, CheckState])[]) =>
    change({ states: new Map([...store.get().states, ...next]) })

  /** A clock that a person can set counts at most once: when this tab sees the entry for the first time. */
  function endOf(entry: Entry): number {
    const endedAt = entry.state.kind === 'unknown' ? entry.state.endedAt : undefined
    const name = `${keyOf(entry)} ${endedAt}`
    const ago = endedAt === undefined ? 0 : Math.max(0, clock.now() - endedAt)
    const at = ended.get(name) ?? clock.elapsed() - ago
    ended.set(name, at)
    return at
  }

  async function readLists() {
    const { signal } = reading
    const requestedAt = clock.elapsed()
    const requestedWith = keyId()
    const lists = await Array.fromAsync(fetchAllLists(listPets, signal))
    signal.throwIfAborted()
    const pets = new Map<Int64, Pet>(lists.flatMap(({ list }) => list.pets.map((pet) => [pet.id, pet])))
    return {
      requestedAt,
      // Another key may have come meanwhile.
      requestedWith: keyId() === requestedWith ? requestedWith : undefined,
      byAnimal: Map.groupBy(pets.values(), animalKey),
      isWhole: lists.some(({ status, list }) => status === undefined && isComplete(list)),
    }
  }

  type Evidence = Awaited<ReturnType<typeof readLists>>

  async function judge(
    transaction: LedgerTransaction,
    entry: Entry,
    { byAnimal, isWhole, requestedAt, requestedWith }: Evidence,
  ): Promise<Verdict> {
    const alike = await transaction.alike(entry.baseUrl, entry.animal)
    const pets = await leftOver(transaction, entry, byAnimal.get(entry.animal) ?? [])
    const isSoon = requestedAt - endOf(entry) < IN_FLIGHT_MS
    const againAt = isSoon ? clock.now() + IN_FLIGHT_MS - (clock.elapsed() - endOf(entry)) : undefined
    const common = { at: clock.now(), againAt, causes: causesElsewhere(entry, alike) }
    if (pets.length > 0) return { ...common, kind: 'found', pets }
    if (isSoon) return { ...common, kind: 'not-found-yet' }
    return { ...common, kind: isWhole && entry.keyId === requestedWith ? 'not-added' : 'cannot-tell' }
  }

  /** When the minute of the first of them is over. */
  function lookAgain() {
    waiting.abort()
    waiting = new AbortController()
    const due = [...store.get().states].flatMap(([key, state]) =>
      'againAt' in state && state.againAt !== undefined ? [{ key, at: state.againAt }] : [],
    )
    if (due.length === 0) return
    const first = Math.min(...due.map(({ at }) => at))
    const isDue = due.filter(({ at }) => at <= first + 1000)
    clock.sleep(Math.max(0, first - clock.now()), waiting.signal).then(
      () => void check(isDue.map(({ key }) => key)),
      () => undefined,
    )
  }

  /**
   * Reads the lists, and shows what they say of these entries, and of a batch. Never rejects.
   *
   * @returns `undefined` when they could not be read.
   */
  async function check(keys: readonly Key[], batch?: string) {
    const own = epoch
    setStates(keys.map((key) => [key, { kind: 'checking' }]))
    if (batch !== undefined) change({ batch: { kind: 'checking' } })
    try {
      const evidence = await readLists()
      const { judged, duplicates } = await ledger().read(async (transaction) => {
        const entries =
          batch === undefined
            ? (await Promise.all(keys.map(transaction.get))).filter((entry) => entry !== undefined)
            : await transaction.inBatch(batch)
        const looked: [Entry, Verdict][] = []
        for (const entry of entries)
          if (isCheckable(entry) || (batch === undefined && mayHaveTwin(entry)))
            looked.push([entry, await judge(transaction, entry, evidence)])
        if (batch === undefined) return { judged: looked, duplicates: [] }
        const offered = looked.flatMap(([, one]) => (one.kind === 'found' ? one.pets : []))
        const found = await duplicatesOf(transaction, entries, evidence.byAnimal, new Set(offered))
        return { judged: looked, duplicates: found }
      })
      if (own !== epoch) return undefined
      // Without those that were settled meanwhile.
      forget(keys)
      setStates(judged.map(([entry, verdict]) => [keyOf(entry), verdict]))
      if (batch !== undefined)
        change({ batch: { kind: 'checked', at: clock.now(), duplicates, isCut: !evidence.isWhole } })
      lookAgain()
      return judged
    } catch (error) {
      if (own !== epoch) return undefined
      const againAt = clock.now() + IN_FLIGHT_MS
      setStates(keys.map((key) => [key, { kind: 'failed', error, againAt }]))
      if (batch !== undefined) change({ batch: { kind: 'failed', error } })
      lookAgain()
      return undefined
    }
  }

  /** Of entries that were sent or settled since. */
  function forget(keys: readonly Key[]) {
    const states = new Map(store.get().states)
    for (const key of keys) states.delete(key)
    change({ states })
  }

  function cancel() {
    reading.abort()
    reading = new AbortController()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** A request of this entry has just ended. */
    sawEnd: (entry: Entry): void => void endOf(entry),

    check: async (keys: readonly Key[]): Promise<void> => void (keys.length > 0 && (await check(keys))),

    /** Looks for all of a batch that may have been added, and for pets like its others that answer none. */
    checkBatch: async (batch: string): Promise<void> => void (await check([], batch)),

    /**
     * Reads the lists once more, when "Send again" is pressed.
     *
     * @returns what may be sent: where the lists offer no pet that was not shown. Of the others, what they say is shown.
     */
    async readAtPress(keys: readonly Key[]): Promise<readonly Again[]> {
      const shown = store.get().states
      return ((await check(keys)) ?? []).flatMap(([entry, verdict]) => {
        const before = shown.get(keyOf(entry))
        const seenPets = before?.kind === 'found' ? before.pets.map(({ id }) => id) : []
        const seenCauses = before !== undefined && 'causes' in before ? before.causes.map(keyOf) : []
        const causes = verdict.causes.map(keyOf)
        const isNew =
          (verdict.kind === 'found' && verdict.pets.some(({ id }) => !seenPets.includes(id))) ||
          causes.some((cause) => !seenCauses.includes(cause))
        if (isNew || verdict.againAt !== undefined) return []
        return [{ entry, isProvenAbsent: verdict.kind === 'not-added', shown: causes }]
      })
    },

    /** These pets answer entries now: the others that they were offered for are looked at again. */
    async settled(ids: ReadonlySet<Int64 | undefined>): Promise<void> {
      const others = [...store.get().states].flatMap(([key, state]) =>
        state.kind === 'found' && state.pets.some(({ id }) => ids.has(id)) ? [key] : [],
      )
      if (others.length > 0) await check(others)
    },

    /** Gives up what is being read. */
    cancel,

    forget,

    /** Rows are sent, or nobody looks at them any more. */
    forgetBatch(batch: string): void {
      const states = [...store.get().states].filter(([key]) => partsOf(key)[0] !== batch)
      change({ states: new Map(states), batch: { kind: 'none' } })
    },

    /** What one key was shown is no evidence for another. */
    clear(): void {
      epoch += 1
      cancel()
      waiting.abort()
      store.set({ states: new Map(), batch: { kind: 'none' } })
    },
  }
}

export type Checks = ReturnType<typeof createChecks>

/** Whether the lists have said enough to send it once more. */
export function maySendAgain(state: CheckState | undefined): boolean {
  return state !== undefined && 'causes' in state && state.againAt === undefined
}

function isExact(pet: Pet, newPet: NewPet | undefined): boolean {
  return pet.name === newPet?.name && pet.status === newPet.status
}

/**
 * Those that are not accounted for: they answer no other entry, and were not there before it was sent. Those that are
 * exactly alike come first, then the oldest.
 */
async function leftOver(
  transaction: LedgerTransaction,
  entry: Entry,
  pets: readonly Pet[],
): Promise<readonly Pet[]> {
  const left: Pet[] = []
  for (const pet of pets) {
    if (entry.before.includes(pet.id)) continue
    if ((await transaction.withId(entry.baseUrl, pet.id)).length === 0) left.push(pet)
  }
  return left.toSorted(
    (a, b) => Number(isExact(b, entry.newPet)) - Number(isExact(a, entry.newPet)) || compareInt64(a.id, b.id),
  )
}

/** One for each pet that is not `offered` for an entry that may have been added. In the order of the batch. */
async function duplicatesOf(
  transaction: LedgerTransaction,
  entries: readonly Entry[],
  byAnimal: ReadonlyMap<string, readonly Pet[]>,
  offered: ReadonlySet<Pet>,
): Promise<readonly Duplicate[]> {
  const taken = new Set(offered)
  const duplicates: Duplicate[] = []
  for (const entry of entries) {
    if (entry.newPet === undefined || entry.state.kind !== 'added') continue
    const pets = (byAnimal.get(entry.animal) ?? []).filter((pet) => !taken.has(pet))
    for (const pet of await leftOver(transaction, entry, pets)) {
      taken.add(pet)
      duplicates.push({ pet, entry })
    }
  }
  return duplicates
}
