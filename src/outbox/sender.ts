import { HttpError } from '#src/http/errors.ts'
import { newId } from '#src/lib/new-id.ts'
import { createStore } from '#src/lib/create-store.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { CreatePetOutcome, Petstore } from '#src/pets/petstore.ts'
import { type Entry, type EntryState, isWithoutId, type Key, keyOf } from './entry.ts'
import type { Ledger, LedgerTransaction } from './outbox-database.ts'
import { type Again, type Claimed, claimNext, type Only, recover, settle } from './transitions.ts'

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
  readonly ledger: Pick<Ledger, 'read' | 'write'>
  readonly createPet: Petstore['createPet']
  readonly describe: (error: unknown) => string
  /** Those that are loaded. */
  readonly knownPets: () => readonly Pet[]
  readonly keyId: () => string
  /** Resolves when there is another key; rejects when nobody enters one. */
  readonly waitForKey: (signal: AbortSignal) => Promise<void>
  readonly acquireLock: AcquireLock
  readonly clock: Clock
}

/** Seconds to wait after a 429 without `Retry-After`. */
const RETRY_AFTER_DEFAULT_S = 5

const MAX_CONSECUTIVE_UNKNOWN = 3

/** Without Web Locks, others take a request for lost after a minute: a tab that slept since its claim does not begin it. */
const CLAIM_MAX_MS = 30_000

/** Which of a batch to send. Asked again where something was not sent after all, and for another key. */
export type Choose = () => Promise<Only>

/** Only writes what is not written yet, and recovers what a tab that is gone was sending. */
export const NOTHING: Choose = async () => new Map()

/**
 * Sends the entries of one batch, one at a time and in their order. An entry leaves once the transaction that claims it is
 * complete, and its outcome is written together with the next claim: a crash leaves one unknown entry at most.
 */
