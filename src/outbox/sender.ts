import { isAskingForKey } from '#src/session/session-state.ts'
import { createBatchLock } from './batch-lock.ts'
import { createBatchWriter, type Flushed } from './batch-writer.ts'
import type { BusyService } from './busy-service.ts'
import type { ClaimAges } from './claim-ages.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { OutboxPorts } from './ports.ts'
import { createRest } from './rest.ts'
import { createRunControl } from './run-control.ts'
import { isPausedBy } from './run-state.ts'
import { createBatchSending, type RunRequest } from './send-batch.ts'
import { hasWritingFailed, isWritable, type Storage } from './storage.ts'
import { createTabRole } from './tab-role.ts'
import { enterOrCorrect } from './transitions/enter.ts'
import { recover } from './transitions/recover.ts'
import type { UnknownSeries } from './unknown-series.ts'

export type SenderOptions = Pick<
  OutboxPorts,
  'environment' | 'createPet' | 'seenPets' | 'session' | 'clock' | 'acquireLock' | 'onRunEnded'
> & {
  readonly storage: Pick<Storage, 'state' | 'read' | 'write' | 'writeSilently'>
  readonly claimAges: ClaimAges
  /** One for all batches of this tab. */
  readonly unknownSeries: UnknownSeries
  /** One for all batches of this tab. */
  readonly busyService: BusyService
  /** Called when something could not be written, or was written later. */
  readonly onUnwrittenChange: () => void
}

/** A run that was stopped. Without `only`, it was to send all that waits. */
type StoppedRun = { readonly only: readonly EntryId[] | undefined; readonly pressSignal: AbortSignal }

/**
 * Sends one batch in this tab: it has the commands that a press can give. `send-batch.ts` does the
 * sending, `tab-role.ts` decides how long the lock is kept, and `rest.ts` shows what is left.
 */
