import { HttpError } from '#src/http/errors.ts'
import { newId } from '#src/lib/new-id.ts'
import { createStore } from '#src/lib/create-store.ts'
import type { Pet } from '#src/pets/pet.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { CreatePetOutcome, Petstore } from '#src/pets/petstore.ts'
import { type Entry, type EntryState, isWithoutId, type Key, keyOf } from './entry.ts'
import type { Ledger, LedgerTransaction } from './outbox-database.ts'
import {
  type Again,
  type Claim,
  claimAgain,
  claimWaiting,
  type Claimed,
  recover,
  settle,
} from './transitions.ts'

export type PauseReason = 'user' | 'key' | 'offline' | 'consecutive-unknown' | 'storage' | 'elsewhere'

/** `idle`: nothing of the batch waits, or nobody has asked to send it. */
export type RunState =
  | { readonly phase: 'idle' }
  /** `waitingUntil`: because the service said so. Milliseconds since 1970. */
  | { readonly phase: 'running'; readonly waitingUntil?: number }
  | { readonly phase: 'pausing' | 'paused'; readonly reason: PauseReason }

/** `taken`: another tab has it. `unsupported`: on pages over plain http. */
export type AcquireLock = (name: string) => Promise<(() => void) | 'taken' | 'unsupported'>

export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds, on a clock that nobody can set. */
  readonly elapsed: () => number
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type SenderOptions = {
  readonly ledger: () => Ledger
  readonly createPet: Petstore['createPet']
  readonly describe: (error: unknown) => string
  /** Those that are loaded. */
  readonly knownPets: () => readonly Pet[]
  readonly keyId: () => string
  /** Resolves when there is another key; rejects when nobody enters one. */
  readonly waitForKey: (signal: AbortSignal) => Promise<void>
  readonly acquireLock: AcquireLock
  readonly clock: Clock
  /** What became of an entry, which is not in the ledger yet. */
  readonly onOutcome: (entry: Entry) => void
  /** A request has ended without an answer that proves anything. */
  readonly onUnknown: (entry: Entry, endedAt: number) => void
}

/** Seconds to wait after a 429 without `Retry-After`, and at most after any response. */
const RETRY_AFTER_DEFAULT_S = 5
const RETRY_AFTER_MAX_S = 300

const MAX_CONSECUTIVE_UNKNOWN = 3

/** What to send: all that waits, some of it, or entries once more. */
type Queue = {
  readonly claim: (ledger: LedgerTransaction, claim: Claim) => Promise<Claimed | undefined>
  /** What the service did not process comes again. */
  readonly processed: (key: Key) => void
}

/**
 * Sends the entries of one batch, one at a time and in their order. An entry leaves once the transaction that claims it is
 * complete, and its outcome is written together with the next claim: a crash leaves one unknown entry at most.
 */
