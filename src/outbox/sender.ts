import { errorText } from '#src/http/describe-error.ts'
import { HttpError, InvalidResponseError, isAbort } from '#src/http/errors.ts'
import { createStore } from '#src/lib/create-store.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { type Entry, type EntryState, type Key, keyOf } from './entry.ts'
import type { OutboxOptions } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import { type Again, type Claimed, claimNext, enter, recover, settle } from './transitions.ts'

export type PauseReason = 'user' | 'key' | 'offline' | 'consecutive-unknown' | 'storage' | 'elsewhere'

/** `idle`: nothing of the batch waits, or nobody has asked to send it. */
export type RunState =
  | { readonly phase: 'idle' }
  /** `waitingUntil`: because the service said so. Milliseconds since 1970. */
  | { readonly phase: 'running'; readonly waitingUntil?: number }
  | { readonly phase: 'pausing' | 'paused'; readonly reason: PauseReason }

export function isPausedByStorage(state: RunState): boolean {
  return state.phase === 'paused' && state.reason === 'storage'
}

/** Seconds to wait after a 429 without `Retry-After`. */
const RETRY_AFTER_DEFAULT_S = 5

const MAX_CONSECUTIVE_UNKNOWN = 3

/** Without Web Locks, others take a request for lost after a minute: a tab that slept since its claim does not begin it. */
const CLAIM_MAX_MS = 30_000

/** What the ledger does not have yet. */
export type Unwritten = {
  /** As it will be there. */
  readonly entry: Entry
  /** Else it says what became of one that was sent. */
  readonly isNew: boolean
  /** @returns what goes on now; `undefined` where the database was deleted meanwhile. */
  readonly write: (transaction: LedgerTransaction) => Promise<readonly Key[] | undefined>
}

/**
 * Sends the entries of one batch, one at a time and in their order. An entry leaves once the transaction that claims it is
 * complete, and its outcome is written together with the next claim: a crash leaves one unknown entry at most.
 */