export function createSender(batch: string, options: SenderOptions) {
  const { storage, session, clock, unknownSeries } = options
  const run = createRunControl()
  const lock = createBatchLock(batch, options.acquireLock)
  const role = createTabRole(lock)
  const rest = createRest(batch, { storage, run, lock, role, isAnyPetUnwritten })
  const writer = createBatchWriter(storage, clock, options.onUnwrittenChange)
  const sending = createBatchSending({ ...options, batch, run, writer, flush, recoverIn })
  /** The last run, where the end of the API key has stopped it. */
  let stoppedRun: StoppedRun | undefined

  function isAnyPetUnwritten(): boolean {
    return writer.unwritten().some(({ kind }) => kind === 'entered')
  }

  /**
   * Returns a signal that is aborted when sending is paused after this press. A press that is made
   * while the dialog asks for an API key counts as withdrawn from the start, so that signing in
   * does not send what it entered. The press that opens the dialog has `run.pressSignal`.
   */
  function beginPress(): AbortSignal {
    return isAskingForKey(session.get()) ? AbortSignal.abort() : run.pressSignal()
  }

  /** Begins a run when it is its turn. Does nothing if sending was paused after the press. */
  async function runNow(pressSignal: AbortSignal, request: RunRequest): Promise<void> {
    if (pressSignal.aborted) return
    role.beginRun()
    run.set({ phase: 'running' })
    const only = request.only && [...request.only]
    const end = (await lock.acquire()) ? await sending.sendBatch({ ...request, only }) : 'elsewhere'
    await rest.endRun(end)
    stoppedRun = isPausedBy(run.get(), 'key') ? { only, pressSignal } : undefined
    options.onRunEnded()
  }

  /**
   * Sends what was just entered, unless three pets in a row are unknown: then it waits for a press
   * of its own.
   */
  async function runEntered(pressSignal: AbortSignal): Promise<void> {
    // Reading takes a moment, in which the pet would seem to wait for a press.
    if (unknownSeries.isTooLong()) await unknownSeries.refresh()
    if (unknownSeries.isTooLong()) run.set({ phase: 'paused', reason: 'consecutive-unknown' })
    else await runNow(pressSignal, {})
  }

  /**
   * Writes what is not written yet. If the storage had paused the batch, a press can send it again.
   */
  async function flush(): Promise<Flushed> {
    const flushed = await writer.flush()
    if (flushed.isWritten && isWritable(storage.state.get())) await rest.leavePauseByStorage()
    return flushed
  }

  /** Ends a pause because of the storage only if nothing has failed but reading. */
  async function reconsiderPauseNow(): Promise<void> {
    if (!isPausedBy(run.get(), 'storage')) {
      await rest.reconsiderPause()
      return
    }
    const mustBeWrittenFirst = writer.unwritten().length > 0 || hasWritingFailed(storage.state.get())
    if (!mustBeWrittenFirst) await rest.leavePauseByStorage()
  }

  /**
   * Writes what is not written yet. Then gives the lock back, if the batch was left and nothing is
   * under way: with the lock, another tab would mark as unknown what this tab knows and could not
   * write, or what it is still sending.
   */
  async function flushAndRelease(): Promise<void> {
    const { isWritten } = await flush()
    if (isWritten && !run.isBusy()) role.releaseIfLeft()
  }

  /** Gives the lock back as soon as what is being sent is recorded and everything is written. */
  async function leave(): Promise<void> {
    role.leave()
    await run.inTurn(async () => void (await flush()))
    await flushAndRelease()
  }

  /**
   * Marks as unknown the entries that a closed tab was sending. Returns whether a request may still
   * be on its way.
   */
  function recoverIn(ledger: LedgerTransaction): Promise<boolean> {
    const hasExclusiveLock = lock.hasExclusiveLock()
    return recover(ledger, batch, { hasExclusiveLock, claimAges: options.claimAges, now: clock.now() })
  }

  async function recoverNow(): Promise<void> {
    if (!(await lock.acquire())) return
    // An outcome that this tab knows, and could not write, must not become unknown.
    const { isWritten } = await flush()
    if (!isWritten) return
    await storage.writeSilently(recoverIn).catch(() => undefined)
    await rest.releaseUnlessNeeded()
    await rest.leavePauseByOtherTab()
  }

  /** Has the next transaction write a pet that was entered, unless the ledger has it by then. */
  function addEntered(entry: Entry, correctedId: EntryId | undefined): void {
    const write = async (ledger: LedgerTransaction, isLate: boolean) => {
      const isWritten = (await ledger.get(entryIdOf(entry))) !== undefined
      // Nobody was asked about other pets while it could not be written, so it asks about all.
      const entered: Entry = isLate ? { ...entry, askedAfter: 0 } : entry
      if (!isWritten) await enterOrCorrect(ledger, entered, correctedId)
      return []
    }
    writer.add({ entry, kind: 'entered', write })
  }

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

    /** Aborts the request on its way. Its outcome is then unknown. */
    abortRequest: sending.abortRequest,

    /** Returns whether this tab may send the batch: it has the lock, or there are no locks. */
    maySend: lock.maySend,

    beginPress,

    /** Returns the signal of a press that opens the dialog for an API key, and waits for it. */
    pressSignal: run.pressSignal,

    /** Sends what the request names. Resolves when that has ended or is paused. */
    send: (request: RunRequest = {}, pressSignal = run.pressSignal()): Promise<void> =>
      run.inTurn(() => runNow(pressSignal, request)),

    /**
     * Goes on with the run that the end of the API key has stopped, unless its press was withdrawn
     * since: somebody has signed out, paused or closed the import.
     */
    async resumeAfterKey(pressSignal: AbortSignal): Promise<void> {
      if (!isPausedBy(run.get(), 'key')) return
      if (stoppedRun === undefined || stoppedRun.pressSignal.aborted) return
      const { only } = stoppedRun
      await run.inTurn(() => runNow(pressSignal, { only }))
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
      role.enter()
      const writing = lock.acquire().then(flush)
      void run.inTurn(async () => {
        await writing
        await runEntered(pressSignal)
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
     * Changes entries of the batch, after what could not be written before.
     *
     * @throws {StorageError} when nothing was written, unless it says `mayHaveWritten`
     */
    transact: <T>(act: (ledger: LedgerTransaction) => Promise<T>): Promise<T> =>
      writer.transact((ledger) => act(ledger)),

    /**
     * Discards a pet that is to be sent, even if it is not written yet, and then sends the entries
     * that this unholds. The pet counts as discarded from the press.
     */
    async discard(entry: Entry): Promise<void> {
      const pressSignal = beginPress()
      writer.discard(entry, run.isBusy)
      const { unheldIds } = await flush()
      if (unheldIds.length > 0) await run.inTurn(() => runNow(pressSignal, { only: unheldIds }))
    },

    /**
     * Writes what is not written, without waiting for the run to end. If the batch was left, gives
     * the lock back then.
     */
    flush: flushAndRelease,

    /**
     * Marks as unknown the entries that a closed tab was sending, and writes what is not written.
     * Sends nothing.
     */
    recoverClaims: (): Promise<void> => run.inTurn(recoverNow),

    /**
     * Ends a pause whose reason is gone: another tab has sent the batch, nothing waits any more, or
     * only reading had failed and works again.
     */
    reconsiderPause: (): Promise<void> => run.inTurn(reconsiderPauseNow),

    /** Keeps the lock until the batch is closed. Returns whether this tab may send the batch. */
    keep: (): Promise<boolean> => role.show(),

    /** Lets other tabs send the batch, unless it is an import that is open in this tab. */
    async leaveUnlessShown(): Promise<void> {
      if (!role.isShown()) await leave()
    },

    /**
     * Gives the lock back after the runs before it. For a tab that goes on without a record: what
     * is on the disk can only be sent by others.
     */
    giveLockBack: (): Promise<void> => run.inTurn(async () => lock.release()),

    /** Gives the lock back without waiting for a run, because the page goes to sleep. */
    giveLockBackAtOnce: (): void => lock.release(),

    /** Asks again for the lock if the batch is an import that is open in this tab. */
    async takeLockBack(): Promise<void> {
      if (role.isShown()) await lock.acquire()
    },

    /** Waits until what is being sent is recorded, then lets other tabs send the rest. */
    async close(): Promise<void> {
      run.pause('user')
      await leave()
    },
  }
}

export type Sender = ReturnType<typeof createSender>
