import type { NewPet } from '#src/pets/pet.ts'
import { canShowPets } from '#src/session/session-state.ts'
import { createBusyService } from './busy-service.ts'
import { createClaimAges } from './claim-ages.ts'
import type { Entry, EntryId, Import } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import { createImportRecords } from './import-records.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { createJudge } from './lists/judge.ts'
import { createListReader } from './lists/read-lists.ts'
import { type ChangesElsewhere, createNews, UNKNOWN_CHANGES } from './news.ts'
import { isOfEnvironment } from './of-environment.ts'
import type { LockResult, OutboxPorts } from './ports.ts'
import { watchForCrashedTabs } from './recovery-watch.ts'
import { createSendAgain } from './send-again.ts'
import { createSenders } from './senders.ts'
import { createStorageCommands } from './storage-commands.ts'
import { type Changes, createStorage, isOfNewerVersion, isWritable, restoreAll } from './storage.ts'
import { createTabPresence } from './tab-presence.ts'
import { deleteOld, findOld } from './transitions/forget.ts'
import { findConflictsOfNewPets } from './transitions/gate.ts'
import { slicesOf } from './transitions/in-slices.ts'
import { createUnknownSeries } from './unknown-series.ts'
import { createUnwrittenPresses } from './unwritten-presses.ts'
import { createView } from './view.ts'

/** Milliseconds between a reading that has failed and the next one. */
const RETRY_READING_MS = 2000

/**
 * Sends every POST of one environment in this tab (README.md). It is made of the parts below, and
 * passes what happens in one of them on to the others.
 */