export function createSender(batch: string, options: SenderOptions) {
  const { ledger, createPet, describe, keyId, clock } = options
  const run = createStore<RunState>({ phase: 'idle' })
  const errors = new Map<Key, unknown>()
  /** `state: undefined`: it was not processed. */
  let unwritten: { readonly claimed: Claimed; readonly state: EntryState | undefined } | undefined
  let locking: ReturnType<AcquireLock> | undefined
  /** Whether this tab has the lock, and whether it is a real one. */
  let isHeld = false
  let isAlone = false
  /** A file is open: an idle page that holds no lock can go into the back/forward cache. */
  let isKept = false
  /** Runs come one after the other. */
  let last: Promise<void> = Promise.resolve()
  let runs = 0
  let wakeUp = new AbortController()
  let request = new AbortController()
  /** How often it was paused: what was pressed before is not begun any more. */
  let pauses = 0

  /** The last outcome, and the next claim, in one transaction. What the outcome sets free is sent, too. */
  async function exchange(
    isClaiming: boolean,
    own: string,
    only?: Map<Key, Again | undefined>,
    isFollowed = true,
  ): Promise<Claimed | RunEnd> {
    const ended = unwritten
    const known = Map.groupBy(isClaiming ? options.knownPets() : [], animalKey)
    const knownIds = (animal: string) => (known.get(animal) ?? []).map(({ id }) => id)
    const claim = { claim: newId(), keyId: own, at: clock.now(), knownIds }
    try {
      const result = await ledger.write(async (transaction): Promise<Claimed | RunEnd> => {
        const released = ended === undefined ? [] : await settle(transaction, ended.claimed, ended.state)
        // Where the database was deleted, nothing more is sent.
        if (released === undefined) return 'storage'
        for (const key of isFollowed ? released : []) only?.set(key, undefined)
        if (!isClaiming) return 'none'
        if (await recoverOwn(transaction)) return 'elsewhere'
        return (await claimNext(transaction, batch, claim, only)) ?? 'none'
      })
      if (result !== 'storage') unwritten = undefined
      return result
    } catch {
      return 'storage'
    }
  }

  async function send(choose: Choose | undefined): Promise<void> {
    let consecutiveUnknown = 0
    let chosenWith: string | undefined
    const only = choose && new Map<Key, Again | undefined>()
    /** A press sends each once, however often it is chosen. */
    const done = new Set<Key>()
    for (;;) {
      const own = keyId()
      if (choose !== undefined && own !== chosenWith && run.get().phase === 'running') {
        chosenWith = own
        for (const [key, again] of await choose()) if (!done.has(key)) only?.set(key, again)
      }
      const claimed = await exchange(run.get().phase === 'running', own, only, choose !== NOTHING)
      if (claimed === 'none') return end()
      if (typeof claimed === 'string') return run.set({ phase: 'paused', reason: claimed })
      const { entry } = claimed
      const hasSlept = Math.abs(clock.now() - claimed.at) > CLAIM_MAX_MS
      // Paused, or the key has changed, while it was claimed.
      if (run.get().phase !== 'running' || keyId() !== own || hasSlept || entry.newPet === undefined) {
        unwritten = { claimed, state: undefined }
        chosenWith = undefined
        continue
      }
      request = new AbortController()
      const result = await createPet(entry.newPet, request.signal)
      const state = stateAfter(claimed, result, describe, clock.now())
      unwritten = { claimed, state }
      errors.set(keyOf(entry), result.kind === 'added' ? undefined : result.error)
      // What the service did not process comes again, and neither adds to the streak nor ends it.
      if (state === undefined) chosenWith = undefined
      else {
        only?.delete(keyOf(entry))
        done.add(keyOf(entry))
        consecutiveUnknown = state.kind === 'unknown' || isWithoutId({ state }) ? consecutiveUnknown + 1 : 0
      }
      if (consecutiveUnknown >= MAX_CONSECUTIVE_UNKNOWN) pause('consecutive-unknown')
      await holdNext(result, entry.row !== undefined)
    }
  }

  /** After a 401, a 429, or a 5xx with `Retry-After`: waits for a key, or as long as the service says. */
  async function holdNext(result: CreatePetOutcome, isFile: boolean): Promise<void> {
    const error = result.kind === 'rejected' || result.kind === 'unknown' ? result.error : undefined
    if (!(error instanceof HttpError) || run.get().phase !== 'running') return
    if (error.status === 429 || (result.kind === 'unknown' && error.retryAfter !== undefined)) {
      const wait = 1000 * (error.retryAfter ?? RETRY_AFTER_DEFAULT_S)
      run.set({ phase: 'running', waitingUntil: clock.now() + wait })
      await exchange(false, keyId())
      await clock.sleep(wait, wakeUp.signal).catch(() => undefined)
      if (run.get().phase === 'running') run.set({ phase: 'running' })
    } else if (error.status === 401 && !isFile) pause('key')
    else if (error.status === 401) {
      await exchange(false, keyId())
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
    const waiting = await ledger
      .read((transaction) => transaction.count('state', batch, 'waiting'))
      .catch(() => undefined)
    if (waiting === undefined) return run.set({ phase: 'paused', reason: 'storage' })
    if (waiting === 0 && !isKept) release()
    if (waiting === 0) run.set({ phase: 'idle' })
    else run.set({ phase: 'paused', reason: state.phase === 'pausing' ? state.reason : 'user' })
  }

  function release() {
    void locking?.then((acquired) => typeof acquired === 'function' && acquired())
    locking = undefined
    isHeld = false
    isAlone = false
  }

  function pause(reason: PauseReason): void {
    pauses += 1
    if (run.get().phase === 'running') run.set({ phase: 'pausing', reason })
    wakeUp.abort()
  }

  /** @returns whether this tab may send the batch, as far as locks can tell. */
  async function lock(): Promise<boolean> {
    locking ??= options.acquireLock(batch)
    const acquired = await locking
    isHeld = acquired !== 'taken'
    isAlone = isHeld && acquired !== 'unsupported'
    if (!isHeld) locking = undefined
    return isHeld
  }

  const recoverOwn = (transaction: LedgerTransaction) =>
    recover(transaction, batch, { isAlone, now: clock.now() })

  async function start(choose: Choose | undefined): Promise<void> {
    wakeUp = new AbortController()
    run.set({ phase: 'running' })
    if (await lock()) await send(choose)
    else run.set({ phase: 'paused', reason: 'elsewhere' })
  }

  return {
    batch,
    get: run.get,
    subscribe: run.subscribe,

    /** What the last request of each failed with. */
    errors: errors as ReadonlyMap<Key, unknown>,

    /** The last entry that it sent, while its outcome is not in the ledger. */
    unwritten(): Entry | undefined {
      if (unwritten === undefined) return undefined
      const { claimed, state = claimed.entry.state } = unwritten
      return { ...claimed.entry, state }
    },

    /** What is written after it is this tab's to show. Held until a run ends. */
    lock,

    /** Keeps its lock until it is closed. @returns `false` when another tab has it. */
    keep: async (): Promise<boolean> => (isKept = await lock()),

    /** Whether this tab has its lock. */
    isHeld: (): boolean => isHeld,

    /**
     * Sends all that waits, or what is chosen. It begins when the runs before it have ended, unless it was paused since.
     * Resolves when it has ended, too, or pauses.
     */
    send(choose?: Choose): Promise<void> {
      const pressedAt = pauses
      runs += 1
      const go = () => (pauses === pressedAt ? start(choose) : undefined)
      last = last.then(go, go).finally(() => (runs -= 1))
      return last
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
      if (unwritten !== undefined) await exchange(false, keyId())
      isKept = false
      release()
    },
  }
}

export type Sender = ReturnType<typeof createSender>

/** Nothing is left, or why nothing more is sent. */
type RunEnd = 'none' | 'storage' | 'elsewhere'

function isRefused(result: CreatePetOutcome): boolean {
  const error = result.kind === 'rejected' ? result.error : undefined
  return error instanceof HttpError && (error.status === 401 || error.status === 429)
}

/** `undefined`: the service said that it did not act, and the same entry comes again. */
function stateAfter(
  { entry, wasUnknown }: Claimed,
  result: CreatePetOutcome,
  describe: (error: unknown) => string,
  endedAt: number,
): EntryState | undefined {
  if (isRefused(result)) return undefined
  if (result.kind === 'added')
    return { kind: 'added', id: result.pet.id, note: differenceOf(entry, result.pet) }
  const message = describe(result.error)
  if (result.kind === 'added-without-id') return { kind: 'added', id: undefined, note: message, endedAt }
  const isUnknown = result.kind === 'unknown' || wasUnknown
  return isUnknown ? { kind: 'unknown', message, endedAt } : { kind: 'rejected', message }
}

/** The answer is held against what was sent. */
function differenceOf({ newPet }: Entry, pet: Pet): string | undefined {
  if (newPet === undefined || (pet.name === newPet.name && pet.categoryId === newPet.categoryId))
    return undefined
  return `Saved as “${pet.name}”, category ${pet.categoryId}.`
}
