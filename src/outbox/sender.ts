import { isAskingForKey } from '#src/session/session-state.ts'
import { createBatchLock } from './batch-lock.ts'
import { createBatchWriter, type Flushed } from './batch-writer.ts'
import type { BusyService } from './busy-service.ts'
import type { ClaimAges } from './claim-ages.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { OutboxPorts } from './ports.ts'
import { createRunControl } from './run-control.ts'
import { isPausedBy, type PauseReason, type RunState } from './run-state.ts'
import { createBatchSending, type RunRequest, type RunEnd } from './send-batch.ts'
import type { Storage } from './storage.ts'
import { enterOrCorrect } from './transitions/enter.ts'
import { recover } from './transitions/recover.ts'
import type { UnknownSeries } from './unknown-series.ts'

export type SenderOptions = Pick<
  OutboxPorts,
  'environment' | 'createPet' | 'seenPets' | 'session' | 'clock'
> & {
  readonly storage: Pick<Storage, 'state' | 'read' | 'write' | 'writeSilently'>
  readonly acquireLock: OutboxPorts['acquireLock']
  readonly claimAges: ClaimAges
  /** One for all batches of this tab. */
  readonly unknownSeries: UnknownSeries
  /** One for all batches of this tab. */
  readonly busyService: BusyService
  /** Called when something could not be written, or was written later. */
  readonly onUnwrittenChange: () => void
  /** Called when a run has ended. */
  readonly onRunEnded: () => void
}

/**
 * The role of this tab for the batch. It decides how long the tab keeps the lock, which keeps the
 * page out of the back/forward cache.
 *
 * - `sends`: the tab only sends what waits, for instance what was entered in another tab. It keeps
 *   the lock until the run ends, so that the other tab can send what is entered there next.
 * - `enters`: pets are entered in this tab. It keeps the lock while one of them waits.
 * - `shows`: the import is open in this tab. It keeps the lock until the import is closed.
 * - `left`: the batch was left. The tab keeps the lock until everything is written.
 */
type Role = 'sends' | 'enters' | 'shows' | 'left'

/** A run that was stopped. Without `only`, it was to send all that waits. */
type StoppedRun = { readonly only: readonly EntryId[] | undefined; readonly pressSignal: AbortSignal }

/**
 * Sends one batch in this tab. It decides when a run begins, pauses and ends; `send-batch.ts` does
 * the sending.
 */