export function createSender(batch: string, options: SenderOptions) {
  const { ledger, createPet, describe, keyId, clock } = options
  const run = createStore<RunState>({ phase: 'idle' })
  /** By hand: what the last request of each failed with. */
  const errors = new Map<Key, unknown>()
  let unwritten: { readonly claimed: Claimed; readonly state: EntryState } | undefined
  let unlock: (() => void) | undefined
  let isAlone = false
  /** A file is open: an idle page that holds no lock can go into the back/forward cache. */
  let isKept = false
  /** Runs come one after the other. */
  let last: Promise<void> = Promise.resolve()
  let runs = 0
  let wakeUp = new AbortController()
  let request = new AbortController()
  let sent = { count: 0, milliseconds: 0 }
  /** How often it was paused: what was pressed before is not begun any more. */
  let pauses = 0

  /** The last outcome, and the next claim, in one transaction. */
  async function exchange(
    queue: Queue | undefined,
    own: string,
  ): Promise<Claimed | 'none' | 'elsewhere' | 'failed'> {
    const ended = unwritten
    const known = Map.groupBy(queue === undefined ? [] : options.knownPets(), animalKey)
    const claim: Claim = {
      claim: newId(),
      keyId: own,
      at: clock.now(),
      knownIds: (animal) => (known.get(animal) ?? []).map(({ id }) => id),
    }
    try {
      const result = await ledger().write(async (transaction) => {
        // Where the database was deleted, nothing more is sent.
        if (ended !== undefined && !(await settle(transaction, ended.claimed, ended.state))) return 'failed'
        if (queue === undefined) return 'none'
        if (await recover(transaction, batch, { isAlone, now: clock.now() })) return 'elsewhere'
        return (await queue.claim(transaction, claim)) ?? 'none'
      })
      unwritten = undefined
      return result
    } catch {
      return 'failed'
    }
  }

  async function send(queue: Queue): Promise<void> {
    let consecutiveUnknown = 0
    for (;;) {
      const own = keyId()
      const claimed = await exchange(run.get().phase === 'running' ? queue : undefined, own)
      if (claimed === 'failed') return run.set({ phase: 'paused', reason: 'storage' })
      if (claimed === 'elsewhere') return run.set({ phase: 'paused', reason: 'elsewhere' })
      if (claimed === 'none') return end()
      const { entry } = claimed
      // Paused, or the key has changed, while it was claimed.
      if (run.get().phase !== 'running' || keyId() !== own || entry.newPet === undefined) {
        unwritten = { claimed, state: entry.state }
        continue
      }
      const started = clock.elapsed()
      request = new AbortController()
      const result = await createPet(entry.newPet, request.signal)
      const state = stateAfter(claimed, result, describe, clock.now())
      unwritten = { claimed, state }
      if (entry.row === undefined)
        errors.set(keyOf(entry), result.kind === 'added' ? undefined : result.error)
      if (state.kind === 'unknown' && state !== entry.state)
        options.onUnknown({ ...entry, state }, state.endedAt)
      // What the service did not process neither adds to the streak nor ends it.
      if (!isRefused(result)) {
        sent = { count: sent.count + 1, milliseconds: sent.milliseconds + clock.elapsed() - started }
        queue.processed(keyOf(entry))
        consecutiveUnknown = state.kind === 'unknown' || isWithoutId({ state }) ? consecutiveUnknown + 1 : 0
      }
      options.onOutcome({ ...entry, state })
      if (consecutiveUnknown >= MAX_CONSECUTIVE_UNKNOWN) pause('consecutive-unknown')
      await holdNext(result, entry.row !== undefined)
    }
  }

  /** After a 401, a 429, or a 5xx with `Retry-After`: waits for a key, or as long as the service says. */
  async function holdNext(result: CreatePetOutcome, isFile: boolean): Promise<void> {
    const error = result.kind === 'rejected' || result.kind === 'unknown' ? result.error : undefined
    if (!(error instanceof HttpError) || run.get().phase !== 'running') return
    if (error.status === 429 || (result.kind === 'unknown' && error.retryAfter !== undefined)) {
      const wait = 1000 * Math.min(error.retryAfter ?? RETRY_AFTER_DEFAULT_S, RETRY_AFTER_MAX_S)
      run.set({ phase: 'running', waitingUntil: clock.now() + wait })
      await exchange(undefined, keyId())
      await clock.sleep(wait, wakeUp.signal).catch(() => undefined)
      if (run.get().phase === 'running') run.set({ phase: 'running' })
    } else if (error.status === 401 && !isFile) pause('key')
    else if (error.status === 401) {
      await exchange(undefined, keyId())
      run.set({ phase: 'paused', reason: 'key' })
      try {
        await options.waitForKey(wakeUp.signal)
        wakeUp.signal.throwIfAborted()
        run.set({ phase: 'running' })
      } catch {
        run.set({ phase: 'pausing', reason: 'key' })
      }
    }
  }

  async function end(): Promise<void> {
    const state = run.get()
    const waiting = await ledger()
      .read((transaction) => transaction.count(batch, 'waiting'))
      .catch(() => undefined)
    if (waiting === undefined) return run.set({ phase: 'paused', reason: 'storage' })
    if (waiting === 0 && !isKept) release()
    if (waiting === 0) run.set({ phase: 'idle' })
    else run.set({ phase: 'paused', reason: state.phase === 'pausing' ? state.reason : 'user' })
  }

  function release() {
    unlock?.()
    unlock = undefined
    isAlone = false
  }

  function pause(reason: PauseReason): void {
    pauses += 1
    if (run.get().phase === 'running') run.set({ phase: 'pausing', reason })
    wakeUp.abort()
  }

  /** @returns whether this tab may send the batch, as far as locks can tell. */
  async function lock(): Promise<boolean> {
    if (unlock !== undefined) return true
    const acquired = await options.acquireLock(batch)
    if (acquired === 'taken') return false
    isAlone = acquired !== 'unsupported'
    unlock = acquired === 'unsupported' ? () => undefined : acquired
    return true
  }

  async function start(queue: Queue): Promise<void> {
    wakeUp = new AbortController()
    sent = { count: 0, milliseconds: 0 }
    run.set({ phase: 'running' })
    if (await lock()) await send(queue)
    else run.set({ phase: 'paused', reason: 'elsewhere' })
  }

  /** Begins when the runs before it have ended, unless it was paused since. Resolves when it has ended, too. */
  function begin(queue: Queue): Promise<void> {
    const pressedAt = pauses
    runs += 1
    const go = () => (pauses === pressedAt ? start(queue) : undefined)
    last = last.then(go, go).finally(() => (runs -= 1))
    return last
  }

  return {
    batch,
    get: run.get,
    subscribe: run.subscribe,
    errors: errors as ReadonlyMap<Key, unknown>,

    /** The last entry that it sent, while its outcome is not in the ledger. */
    unwritten: (): Entry | undefined => unwritten && { ...unwritten.claimed.entry, state: unwritten.state },

    /** About how many milliseconds one request of this run takes; `undefined` before there were five. */
    meanDuration: (): number | undefined => (sent.count < 5 ? undefined : sent.milliseconds / sent.count),

    /** Keeps its lock until it is closed. @returns `false` when another tab has it. */
    keep: async (): Promise<boolean> => (isKept = await lock()),

    /** Whether this tab has its lock. */
    isHeld: (): boolean => unlock !== undefined,

    /** What a tab that is gone was sending is unknown. */
    recover: (transaction: LedgerTransaction): Promise<boolean> =>
      recover(transaction, batch, { isAlone, now: clock.now() }),

    /** Sends all that waits. Resolves when nothing does, or it pauses. */
    resume: (): Promise<void> =>
      begin({
        claim: (transaction, claim) => claimWaiting(transaction, batch, claim),
        processed: () => undefined,
      }),

    /** Sends these, if they wait, and no others. */
    sendOnly: async (keys: readonly Key[]): Promise<void> => {
      if (keys.length === 0) return
      const left = new Set(keys)
      await begin({
        claim: (transaction, claim) => claimWaiting(transaction, batch, claim, [...left]),
        processed: (key) => left.delete(key),
      })
    },

    /** Sends these once more. What has changed since the person saw it is left alone. */
    sendAgain: async (entries: readonly Again[]): Promise<void> => {
      const left = new Map(entries.map((again) => [keyOf(again.entry), again]))
      await begin({
        claim: async (transaction, claim) => {
          for (const [key, again] of left) {
            const claimed = await claimAgain(transaction, again, claim)
            if (claimed !== undefined) return claimed
            left.delete(key)
          }
          return undefined
        },
        processed: (key) => left.delete(key),
      })
    },

    pause,

    /** Gives up the request on its way: its outcome is unknown. */
    stopWaiting: (): void => request.abort(),

    /** Whether requests are sent, or may be by themselves. */
    isBusy: (): boolean => runs > 0,

    /** Waits until what is being sent is recorded, then lets other tabs send the rest. */
    close: async (): Promise<void> => {
      pause('user')
      await last
      isKept = false
      release()
    },
  }
}

