import { createStore } from '#src/lib/create-store.ts'
import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import { fetchAllLists, isComplete } from '#src/pets/stock.ts'
import { causesOf, type Entry, isCheckable, keyOf, mayHaveTwin } from './entry.ts'
import type { OutboxOptions } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'

/** A request that has ended may still reach a slow service; until then, a list without its pet proves nothing. */
const IN_FLIGHT_MS = 60_000

/** Lists that are due within so long of each other are read once. */
const TOGETHER_MS = 5000

/** What all lists said. */
export type Evidence = {
  /** When they were read: milliseconds since 1970. */
  readonly at: number
  /** When they were requested, on `Clock.elapsed`. */
  readonly requestedAt: number
  /** Whose key saw them; `undefined`: another key came meanwhile. */
  readonly keyId: string | undefined
  readonly byAnimal: ReadonlyMap<string, readonly Pet[]>
  /** Whether there is no pet that they do not have. */
  readonly isWhole: boolean
}

/** What came of the last reading; of one that failed, why, and when, on `Clock.elapsed`. */
type Reading = {
  readonly evidence?: Evidence
  readonly failure?: { readonly error: unknown; readonly at: number } | undefined
}

/** What the lists say of one entry that may have been added, or added twice. Times are milliseconds since 1970. */
export type Verdict = {
  /** Of an entry that was added (`mayHaveTwin`), `found` is the second one. */
  readonly kind: 'found' | 'not-found-yet' | 'not-added' | 'cannot-tell'
  readonly at: number
  /** When the lists are read again; until then, it is too soon to send it once more. */
  readonly againAt: number | undefined
  readonly pets: readonly Pet[]
  /** By which it may already be there: others of its batch are looked for in the same lists, and each pet answers one. */
  readonly causes: readonly Entry[]
}

export type CheckState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | Verdict

/** A pet that is like an entry which was added, and answers none. */
export type Duplicate = { readonly pet: Pet; readonly entry: Entry }

