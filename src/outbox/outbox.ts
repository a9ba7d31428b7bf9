import { createEmitter, createStore } from '#src/lib/create-store.ts'
import type { Environment } from '#src/config/config.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import type { ListPets } from '#src/pets/stock.ts'
import type { Session } from '#src/session/session.ts'
import { type CheckState, createChecks, type Verdict } from './check.ts'
import { type Entry, isCheckable, type Key, keyOf } from './entry.ts'
import { createMemoryLedger } from './memory-ledger.ts'
import { type Ledger, type LedgerTransaction, StorageError } from './outbox-database.ts'
import { createSender, isPausedByStorage, type Sender } from './sender.ts'
import { deleteOld, lookUp } from './transitions.ts'

/**
 * - `asking`: nothing can be written; the person decides whether to go on without a record, once a tab.
 * - `newer`: the database is of a newer version of the app: only a reload helps, and nothing is sent.
 */
export type StorageState = 'ok' | 'asking' | 'memory' | 'newer'

export type OutboxOptions = {
  /** `baseUrl`: absolute. */
  readonly environment: Pick<Environment, 'id' | 'baseUrl' | 'name'>
  readonly ledger: Ledger
  readonly createPet: Petstore['createPet']
  /** Never from a cache. */
  readonly listPets: ListPets
  /** Those that are loaded. */
  readonly knownPets: () => readonly Pet[]
  readonly session: Pick<Session, 'get' | 'keyId' | 'waitForKey'>
  readonly clock: {
    /** Milliseconds since 1970. */
    readonly now: () => number
    /** Milliseconds, on a clock that nobody can set. */
    readonly elapsed: () => number
    readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  }
  /** `taken`: another tab has it. `unsupported`: on pages over plain http. */
  readonly acquireLock: (batch: string) => Promise<(() => Promise<void>) | 'taken' | 'unsupported'>
  /** The batches whose lock any tab holds. */
  readonly heldLocks: () => Promise<ReadonlySet<string>>
  /** To the other tabs: "read again". */
  readonly channel: Pick<BroadcastChannel, 'addEventListener' | 'postMessage'>
  /** A run has ended: what was loaded before is out of date. */
  readonly onSent: () => void
}