export type Sender = ReturnType<typeof createSender>

/** The service said that it did not act: the same entry comes again. */
function isRefused(result: CreatePetOutcome): boolean {
  const error = result.kind === 'rejected' ? result.error : undefined
  return error instanceof HttpError && (error.status === 401 || error.status === 429)
}

function stateAfter(
  { entry, wasUnknown }: Claimed,
  result: CreatePetOutcome,
  describe: (error: unknown) => string,
  endedAt: number,
): EntryState {
  if (isRefused(result)) return entry.state
  switch (result.kind) {
    case 'added':
      return { kind: 'added', id: result.pet.id, note: differenceOf(entry, result.pet) }
    case 'added-without-id':
      return { kind: 'added', id: undefined, note: describe(result.error) }
    case 'rejected':
      return wasUnknown
        ? { kind: 'unknown', message: describe(result.error), endedAt }
        : { kind: 'rejected', message: describe(result.error) }
    case 'unknown':
      return { kind: 'unknown', message: describe(result.error), endedAt }
  }
}

/** The answer is held against what was sent. */
function differenceOf({ newPet }: Entry, pet: Pet): string | undefined {
  if (newPet === undefined || (pet.name === newPet.name && pet.categoryId === newPet.categoryId))
    return undefined
  return `Saved as “${pet.name}”, category ${pet.categoryId}.`
}