/** Reads the lists for what became of entries. What they said is shown, and never kept: a press reads anew. */
export function createChecks({ listPets, session, clock }: OutboxOptions) {
  const store = createStore<Reading & { isReading: boolean }>({ isReading: false })
  /** On `Clock.elapsed`: when the last request of an entry ended, as far as this tab knows. */
  const ended = new Map<string, number>()
  const watched = new Map<string, readonly number[]>()
  /** Another one when what is being read must not be shown any more. */
  let reading = new AbortController()
  let last: Promise<Evidence | undefined> = Promise.resolve(undefined)
  let queued: typeof last | undefined
  let timer = new AbortController()

  /** An entry ends when this tab first sees that its request did: no other clock than its own is sure. */
  function endOf(entry: Entry): number {
    const name = `${keyOf(entry)} ${'endedAt' in entry.state ? entry.state.endedAt : ''}`
    const at = ended.get(name) ?? clock.elapsed()
    ended.set(name, at)
    return at
  }

  async function request(signal: AbortSignal): Promise<Reading> {
    const requestedAt = clock.elapsed()
    const requestedWith = session.keyId()
    try {
      const lists = await Array.fromAsync(fetchAllLists(listPets, signal))
      signal.throwIfAborted()
      const pets = new Map<Int64, Pet>(lists.flatMap(({ list }) => list.pets.map((pet) => [pet.id, pet])))
      return {
        evidence: {
          at: clock.now(),
          requestedAt,
          keyId: session.keyId() === requestedWith ? requestedWith : undefined,
          byAnimal: Map.groupBy(pets.values(), animalKey),
          isWhole: lists.some(({ status, list }) => status === undefined && isComplete(list)),
        },
      }
    } catch (error) {
      return { failure: { error, at: clock.elapsed() } }
    }
  }

  /**
   * Requests the lists: one reading after the other. Who asks before one has begun shares it. `undefined`: they could not be
   * read, or must not be shown any more.
   */
  function read(): Promise<Evidence | undefined> {
    queued ??= last.then(async () => {
      queued = undefined
      const own = (reading = new AbortController())
      const result = await request(own.signal)
      store.set({ ...(own === reading ? result : store.get()), isReading: queued !== undefined })
      update()
      return own === reading ? result.evidence : undefined
    })
    last = queued
    store.set({ ...store.get(), isReading: true })
    return last
  }

  /** Reads the lists when the first of those that are watched is due; what failed is due a minute later. */
  function update(): void {
    timer.abort()
    timer = new AbortController()
    const { evidence, failure, isReading } = store.get()
    if (isReading || session.get().kind !== 'signed-in') return
    const from = evidence?.requestedAt ?? -Infinity
    const due = [...watched.values()]
      .flat()
      .flatMap((end) => (from < end ? [end] : from < end + IN_FLIGHT_MS ? [end + IN_FLIGHT_MS] : []))
    if (due.length === 0) return
    const first = Math.min(...due)
    const together = Math.max(...due.filter((at) => at <= first + TOGETHER_MS))
    const retryAt = failure === undefined ? -Infinity : failure.at + IN_FLIGHT_MS
    const wait = Math.max(first <= clock.elapsed() ? first : together, retryAt) - clock.elapsed()
    if (wait <= 0) void read()
    else void clock.sleep(wait, timer.signal).then(read, () => undefined)
  }

  async function judge(
    transaction: LedgerTransaction,
    entry: Entry,
    { at, requestedAt, keyId: seenBy, byAnimal, isWhole }: Evidence,
  ): Promise<Verdict> {
    const pets = await leftOver(transaction, entry, byAnimal.get(entry.animal) ?? [])
    const alike = await transaction.all('animal', entry.baseUrl, entry.animal)
    const isSoon = requestedAt - endOf(entry) < IN_FLIGHT_MS
    const isAbsent = isWhole && entry.keyId === seenBy
    return {
      kind: pets.length > 0 ? 'found' : isSoon ? 'not-found-yet' : isAbsent ? 'not-added' : 'cannot-tell',
      at,
      againAt: isSoon ? clock.now() + IN_FLIGHT_MS - (clock.elapsed() - endOf(entry)) : undefined,
      pets,
      causes: causesOf(entry, alike).filter(({ batch }) => batch !== entry.batch),
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    read,
    endOf,
    judge,

    /** The lists are requested after each of these times (on `Clock.elapsed`), and again a minute later. */
    watch(who: string, ends: readonly number[]): void {
      watched.set(who, ends)
      update()
    },

    /** What is said of an entry now; `undefined` of one that lists cannot tell about. */
    async stateOf(transaction: LedgerTransaction, entry: Entry): Promise<CheckState | undefined> {
      if (!isCheckable(entry) && !mayHaveTwin(entry)) return undefined
      const { evidence, failure, isReading } = store.get()
      if (failure !== undefined && !isReading) return { kind: 'failed', error: failure.error }
      if (evidence === undefined || evidence.requestedAt < endOf(entry)) return { kind: 'checking' }
      return judge(transaction, entry, evidence)
    },

    /** What could not be read is due at once. */
    retry(): void {
      store.set({ ...store.get(), failure: undefined })
      update()
    },

    /** What one key was shown is no evidence for another. */
    clear(): void {
      reading.abort()
      reading = new AbortController()
      store.set({ isReading: store.get().isReading })
      update()
    },
  }
}

/** Whether the lists have said enough to send it once more. */
export function maySendAgain(state: CheckState | undefined): boolean {
  return state !== undefined && 'causes' in state && state.againAt === undefined
}

/**
 * Those that are not accounted for: they answer no other entry, and were not there before it was sent. Those that are
 * exactly alike come first, then the oldest.
 */
async function leftOver(
  transaction: LedgerTransaction,
  { baseUrl, before, newPet }: Entry,
  pets: readonly Pet[],
): Promise<readonly Pet[]> {
  const left: Pet[] = []
  for (const pet of pets)
    if (!before.includes(pet.id) && (await transaction.count('id', baseUrl, pet.id)) === 0) left.push(pet)
  const isOther = (pet: Pet) => Number(pet.name !== newPet?.name || pet.status !== newPet.status)
  return left.toSorted((a, b) => isOther(a) - isOther(b) || compareInt64(a.id, b.id))
}

/** One for each pet that is not `offered` for an entry that may have been added. In the order of the batch. */
export async function duplicatesOf(
  transaction: LedgerTransaction,
  entries: readonly Entry[],
  { byAnimal }: Evidence,
  offered: ReadonlySet<Int64>,
): Promise<readonly Duplicate[]> {
  const taken = new Set(offered)
  const duplicates: Duplicate[] = []
  for (const entry of entries) {
    if (entry.newPet === undefined || entry.state.kind !== 'added') continue
    const pets = (byAnimal.get(entry.animal) ?? []).filter(({ id }) => !taken.has(id))
    for (const pet of await leftOver(transaction, entry, pets)) {
      taken.add(pet.id)
      duplicates.push({ pet, entry })
    }
  }
  return duplicates
}
