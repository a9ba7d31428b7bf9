import { createStore } from '#src/lib/create-store.ts'
import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { fetchAllLists, isComplete, type ListPets } from '#src/pets/stock.ts'
import {
  type Entry,
  isCheckable,
  isSameKey,
  type Key,
  keyFromText,
  keyOf,
  keyText,
  mayHaveTwin,
} from './entry.ts'
import type { Ledger, LedgerTransaction } from './outbox-database.ts'
import type { Clock } from './sender.ts'
import { type Again, causesElsewhere } from './transitions.ts'

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
  /** By `keyText`. */
  readonly states: ReadonlyMap<string, CheckState>
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
  const setStates = (next: Iterable<readonly [string, CheckState]>) =>
    change({ states: new Map([...store.get().states, ...next]) })

  /** A clock that a person can set counts at most once: when this tab sees the entry for the first time. */
  function endOf(entry: Entry): number {
    const name = `${keyText(keyOf(entry))} ${entry.state.kind === 'unknown' ? entry.state.endedAt : ''}`
    const known = ended.get(name)
    if (known !== undefined) return known
    const ago = entry.state.kind === 'unknown' ? Math.max(0, clock.now() - entry.state.endedAt) : 0
    const at = clock.elapsed() - ago
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
    const left = IN_FLIGHT_MS - (requestedAt - endOf(entry))
    const againAt = left > 0 ? clock.now() + IN_FLIGHT_MS - (clock.elapsed() - endOf(entry)) : undefined
    const common = { at: clock.now(), againAt, causes: causesElsewhere(entry, alike) }
    if (pets.length > 0) return { ...common, kind: 'found', pets }
    if (againAt !== undefined) return { ...common, kind: 'not-found-yet' }
    return { ...common, kind: isWhole && entry.keyId === requestedWith ? 'not-added' : 'cannot-tell' }
  }

  /** @throws what `listPets` and the ledger throw. */
  async function verdicts(keys: readonly Key[], evidence: Evidence): Promise<readonly [Entry, Verdict][]> {
    return ledger().read(async (transaction) => {
      const judged: [Entry, Verdict][] = []
      for (const key of keys) {
        const entry = await transaction.get(key)
        if (entry !== undefined && (isCheckable(entry) || mayHaveTwin(entry)))
          judged.push([entry, await judge(transaction, entry, evidence)])
      }
      return judged
    })
  }

  /** When the minute of the first of them is over. */
  function lookAgain() {
    waiting.abort()
    waiting = new AbortController()
    const due = [...store.get().states].flatMap(([name, state]) =>
      'againAt' in state && state.againAt !== undefined ? [{ name, at: state.againAt }] : [],
    )
    if (due.length === 0) return
    const first = Math.min(...due.map(({ at }) => at))
    const isDue = due.filter(({ at }) => at <= first + 1000)
    clock.sleep(Math.max(0, first - clock.now()), waiting.signal).then(
      () => void check(isDue.map(({ name }) => keyFromText(name))),
      () => undefined,
    )
  }

  /**
   * Reads the lists, and shows what they say of these entries. Never rejects.
   *
   * @returns `undefined` when they could not be read.
   */
  async function check(keys: readonly Key[]): Promise<readonly [Entry, Verdict][] | undefined> {
    const own = epoch
    if (keys.length > 0) setStates(keys.map((key) => [keyText(key), { kind: 'checking' }]))
    try {
      const judged = await verdicts(keys, await readLists())
      if (own !== epoch) return undefined
      // Without those that were settled meanwhile.
      forget(keys)
      setStates(named(judged))
      lookAgain()
      return judged
    } catch (error) {
      if (own !== epoch) return undefined
      const againAt = clock.now() + IN_FLIGHT_MS
      setStates(keys.map((key) => [keyText(key), { kind: 'failed', error, againAt }]))
      lookAgain()
      return undefined
    }
  }

  /** Of entries that were sent or settled since. */
  function forget(keys: readonly Key[]) {
    const states = new Map(store.get().states)
    for (const key of keys) states.delete(keyText(key))
    change({ states })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** A request of this entry has just ended. */
    sawEnd: (entry: Entry): void => void endOf(entry),

    check: async (keys: readonly Key[]): Promise<void> => void (keys.length > 0 && (await check(keys))),

    /** Looks for all of a batch that may have been added, and for pets like its others that answer none. */
    async checkBatch(batch: string): Promise<void> {
      const own = epoch
      change({ batch: { kind: 'checking' } })
      try {
        const evidence = await readLists()
        const entries = await ledger().read((transaction) => transaction.inBatch(batch))
        const judged = await verdicts(entries.filter(isCheckable).map(keyOf), evidence)
        const offered = new Set(
          judged.flatMap(([, one]) => (one.kind === 'found' ? one.pets.map(({ id }) => id) : [])),
        )
        const duplicates = await ledger().read((transaction) =>
          duplicatesOf(transaction, entries, evidence.byAnimal, offered),
        )
        if (own !== epoch) return
        setStates(named(judged))
        change({ batch: { kind: 'checked', at: clock.now(), duplicates, isCut: !evidence.isWhole } })
        lookAgain()
      } catch (error) {
        if (own === epoch) change({ batch: { kind: 'failed', error } })
      }
    },

    /**
     * Reads the lists once more, when "Send again" is pressed.
     *
     * @returns what may be sent: where the lists offer no pet that was not shown. Of the others, what they say is shown.
     */
    async readAtPress(keys: readonly Key[]): Promise<readonly Again[]> {
      const shown = store.get().states
      return ((await check(keys)) ?? []).flatMap(([entry, verdict]) => {
        const before = shown.get(keyText(keyOf(entry)))
        const seen = before !== undefined && 'causes' in before ? before : undefined
        const seenPets = seen?.kind === 'found' ? seen.pets.map(({ id }) => id) : []
        const isNew =
          (verdict.kind === 'found' && verdict.pets.some(({ id }) => !seenPets.includes(id))) ||
          verdict.causes.some((cause) => !seen?.causes.some((one) => isSameKey(keyOf(one), keyOf(cause))))
        if (isNew || verdict.againAt !== undefined) return []
        return [{ entry, isProvenAbsent: verdict.kind === 'not-added', shown: verdict.causes.map(keyOf) }]
      })
    },

    /** These pets answer entries now: the others that they were offered for are looked at again. */
    async settled(ids: ReadonlySet<Int64 | undefined>): Promise<void> {
      const others = [...store.get().states].flatMap(([name, state]) =>
        'pets' in state && state.pets.some(({ id }) => ids.has(id)) ? [keyFromText(name)] : [],
      )
      if (others.length > 0) await check(others)
    },

    /** Gives up what is being read. */
    cancel(): void {
      reading.abort()
      reading = new AbortController()
    },

    forget,

    /** Rows are sent, or nobody looks at them any more. */
    forgetBatch(batch: string): void {
      const states = [...store.get().states].filter(([name]) => keyFromText(name)[0] !== batch)
      change({ states: new Map(states), batch: { kind: 'none' } })
    },

    /** What one key was shown is no evidence for another. */
    clear(): void {
      epoch += 1
      reading.abort()
      reading = new AbortController()
      waiting.abort()
      store.set({ states: new Map(), batch: { kind: 'none' } })
    },
  }
}