export function createSender(batch: string, options: SenderOptions) {
  const { storage, session, clock } = options
  const run = createRunControl()
  const lock = createBatchLock(batch, options.acquireLock)
  const writer = createBatchWriter(storage, clock, options.onUnwrittenChange)
  const sending = createBatchSending({ ...options, batch, run, lock, writer, flush })
  let role: Role = 'sends'
  /** The last run, where the end of the API key has stopped it. */
  let stoppedRun: StoppedRun | undefined

  /** Starts a run in its turn. Does nothing if sending was paused after the press. */
  async function start(pressSignal: AbortSignal, request: RunRequest): Promise<void> {
    if (pressSignal.aborted) return
    if (role === 'left') role = 'sends'
    run.set({ phase: 'running' })
    const only = request.only && [...request.only]
    const end = (await lock.acquire()) ? await sending.sendBatch({ ...request, only }) : 'elsewhere'
    await endRun(end)
    stoppedRun = isPausedBy(run.get(), 'key') ? { only, pressSignal } : undefined
    options.onRunEnded()
  }

  /** Shows why a run has ended, or what is left to send. */
  async function endRun(end: RunEnd): Promise<void> {
    if (end === 'elsewhere' || end === 'storage') run.set({ phase: 'paused', reason: end })
    else comeToRest(await countWaiting())
  }

  /**
   * Shows the batch as paused while entries wait, and as idle otherwise. Gives the lock back unless
   * this tab needs it.
   *
   * @param waiting how many entries wait; `undefined` if the ledger cannot be read
   */
  function comeToRest(waiting: number | undefined): void {
    releaseUnlessNeeded(waiting)
    if (waiting === undefined) run.set({ phase: 'paused', reason: 'storage' })
    else if (waiting > 0) run.set({ phase: 'paused', reason: reasonToStayPaused(run.get()) })
    else run.set({ phase: 'idle' })
  }

  function releaseUnlessNeeded(waiting: number | undefined): void {
    if (!needsLockAtRest(waiting)) lock.release()
  }

  /**
   * Returns whether this tab needs the lock although no run is under way.
   *
   * @param waiting how many entries wait; `undefined` if the ledger cannot be read
   */
  function needsLockAtRest(waiting: number | undefined): boolean {
    if (role === 'shows' || waiting === undefined) return true
    return role === 'enters' && waiting > 0
  }

  /** Ends the pause because another tab was sending the batch, if that is over. */
  async function leavePauseByOtherTab(): Promise<void> {
    if (!isPausedBy(run.get(), 'elsewhere')) return
    const isBeingSent = await storage
      .read((transaction) => transaction.count(['state', batch, 'sending']))
      .then((count) => count > 0)
      .catch(() => true)
    if (!isBeingSent && (await lock.acquire())) comeToRest(await countWaiting())
  }

  /** Returns how many entries wait; `undefined` if the ledger cannot be read. */
  async function countWaiting(): Promise<number | undefined> {
    try {
      return await storage.read((transaction) => transaction.count(['state', batch, 'waiting']))
    } catch {
      return undefined
    }
  }

  /**
   * Writes what is not written yet. If the storage had paused the batch, a press can send it again.
   */
  async function flush(): Promise<Flushed> {
    const flushed = await writer.flush()
    const canWrite = storage.state.get() === 'on-disk' || storage.state.get() === 'in-memory'
    if (flushed.isWritten && canWrite && isPausedBy(run.get(), 'storage')) await leavePauseByStorage()
    return flushed
  }

  async function leavePauseByStorage(): Promise<void> {
    const waiting = await countWaiting()
    // It may have been pressed meanwhile, and is being sent.
    if (isPausedBy(run.get(), 'storage')) comeToRest(waiting)
  }

  /**
   * Sends what was just entered, unless three pets in a row are unknown: then it waits for a press
   * of its own.
   */
  async function startEntered(pressSignal: AbortSignal): Promise<void> {
    await options.unknownSeries.refresh()
    if (options.unknownSeries.isTooLong()) run.set({ phase: 'paused', reason: 'consecutive-unknown' })
    else await start(pressSignal, {})
  }

  /** Writes what is not written yet. Then gives the lock back, if the batch was left. */
  async function flushAndRelease(): Promise<void> {
    const { isWritten } = await flush()
    // With the lock, another tab would mark as unknown what this tab knows and could not write.
    if (isWritten && role === 'left') lock.release()
  }

  /** Gives the lock back as soon as what is being sent is recorded and everything is written. */
  async function leave(): Promise<void> {
    role = 'left'
    await run.inTurn(flushAndRelease)
  }

  /** Has the next transaction write a pet that was entered, unless the ledger has it by then. */
  function addEntered(entry: Entry, correctedId: EntryId | undefined): void {
    const write = async (transaction: LedgerTransaction, isLate: boolean) => {
      const isWritten = (await transaction.get(entryIdOf(entry))) !== undefined
      // Nobody was asked about other pets while it could not be written, so it asks about all.
      const entered: Entry = isLate ? { ...entry, askedAfter: 0 } : entry
      if (!isWritten) await enterOrCorrect(transaction, entered, correctedId)
      return []
    }
    writer.add({ entry, kind: 'entered', write })
  }

  // While the dialog asks for an API key, a press counts as withdrawn, so that signing in sends
  // nothing.
  const beginPress = () => (isAskingForKey(session.get()) ? AbortSignal.abort() : run.pressSignal())

  return {
    get: run.get,
    subscribe: run.subscribe,
    pause: run.pause,

    /** Returns whether a run or a recovery is queued or under way. */
    isBusy: run.isBusy,

    /** The failure of the last request of each entry. */
    errors: sending.errors,

    /** The entries and outcomes that the ledger does not have yet. */
    unwritten: writer.unwritten,

    /** The entries and outcomes that a transaction has failed to write, or writes slowly. */
    unsaved: writer.unsaved,

    /**
     * Changes entries of the batch, after what could not be written before.
     *
     * @throws {StorageError} when nothing was written.
     */
    transact: <T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> =>
      writer.transact((transaction) => act(transaction)),

    /**
     * Discards a pet that waits, also one that is not written yet. It counts from the press. Then
     * sends the entries that this unholds.
     */
    async discard(entry: Entry): Promise<void> {
      const pressSignal = beginPress()
      writer.discard(entry, run.isBusy)
      const { unheldIds } = await flush()
      if (unheldIds.length > 0) await run.inTurn(() => start(pressSignal, { only: unheldIds }))
    },

    /** Aborts the request on its way. Its outcome is then unknown. */
    abortRequest: sending.abortRequest,

    /** Returns whether this tab may send the batch: it has the lock, or there are no locks. */
    maySend: lock.maySend,

    /** Keeps the lock until the batch is closed. Returns whether this tab may send the batch. */
    async keep(): Promise<boolean> {
      const isAcquired = await lock.acquire()
      role = isAcquired ? 'shows' : 'sends'
      return isAcquired
    },

    /**
     * Returns a signal that is aborted when sending is paused after this press. It is aborted
     * already while the dialog asks for an API key.
     */
    beginPress,

    /** Returns that signal also while the dialog asks: for a press that opens this dialog. */
    pressSignal: run.pressSignal,

    /**
     * Goes on with the run that the end of the API key has stopped, unless its press was withdrawn
     * since: somebody has signed out, paused or closed the import.
     */
    async resumeAfterKey(pressSignal: AbortSignal): Promise<void> {
      if (!isPausedBy(run.get(), 'key')) return
      if (stoppedRun === undefined || stoppedRun.pressSignal.aborted) return
      const { only } = stoppedRun
      await run.inTurn(() => start(pressSignal, { only }))
    },

    /** Sends what the request names. Resolves when that has ended or is paused. */
    send: (request: RunRequest = {}, pressSignal = run.pressSignal()): Promise<void> =>
      run.inTurn(() => start(pressSignal, request)),

    /**
     * Marks as unknown the entries that a closed tab was sending, and writes what is not written.
     * Sends nothing.
     */
    recoverClaims: (): Promise<void> =>
      run.inTurn(async () => {
        if (!(await lock.acquire())) return
        // An outcome that this tab knows, and could not write, must not become unknown.
        const { isWritten } = await flush()
        if (!isWritten) return
        const recovery = {
          hasExclusiveLock: lock.hasExclusiveLock(),
          claimAges: options.claimAges,
          now: clock.now(),
        }
        await storage.writeSilently((ledger) => recover(ledger, batch, recovery)).catch(() => undefined)
        releaseUnlessNeeded(await countWaiting())
        await leavePauseByOtherTab()
      }),

    /**
     * Ends a pause whose reason is gone: another tab has sent the batch, or nothing waits any more.
     */
    reconsiderPause: (): Promise<void> =>
      run.inTurn(async () => {
        await leavePauseByOtherTab()
        if (run.get().phase === 'paused' && (await countWaiting()) === 0) comeToRest(0)
      }),

    /** Writes what is not written, without waiting for the run to end. */
    flush: flushAndRelease,

    /** Lets other tabs send the batch, unless it is an import that is open in this tab. */
    async leaveUnlessShown(): Promise<void> {
      if (role !== 'shows') await leave()
    },

    /**
     * Writes a pet that was entered by hand, without waiting for the run to end, and then sends
     * what waits. Returns whether it was written.
     *
     * @param correctedId the rejected pet that it corrects
     */
    async enterPet(entry: Entry, correctedId?: EntryId): Promise<boolean> {
      const pressSignal = beginPress()
      addEntered(entry, correctedId)
      role = 'enters'
      const writing = lock.acquire().then(flush)
      void run.inTurn(async () => {
        await writing
        await startEntered(pressSignal)
      })
      return (await writing).isWritten
    },

    /**
     * Writes a pet that was pressed before this page was loaded, and sends nothing. Returns whether
     * it was written.
     */
    async enterWithoutSending(entry: Entry, correctedId?: EntryId): Promise<boolean> {
      addEntered(entry, correctedId)
      return (await flush()).isWritten
    },

    /**
     * Gives the lock back after the runs before it. For a tab that goes on without a record: what
     * is on the disk can only be sent by others.
     */
    giveLockBack: (): Promise<void> => run.inTurn(async () => lock.release()),

    /** Waits until what is being sent is recorded, then lets other tabs send the rest. */
    async close(): Promise<void> {
      run.pause('user')
      await leave()
    },
  }
}

export type Sender = ReturnType<typeof createSender>

/**
 * Returns the reason for which a batch that still waits stays paused. Where there was none, or it
 * is over because another tab or the disk had caused it, the person decides when it goes on.
 */
function reasonToStayPaused(state: RunState): PauseReason {
  if (state.phase === 'idle' || state.phase === 'running') return 'user'
  const isOver = state.reason === 'elsewhere' || state.reason === 'storage'
  return isOver ? 'user' : state.reason
}

/** A sender with the signal of a press, which is aborted when the sender is paused after it. */
type Press = { readonly sender: Sender; readonly signal: AbortSignal }

/** Begins a press at each of these senders. */
export function beginPresses(senders: readonly Sender[]): readonly Press[] {
  return senders.map((sender) => ({ sender, signal: sender.beginPress() }))
}

/**
 * Sends what waits in these batches, one after the other. A pause ends the whole press: what makes
 * one batch pause would make the next one pause, too.
 */
export async function sendAll(presses: readonly Press[]): Promise<void> {
  for (const { sender, signal } of presses) {
    await sender.send({}, signal)
    if (signal.aborted) return
  }
}