/** Every POST of one environment in this tab goes through here (src/outbox/README.md). */
export function createOutbox(options: OutboxOptions) {
  const { environment, session, clock, channel } = options
  const storage = createStore<StorageState>('ok')
  /** What was written here; `undefined` where another tab has written. */
  const changes = createEmitter<[written: readonly Entry[] | undefined]>()
  let ledger = Promise.resolve(options.ledger)
  const senders = new Map<string, Sender>()
  const checks = createChecks(options)

  /** Something was written: what else could not be is the question. */
  function hasWritten(): void {
    const isLeft = [...senders.values()].some(({ unwritten }) => unwritten.size > 0)
    if (storage.get() === 'asking' && !isLeft) storage.set('ok')
  }

  /** What could not be read may be read again; what could not be written is the person's to decide. */
  function failed(error: unknown, isWrite: boolean): never {
    const isQuestion = error instanceof StorageError && !['memory', 'newer'].includes(storage.get())
    if (isQuestion && (isWrite || error.isNewer)) storage.set(error.isNewer ? 'newer' : 'asking')
    throw error
  }

  async function read<T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> {
    return (await ledger).read(act).catch((error: unknown) => failed(error, false))
  }

  /** Tells this tab and the others. */
  async function write<T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> {
    const written: Entry[] = []
    const { write: begin } = await ledger
    const result = await begin((transaction) => {
      const put = async (entry: Entry) => {
        await transaction.put(entry)
        written.push(entry)
      }
      return act({ ...transaction, put })
    }).catch((error: unknown) => failed(error, true))
    hasWritten()
    for (const entry of written) if (isCheckable(entry)) checks.endOf(entry)
    changes.notify(written)
    channel.postMessage('read again')
    return result
  }

  async function acquireLock(batch: string) {
    // What is in memory alone, no other tab can send.
    const lock = storage.get() === 'memory' ? 'unsupported' : await options.acquireLock(batch)
    if (typeof lock !== 'function') return lock
    return async () => {
      await lock()
      // What this tab is done with is for others to show, too. Sooner, they would still see that it is taken.
      channel.postMessage('read again')
    }
  }

  function sender(batch: string): Sender {
    const known = senders.get(batch)
    if (known !== undefined) return known
    const made = createSender(batch, { ...options, ledger: { read, write }, acquireLock, hasWritten })
    made.subscribe(() => {
      if (isPausedByStorage(made.get()) && storage.get() === 'ok') storage.set('asking')
      changes.notify([])
    })
    senders.set(batch, made)
    return made
  }

  /** Changes entries of a batch, and sends what that sets free, and nothing else. Where it cannot be written, `storage` says so. */
  async function decide(
    batch: string,
    act: (transaction: LedgerTransaction) => Promise<readonly Key[]>,
  ): Promise<void> {
    const { press, send } = sender(batch)
    const pressed = press()
    const released = await write(act).catch(() => [])
    if (released.length > 0) await send(released, undefined, pressed)
  }

  /** Writes what could not be written. */
  async function writeAndSend(isSent: (one: Sender) => boolean): Promise<void> {
    const toSend = [...senders.values()].filter(isSent).map((one) => ({ one, pressed: one.press() }))
    await ledger
    for (const { flush } of senders.values()) await flush()
    for (const { one, pressed } of toSend) await one.send(undefined, undefined, pressed)
    hasWritten()
  }

  for (const { subscribe } of [storage, checks]) subscribe(() => changes.notify([]))
  channel.addEventListener('message', () => changes.notify(undefined))

  return {
    environment,
    clock,
    storage,
    checks,
    read,
    write,
    decide,
    sender,
    senders: senders as ReadonlyMap<string, Sender>,
    heldLocks: options.heldLocks,

    /** Notifies when anything that it shows may have changed, in this tab or in another one. */
    subscribe: changes.subscribe,

    /** Whether a request of this tab is on its way, or others will follow it. */
    isSending: (): boolean => [...senders.values()].some((one) => one.isBusy()),

    /** The person goes on without a record: what was entered by hand, in earlier visits, too, is sent. */
    continueWithoutStorage(): Promise<void> {
      // Who writes meanwhile waits for it.
      ledger = ledger.then(async (disk) => {
        const saved = await disk
          .read(async (transaction) => ({
            batches: await transaction.batches(),
            entries: await transaction.all('batch'),
          }))
          .catch(() => ({ batches: [], entries: [] }))
        if (storage.get() !== 'asking') return disk
        storage.set('memory')
        return createMemoryLedger(saved)
      })
      return writeAndSend(({ unwritten }) => [...unwritten].some(({ isNew }) => isNew))
    },

    /** "Try again": sends what waits in this batch where its own could not be written. What else was pressed can be pressed again. */
    retry: (batch: string): Promise<void> =>
      writeAndSend((one) => one === senders.get(batch) && isPausedByStorage(one.get())),

    /** Deletes what has been settled for so long that nobody asks for it any more. Never rejects. */
    tidy: (): Promise<void> =>
      ledger
        .then(({ write: begin }) => begin((transaction) => deleteOld(transaction, clock.now())))
        .catch(() => undefined),

    /**
     * By which entries these pets of a file that is not entered yet may already be there, by `animalKey`. `batch`: the one
     * whose rows they correct. An error never means that there are none.
     */
    lookUp: (newPets: readonly NewPet[], batch = ''): Promise<ReadonlyMap<string, readonly Entry[]>> =>
      read((transaction) => lookUp(transaction, environment.baseUrl, newPets, batch)),

    /** "Add it again", "Send again": unless the lists, which are read now, show a pet that was not `shown` at the press. */
    sendAgain(batch: string, shown: ReadonlyMap<Key, CheckState | undefined>): Promise<void> {
      // At once: those who press while others wait share one reading.
      let reading: ReturnType<typeof checks.read> | undefined = checks.read()
      return sender(batch).send(shown.keys(), async () => {
        const evidence = await (reading ?? checks.read())
        reading = undefined
        return async (transaction, entry) => {
          const before = shown.get(keyOf(entry))
          if (before === undefined || !('causes' in before) || !isCheckable(entry)) return undefined
          // Another key sees other pets.
          if (evidence === undefined || evidence.keyId !== session.keyId()) return undefined
          const verdict = await checks.judge(transaction, entry, evidence)
          return isAsShown(before, verdict) ? verdict.kind !== 'not-added' : undefined
        }
      })
    },

    /** Nothing that was pressed before is sent any more. Signing out gives up what is on its way, too. */
    pause(reason: 'key' | 'offline'): void {
      for (const one of senders.values()) {
        one.pause(reason)
        if (reason === 'key') one.stopWaiting()
      }
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>

/** Whether the lists offer no pet, and the outbox no cause, that was not on the screen; and it is not too soon. */
function isAsShown(before: Verdict, { pets, causes, againAt }: Verdict): boolean {
  const seen = new Set<string>([...before.pets.map(({ id }) => id), ...before.causes.map(keyOf)])
  const shows = [...pets.map(({ id }) => id), ...causes.map(keyOf)]
  return againAt === undefined && shows.every((one) => seen.has(one))
}