export type Checks = ReturnType<typeof createChecks>

function named(judged: readonly [Entry, Verdict][]): (readonly [string, Verdict])[] {
  return judged.map(([entry, verdict]) => [keyText(keyOf(entry)), verdict] as const)
}

/** Whether the lists have said enough to send it once more. */
export function maySendAgain(state: CheckState | undefined): boolean {
  return state !== undefined && 'againAt' in state && state.againAt === undefined
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

async function duplicatesOf(
  transaction: LedgerTransaction,
  entries: readonly Entry[],
  byAnimal: ReadonlyMap<string, readonly Pet[]>,
  offered: ReadonlySet<Int64>,
): Promise<readonly Duplicate[]> {
  const added = Map.groupBy(
    entries.filter(({ newPet, state }) => newPet !== undefined && state.kind === 'added'),
    ({ animal }) => animal,
  )
  const duplicates: Duplicate[] = []
  for (const [animal, alike] of byAnimal) {
    for (const pet of alike.filter(({ id }) => !offered.has(id))) {
      for (const entry of added.get(animal) ?? []) {
        if ((await leftOver(transaction, entry, [pet])).length === 0) continue
        duplicates.push({ pet, entry })
        break
      }
    }
  }
  return duplicates.toSorted(
    (a, b) => a.entry.position - b.entry.position || compareInt64(a.pet.id, b.pet.id),
  )
}