export function createOutbox(ports: OutboxPorts) {
  const { environment, session, clock, seenPets, recordPlace } = ports
  const news = createNews(ports.channel)
  const view = createView()
  const unwrittenPresses = createUnwrittenPresses()
  /** `true` from a reading that has failed until the next one. */
  let isRetryPlanned = false
  const disk = ports.openLedger({
    restore: (ledger) => restoreAll(recordPlace, ledger),
    onConnectionLost: () => onChangedElsewhere(UNKNOWN_CHANGES),
    onWrittenAfterAll,
  })
  const storage = createStorage({
    disk,
    place: recordPlace,
    onWritten,
    onReadFailed: () => void retryReading(),
  })
  const lists = createListReader({ ...ports, read: storage.readWholeRecord })
  const claimAges = createClaimAges(clock)
  const judge = createJudge({
    lists,
    clock,
    seenPets,
    claimAges,
    unwrittenOutcomes: () => senders.unwrittenOutcomes(),
  })
  const unknownSeries = createUnknownSeries({
    read: storage.read,
    currentSignIn: session.signInId,
    onTooLong: () => senders.pauseAll('consecutive-unknown'),
  })
  const senders = createSenders({
    ...ports,
    storage,
    acquireLock,
    claimAges,
    unknownSeries,
    busyService: createBusyService(clock),
    onStateChange: news.announceState,
    onUnsavedChange,
  })
  const { senderOf } = senders
  const importRecords = createImportRecords({ view, senderOf })
  const sendAgain = createSendAgain({ lists, judge, session, clock, senderOf })
  const presence = createTabPresence(ports)
  const storageCommands = createStorageCommands({
    storage,
    shown: () => ({ imports: importRecords.everShown(), entries: view.everShown() }),
    senders: senders.all,
    senderOf,
  })

  recordPlace.restorers.add(restore)
  storage.state.subscribe(onStorageState)
  lists.subscribe(news.announceState)
  seenPets.subscribe(news.announceSeenPets)
  claimAges.subscribe(news.announceState)
  news.listenToOtherTabs((changes) => {
    view.forgetFormerlyShown(changes.batches)
    onChangedElsewhere(changes)
  })
  watchForCrashedTabs({ view, senderOf, clock, claimAges })

  /** Writes into a new database what the deleted one had, as far as this tab shows it. */
  async function restore(ledger: LedgerTransaction): Promise<void> {
    // Pets that were confirmed to this sign-in are lost, unless this tab has shown them.
    await ledger.noteLostHistory(session.signInId())
    // Entries in memory alone stay there, because other tabs must not send them.
    await view.restoreInto(ledger, storage.isRecorded)
    await importRecords.restoreInto(ledger, storage.isRecorded)
  }

  function onWritten(changes: Changes): void {
    for (const entry of changes.written.filter(isCheckable)) judge.noteRequestEnd(entry)
    unknownSeries.noteWritten(changes.written)
    view.apply(changes)
    news.announceWritten(changes)
  }

  /** Has everything read again in all tabs, because nobody has noted what was written. */
  function onWrittenAfterAll(): void {
    news.tellOtherTabs(UNKNOWN_CHANGES)
    onChangedElsewhere(UNKNOWN_CHANGES)
  }

  /** Has what may have changed read again, in the ledger and on the screen. */
  function onChangedElsewhere(changes: ChangesElsewhere): void {
    const { batches } = changes
    news.announceElsewhere(changes)
    void refreshUnknownSeries(batches)
    senders.reconsiderPauses((batch) => batches === undefined || batches.includes(batch))
  }

  /** Has all that is shown read again in 2 s, because the disk may be readable by then. */
  async function retryReading(): Promise<void> {
    if (isRetryPlanned || isOfNewerVersion(storage.state.get())) return
    isRetryPlanned = true
    await clock.sleep(RETRY_READING_MS, new AbortController().signal)
    isRetryPlanned = false
    onChangedElsewhere(UNKNOWN_CHANGES)
  }

  /** A decision in another tab may have settled what holds back the next pets of this one. */
  async function refreshUnknownSeries(batches: ChangesElsewhere['batches']): Promise<void> {
    if (await unknownSeries.refresh(batches)) news.announceState()
  }

  function onUnsavedChange(unsaved: readonly Entry[]): void {
    view.setUnsaved(unsaved)
    news.announceState()
  }

  function onStorageState(): void {
    news.announceState()
    const state = storage.state.get()
    // Other batches, and other environments of the tab, write what they could not write, too. Their
    // entries wait for a press.
    if (isWritable(state)) void storageCommands.flushAll()
    // Only other tabs can send what is on the disk, for example the rows of an import that is open
    // here.
    if (state === 'in-memory') senders.giveLocksBack()
  }

  async function acquireLock(batch: string): Promise<LockResult> {
    // No other tab can send a batch that is in memory alone.
    const lock = storage.state.get() === 'in-memory' ? 'unsupported' : await ports.acquireLock(batch)
    if (typeof lock !== 'function') return lock
    return async () => {
      await lock()
      // Other tabs may show the batch from now on. Before, they would still see that it is taken.
      news.announceFreeBatch(batch)
    }
  }

  /** Changes entries of a batch, then sends the entries that `change` returns as unheld. */
  async function decide(
    batch: string,
    change: (ledger: LedgerTransaction) => Promise<readonly EntryId[] | void>,
  ): Promise<void> {
    const sender = senderOf(batch)
    const pressSignal = sender.beginPress()
    const writing = unwrittenPresses
      .write(() => sender.transact(change))
      .catch(() => {
        // We throw nothing, because the state of the storage says on the screen that this failed.
        // We pause, because what was pressed after the decision relies on it.
        sender.pause('storage')
        return []
      })
    const unheldIds = (await writing) ?? []
    if (unheldIds.length > 0) await sender.send({ only: unheldIds }, pressSignal)
  }

  async function findConflictsOfFile(
    newPets: readonly NewPet[],
  ): Promise<ReadonlyMap<string, readonly Entry[]>> {
    const conflictsByKey = new Map<string, readonly Entry[]>()
    // There are many short transactions, so that no other tab waits for all of them.
    for (const slice of slicesOf(newPets)) {
      const ofSlice = await storage.read((ledger) => findConflictsOfNewPets(ledger, environment, slice))
      for (const [key, conflicts] of ofSlice) conflictsByKey.set(key, conflicts)
    }
    return conflictsByKey
  }

  /**
   * Reads again what is shown once the presses are written that go on after a sleep: they may have
   * read the ledger before it.
   */
  function rereadOnceWritten(): void {
    const stop = unwrittenPresses.subscribe(() => {
      if (unwrittenPresses.get() > 0) return
      stop()
      onChangedElsewhere(UNKNOWN_CHANGES)
    })
  }

  async function deleteAllOld(): Promise<void> {
    const ids = await disk.read((ledger) => findOld(ledger, clock.now()))
    // There are many short transactions, so that no pet waits for all of them.
    for (const slice of slicesOf(ids)) await disk.write((ledger) => deleteOld(ledger, slice))
  }

  return {
    // Pages read these parts.
    environment,
    clock,
    view,
    lists,
    judge,
    storageState: storage.state,
    unwrittenPresses,
    presence,
    subscribe: news.subscribe,

    isOfThisEnvironment: (item: Pick<Entry, 'baseUrl' | 'environmentId'>): boolean =>
      isOfEnvironment(item, ports),

    // These tell who is signed in.
    signInId: session.signInId,
    waitForKey: session.waitForKey,
    canShowPets: (): boolean => canShowPets(session.get()),

    // These read and change the ledger.
    read: storage.read,
    decide,

    /** Writes without a press, so that nobody is asked about a disk that fails. It then rejects. */
    writeSilently: storage.writeSilently,

    /**
     * Returns the conflicts of pets that are not entered yet, by look-alike key. A failure rejects,
     * because an empty map would mean that there are none. What is written meanwhile may be
     * missing.
     */
    findConflictsOfFile,

    /** Keeps the record of an import that is opened, so that it can be restored with its rows. */
    rememberImport: (record: Import): void => importRecords.remember(record),

    /**
     * Deletes what has been settled for so long that nobody asks for it any more. Never rejects.
     */
    tidy: (): Promise<void> => deleteAllOld().catch(() => undefined),

    // These send, or say what is sent.
    senderOf,
    sendAgain,
    canSend: storage.canSend,
    readBatchesElsewhere: () => senders.readBatchesElsewhere(),

    /** Returns whether nothing more is sent but one entry for each press. */
    hasTooManyUnknown: unknownSeries.isTooLong,

    // These are for a browser that cannot save.
    continueWithoutRecord: storageCommands.continueWithoutRecord,
    tryAgain: storageCommands.tryAgain,

    // These say whether the page can be left.
    /** Returns whether a run or a recovery is queued or under way. */
    isBusy: senders.isAnyBusy,

    /**
     * Returns whether leaving would lose something: what could not be written, or is not settled
     * and in memory alone.
     */
    wouldLoseSomething: (): boolean => senders.isAnyUnwritten() || storage.hasUnsettledInMemory(),

    // These are for a page that sleeps in the back/forward cache.
    /**
     * Pauses everything and gives all locks back, because the page goes to sleep, and other
     * pages must not wait for it. Nothing is read or written until `resume`.
     */
    suspend(): void {
      senders.suspend()
      presence.suspend()
      disk.suspend()
    },

    /**
     * Goes on after `suspend`, but sends nothing. Reads again what is shown, because the page got
     * no messages from other tabs while it slept.
     */
    resume(): void {
      disk.resume()
      senders.resume()
      presence.resume()
      view.forgetFormerlyShown(undefined)
      onChangedElsewhere(UNKNOWN_CHANGES)
      if (unwrittenPresses.get() > 0) rereadOnceWritten()
    },

    // These end what was pressed before.
    /** Pauses everything, because the browser has gone offline. */
    pauseOffline: (): void => senders.pauseAll('offline'),

    /**
     * Pauses the visits of this tab, because what was pressed must not leave with the next API key,
     * which may be somebody else's. An import waits for that key.
     */
    keyEnded: (): void => senders.pauseAll('key', (batch) => !importRecords.has(batch)),

    /**
     * Pauses everything when the person signs out, and aborts the request on its way. The tab in
     * which somebody signs in shows the rest of a visit.
     */
    signedOut: (): void => senders.signedOut(),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