export function createSender(batch: string, options: OutboxOptions & { hasWritten: () => void }) {
  const { ledger, createPet, session, clock } = options
  const run = createStore<RunState>({ phase: 'idle' })
  const errors = new Map<Key, unknown>()
  const unwritten = new Set<Unwritten>()
  /** Unknown outcomes since the last one that is certain. A press does not end the row: only a proven outcome does. */
  let consecutiveUnknown = 0
  let locking: ReturnType<OutboxOptions['acquireLock']> | undefined
  /** How to release the lock that this tab has. */
  let held: (() => Promise<void>) | 'unsupported' | undefined
  /** A file is open: an idle page that holds no lock can go into the back/forward cache. */
  let isKept = false
  /** Runs come one after the other, and so do transactions. */
  let lastRun: Promise<void> = Promise.resolve()
  let lastWrite: Promise<unknown> = Promise.resolve()
  let runs = 0
  /** Aborted when it is paused: what was pressed before is not begun any more. */
  let presses = new AbortController()
  let request = new AbortController()
  const isRunning = () => run.get().phase === 'running'
  const knownIds = (animal: string) =>
    options.knownPets().flatMap((pet) => (animalKey(pet) === animal ? [pet.id] : []))

  function inOrder<T>(act: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(act)
    lastWrite = result.catch(() => undefined)
    return result
  }

  /** What is not written yet, and the next claim, in one transaction. */
  function exchange(
    claim?: (transaction: LedgerTransaction, released: readonly Key[]) => Promise<Claimed | Stopped>,
  ): Promise<Claimed | Stopped> {
    return inOrder(async () => {
      const all = [...unwritten]
      if (all.length === 0 && claim === undefined) return undefined
      try {
        const result = await ledger.write(async (transaction) => {
          const released: (readonly Key[] | undefined)[] = []
          for (const { write } of all) released.push(await write(transaction))
          // Where the database was deleted, nothing more is sent.
          if (released.includes(undefined)) return 'storage'
          const free = released.flatMap((keys) => keys ?? [])
          // What may not be sent from memory keeps no outcome from being written.
          return claim?.(transaction, free).catch(() => 'storage' as const)
        })
        for (const one of all) unwritten.delete(one)
        if (isPausedByStorage(run.get())) await end()
        options.hasWritten()
        return result
      } catch {
        return 'storage'
      }
    })
  }

  /** `state: undefined`: it was not processed. */
  function hasEnded(claimed: Claimed, state?: EntryState): void {
    const { entry } = claimed
    unwritten.add({
      entry: { ...entry, state: state ?? entry.state },
      isNew: false,
      write: (transaction) => settle(transaction, claimed, state),
    })
  }

  async function sendAll(keys?: Iterable<Key>, look?: () => Promise<Again>): Promise<void> {
    let again: Again | undefined
    let seenWith: string | undefined
    const only = keys && new Set(keys)
    // What nobody has pressed for is not sent because something was only written, or recovered.
    const isFollowed = only?.size !== 0
    for (;;) {
      const own = session.keyId()
      if (look !== undefined && own !== seenWith && isRunning()) {
        seenWith = own
        again = await look()
      }
      const claimed = await exchange(async (transaction, released) => {
        // What an outcome sets free is sent, too.
        if (isFollowed) for (const key of released) only?.add(key)
        if (!isRunning()) return undefined
        const now = clock.now()
        if (await recover(transaction, batch, { isAlone: typeof held === 'function', now }))
          return 'elsewhere'
        return claimNext(transaction, batch, { keyId: own, now, knownIds }, only, again)
      })
      if (claimed === undefined) return end()
      if (typeof claimed === 'string') return run.set({ phase: 'paused', reason: claimed })
      const { entry } = claimed
      const hasSlept = Math.abs(clock.now() - claimed.claim.at) > CLAIM_MAX_MS
      // Paused, or the key has changed, while it was claimed.
      if (!isRunning() || session.keyId() !== own || hasSlept || entry.newPet === undefined) {
        hasEnded(claimed)
        seenWith = undefined
        continue
      }
      request = new AbortController()
      const result = await createPet(entry.newPet, request.signal)
      const error = result.kind === 'added' ? undefined : result.error
      const status = error instanceof HttpError ? error.status : undefined
      const isRefused = status === 401 || status === 429
      const state = isRefused ? undefined : stateAfter(claimed, result)
      hasEnded(claimed, state)
      errors.set(keyOf(entry), error)
      // What the service did not process comes again, and neither adds to the streak nor ends it.
      if (state === undefined) seenWith = undefined
      else {
        only?.delete(keyOf(entry))
        consecutiveUnknown = state.kind === 'unknown' ? consecutiveUnknown + 1 : 0
      }
      if (consecutiveUnknown >= MAX_CONSECUTIVE_UNKNOWN) pause('consecutive-unknown')
      if (error instanceof HttpError && isRunning()) await holdNext(error, entry.row !== undefined)
    }
  }

  function stateAfter({ entry, wasUnknown }: Claimed, result: CreatePetOutcome): EntryState {
    if (result.kind === 'added') {
      const { id, name, categoryId } = result.pet
      // The answer is held against what was sent.
      const isSame = name === entry.newPet?.name && categoryId === entry.newPet.categoryId
      return { kind: 'added', id, note: isSame ? undefined : `Saved as “${name}”, category ${categoryId}.` }
    }
    const [message, endedAt] = [describe(result.error, options.environment.name), clock.now()]
    const isUnknown = result.kind === 'unknown' || wasUnknown
    return isUnknown ? { kind: 'unknown', message, endedAt } : { kind: 'rejected', message }
  }

  /** After a 401, a 429, or a 5xx with `Retry-After`: waits for a key, or as long as the service says. */
  async function holdNext({ status, retryAfter }: HttpError, isFile: boolean): Promise<void> {
    const { signal } = presses
    if (status === 429 || (status >= 500 && retryAfter !== undefined)) {
      const wait = 1000 * (retryAfter ?? RETRY_AFTER_DEFAULT_S)
      run.set({ phase: 'running', waitingUntil: clock.now() + wait })
      await exchange()
      await clock.sleep(wait, signal).catch(() => undefined)
      if (isRunning()) run.set({ phase: 'running' })
    } else if (status === 401 && !isFile) pause('key')
    else if (status === 401) {
      await exchange()
      run.set({ phase: 'paused', reason: 'key' })
      try {
        await session.waitForKey(signal)
        signal.throwIfAborted()
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

  /** @returns whether this tab may send the batch, as far as locks can tell. */
  async function lock(): Promise<boolean> {
    const asked = (locking ??= options.acquireLock(batch))
    const acquired = await asked
    // Else it was released meanwhile.
    if (asked === locking) {
      if (acquired === 'taken') locking = undefined
      else held = acquired
    }
    return held !== undefined
  }

  function release(): void {
    void locking?.then((acquired) => (typeof acquired === 'function' ? acquired() : undefined))
    held = undefined
    locking = undefined
  }

  function pause(reason: PauseReason): void {
    if (isRunning()) run.set({ phase: 'pausing', reason })
    presses.abort()
    presses = new AbortController()
  }

  /**
   * Something was pressed. Aborted when it has been paused since, by signing out or going offline, too. What is pressed beside
   * the dialog that asks for a key waits for another press: signing in sends nothing.
   */
  const press = () => (session.get().isPrompting === true ? AbortSignal.abort() : presses.signal)

  function send(keys?: Iterable<Key>, look?: () => Promise<Again>, pressed = presses.signal): Promise<void> {
    return inTurn(() => sendNow(pressed, keys, look))
  }

  async function sendNow(
    pressed: AbortSignal,
    keys?: Iterable<Key>,
    look?: () => Promise<Again>,
  ): Promise<void> {
    if (pressed.aborted) return
    run.set({ phase: 'running' })
    if (await lock()) await sendAll(keys, look)
    else run.set({ phase: 'paused', reason: 'elsewhere' })
    options.onSent()
  }

  function inTurn(go: () => Promise<void>): Promise<void> {
    runs += 1
    lastRun = lastRun.then(go, go).finally(() => (runs -= 1))
    return lastRun
  }

  /** Sends what was just entered, unless three pets in a row are unknown: then it waits for a press of its own. */
  function sendEntered(pressed: AbortSignal): Promise<void> {
    return inTurn(async () => {
      if (consecutiveUnknown < MAX_CONSECUTIVE_UNKNOWN) return sendNow(pressed)
      await exchange()
      run.set({ phase: 'paused', reason: 'consecutive-unknown' })
    })
  }

  return {
    get: run.get,
    subscribe: run.subscribe,

    /** What the last request of each failed with. */
    errors: errors as ReadonlyMap<Key, unknown>,

    unwritten: unwritten as ReadonlySet<Unwritten>,

    /** Keeps its lock until it is closed. @returns `false` when another tab has it. */
    keep: async (): Promise<boolean> => (isKept = await lock()),

    /** Whether this tab has its lock. */
    isHeld: (): boolean => held !== undefined,

    press,

    /**
     * Sends all that waits, or of these what waits, and what `look` (at the lists) allows to be sent again; with no keys, it
     * only writes what is not written, and recovers what a tab that is gone was sending. It begins when the runs before it
     * have ended, unless it was paused since it was `pressed`. Resolves when it has ended, too, or pauses.
     */
    send,

    /** Writes what is not written, whatever is being sent. */
    flush: (): Promise<unknown> => exchange(),

    /**
     * Writes a pet that was entered, whatever is being sent, and sends what waits. It is this tab's to show. `replaces`: the
     * rejected one that it corrects.
     */
    enter: (entry: Entry, replaces?: Key): Promise<void> => {
      const pressed = press()
      unwritten.add({ entry, isNew: true, write: (transaction) => enter(transaction, entry, replaces) })
      void lock().then(() => exchange())
      return sendEntered(pressed)
    },

    /** Takes back what was entered and could not be written. */
    forget: (key: Key): Promise<void> =>
      inOrder(async () => {
        for (const one of unwritten) if (one.isNew && keyOf(one.entry) === key) unwritten.delete(one)
      }),

    pause,

    /** Gives up the request on its way: its outcome is unknown. */
    stopWaiting: (): void => request.abort(),

    /** Whether requests are sent, or may be by themselves. */
    isBusy: (): boolean => runs > 0,

    /** Waits until what is being sent is recorded, then lets other tabs send the rest. */
    close: async (): Promise<void> => {
      pause('user')
      await lastRun
      await exchange()
      isKept = false
      release()
    },
  }
}

export type Sender = ReturnType<typeof createSender>

/** Why nothing more is sent; `undefined`: nothing is left. */
type Stopped = 'storage' | 'elsewhere' | undefined

/** What became of a request. */
function describe(error: unknown, service: string): string {
  if (error instanceof HttpError) return errorText(error, service)
  if (error instanceof InvalidResponseError) return 'The answer was not a pet.'
  return isAbort(error) ? `Cancelled before ${service} responded.` : `${service} did not respond.`
}
