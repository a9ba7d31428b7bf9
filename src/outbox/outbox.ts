import { createEmitter, createStore } from '#src/lib/create-store.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { canShowPets } from '#src/session/session-state.ts'
import { createBusyService } from './busy-service.ts'
import { createClaimAges } from './claim-ages.ts'
import { batchOf, type Entry, type EntryId, type Import } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { createJudge } from './lists/judge.ts'
import { createListReader } from './lists/read-lists.ts'
import type { OutboxPorts } from './ports.ts'
import { watchForCrashedTabs } from './recovery-watch.ts'
import { isPausedBy, type PauseReason } from './run-state.ts'
import { createSendAgain } from './send-again.ts'
import { createSender, type Sender } from './sender.ts'
import { createStorageCommands } from './storage-commands.ts'
import { type Changes, createStorage } from './storage.ts'
import { deleteOld } from './transitions/forget.ts'
import { findConflictsOfFile } from './transitions/gate.ts'
import { slicesOf } from './transitions/in-slices.ts'
import { createUnknownSeries } from './unknown-series.ts'
import { createView } from './view.ts'

/** A message in which a tab tells the other tabs what it has changed. */
export type ChangesElsewhere = {
  /** The batches that it wrote to or let go of; `undefined`: any may have changed. */
  readonly batches: readonly string[] | undefined
  /**
   * The look-alike keys of what it wrote; `undefined`: it deleted something, or any may have
   * changed.
   */
  readonly lookalikeKeys: readonly string[] | undefined
}

/** Another tab has changed something, and this tab does not know what. */
const UNKNOWN_CHANGES: ChangesElsewhere = { batches: undefined, lookalikeKeys: undefined }

/** The news that pages get. */
export type OutboxEvent =
  /** A transaction of this tab is complete. */
  | {
      readonly kind: 'written'
      readonly entries: readonly Entry[]
      readonly lookalikeKeys: ChangesElsewhere['lookalikeKeys']
    }
  /** Another tab has changed something. */
  | ({ readonly kind: 'batches-changed-elsewhere' } & ChangesElsewhere)
  /** A run, the lists or the storage are in another state. */
  | { readonly kind: 'state-changed' }
  /** A GET has shown pets to this tab. */
  | { readonly kind: 'seen-pets-changed' }

/**
 * Sends every POST of one environment in this tab (README.md). This is where its parts are put
 * together.
 */
export function createOutbox(ports: OutboxPorts) {
  const { environment, otherEnvironments, session, clock, channel, seenPets } = ports
  const events = createEmitter<[event: OutboxEvent]>()
  const view = createView()
  const senders = new Map<string, Sender>()
  /** The records of the imports that were opened in this tab. */
  const importRecords = new Map<string, Import>()
  /** The number of presses whose changes are still being written. */
  const unwrittenPresses = createStore(0)

  const disk = ports.openLedger({ restore, onLost: () => announceElsewhere(UNKNOWN_CHANGES) })
  const storage = createStorage(disk, announceWritten)
  const lists = createListReader({ ...ports, read: storage.readWholeRecord })
  const judge = createJudge(lists, clock, seenPets)
  const claimAges = createClaimAges(clock)
  const busyService = createBusyService(clock)
  const unknownSeries = createUnknownSeries({
    read: storage.read,
    currentSignIn: session.signInId,
    onTooLong: () => pauseAll('consecutive-unknown'),
  })

  /**
   * Returns whether an entry or an import belongs to this environment, which may have another ID or
   * another address by now. Another environment at the same address has its own entries.
   */
  function isOfThisEnvironment({
    baseUrl,
    environmentId,
  }: Pick<Entry, 'baseUrl' | 'environmentId'>): boolean {
    if (environmentId === environment.id) return true
    if (baseUrl !== environment.baseUrl) return false
    // An ID that is not configured at this address any more is a former one of this environment.
    return !otherEnvironments.some((other) => other.id === environmentId && other.baseUrl === baseUrl)
  }

  /** Stops everything that was pressed before. */
  function pauseAll(reason: PauseReason): void {
    for (const sender of senders.values()) sender.pause(reason)
  }

  async function restore(ledger: LedgerTransaction): Promise<void> {
    // Pets that were confirmed to this sign-in are lost, unless this tab has shown them.
    await ledger.noteLostHistory(session.signInId())
    // Entries in memory alone stay there, because other tabs must not send them.
    await view.restoreInto(ledger, (entry) => !storage.isInMemoryAlone(entry))
    if (storage.state.get() === 'in-memory') return
    for (const record of importRecords.values())
      if (showsRowsOf(record) || view.hasFormerRowsOf(record.id)) await ledger.putImport(record)
  }

  /** Returns whether this tab shows rows of an import, or still has to write some. */
  function showsRowsOf({ id }: Import): boolean {
    return view.followedImports().includes(id) || senderOf(id).unwritten().length > 0
  }

  function announceWritten(changes: Changes): void {
    for (const entry of changes.written) if (isCheckable(entry)) judge.noteRequestEnd(entry)
    unknownSeries.noteWritten(changes.written)
    view.apply(changes)
    const lookalikeKeys = keysOf(changes)
    events.notify({ kind: 'written', entries: changes.written, lookalikeKeys })
    const batches = [...changes.written.map(({ batch }) => batch), ...changes.deleted.map(batchOf)]
    if (batches.length > 0) tellOtherTabs({ batches: [...new Set(batches)], lookalikeKeys })
  }

  function tellOtherTabs(changes: ChangesElsewhere): void {
    channel.postMessage(changes)
  }

  function announceElsewhere(changes: ChangesElsewhere): void {
    const { batches } = changes
    events.notify({ ...changes, kind: 'batches-changed-elsewhere' })
    void refreshUnknownSeries(batches)
    for (const [batch, sender] of senders)
      if (isPausedBy(sender.get(), 'elsewhere') && (batches === undefined || batches.includes(batch)))
        void sender.reconsiderPause()
  }

  /** A decision in another tab may have settled what holds back the next pets of this one. */
  async function refreshUnknownSeries(batches: ChangesElsewhere['batches']): Promise<void> {
    if (await unknownSeries.refresh(batches)) announceState()
  }

  const announceState = () => events.notify({ kind: 'state-changed' })

  function showUnsaved(): void {
    const unsaved = [...senders.values()].flatMap((sender) => sender.unsaved())
    view.setUnsaved(unsaved.map(({ entry }) => entry))
    announceState()
  }

  async function acquireLock(batch: string) {
    // No other tab can send a batch that is in memory alone.
    const lock = storage.state.get() === 'in-memory' ? 'unsupported' : await ports.acquireLock(batch)
    if (typeof lock !== 'function') return lock
    return async () => {
      await lock()
      // Other tabs may show the batch from now on. Before, they would still see that it is taken.
      tellOtherTabs({ batches: [batch], lookalikeKeys: [] })
    }
  }

  function senderOf(batch: string): Sender {
    const existing = senders.get(batch)
    if (existing !== undefined) return existing
    const sender = createSender(batch, {
      ...ports,
      storage,
      acquireLock,
      claimAges,
      unknownSeries,
      busyService,
      onUnwrittenChange: showUnsaved,
    })
    sender.subscribe(announceState)
    senders.set(batch, sender)
    return sender
  }

  /**
   * Reads which locks are held. Returns a function that says whether another tab has that of a
   * batch: then that tab shows and sends it. A pause because of a tab that is gone ends, which no
   * message tells.
   */
  async function readBatchesElsewhere(): Promise<(batch: string) => boolean> {
    const heldLocks = await ports.heldLocks()
    for (const [batch, sender] of senders)
      if (!heldLocks.has(batch) && isPausedBy(sender.get(), 'elsewhere')) void sender.reconsiderPause()
    return (batch) => heldLocks.has(batch) && senders.get(batch)?.maySend() !== true
  }

  /** Writes what a press changes. Until that is done, closing the tab would lose the press. */
  async function writePress<T>(write: () => Promise<T>): Promise<T> {
    unwrittenPresses.set(unwrittenPresses.get() + 1)
    try {
      return await write()
    } finally {
      unwrittenPresses.set(unwrittenPresses.get() - 1)
    }
  }

  /** Changes entries of a batch, then sends the entries that this unholds. */
  async function decide(
    batch: string,
    act: (ledger: LedgerTransaction) => Promise<readonly EntryId[] | void>,
  ): Promise<void> {
    const sender = senderOf(batch)
    const pressSignal = sender.beginPress()
    // A failure is not thrown, because the state of the storage says it on the screen.
    const unheldIds = (await writePress(() => sender.transact(act)).catch(() => undefined)) ?? []
    if (unheldIds.length > 0) await sender.send({ only: unheldIds }, pressSignal)
  }

  const sendAgain = createSendAgain({ lists, judge, session, clock, senderOf })
  const commands = createStorageCommands({
    storage,
    shown: () => ({ imports: [...importRecords.values()].filter(showsRowsOf), entries: view.saved() }),
    senders: () => [...senders.values()],
    senderOf,
  })

  storage.state.subscribe(() => {
    announceState()
    // Other batches write what they could not write, too. Their entries wait for a press.
    if (storage.state.get() === 'on-disk') void commands.flushAll()
    // Only other tabs can send what is on the disk, for example the rows of an import that is open
    // here.
    if (storage.state.get() === 'in-memory') for (const sender of senders.values()) void sender.giveLockBack()
  })
  lists.subscribe(announceState)
  seenPets.subscribe(() => events.notify({ kind: 'seen-pets-changed' }))
  channel.addEventListener('message', ({ data }: MessageEvent<ChangesElsewhere | string>) => {
    // A tab with version 1.0.0 of the app sends a text that names nothing.
    const changes = typeof data === 'string' ? UNKNOWN_CHANGES : data
    view.forgetFormer(changes.batches)
    announceElsewhere(changes)
  })
  watchForCrashedTabs({ view, senderOf, clock, claimAges })

  return {
    environment,
    clock,
    storageState: storage.state,
    view,
    lists,
    judge,
    read: storage.read,
    canSend: storage.canSend,
    decide,
    writePress,
    unwrittenPresses: { get: unwrittenPresses.get, subscribe: unwrittenPresses.subscribe },
    senderOf,
    readBatchesElsewhere,
    signInId: session.signInId,
    waitForKey: session.waitForKey,
    canShowPets: (): boolean => canShowPets(session.get()),
    subscribe: events.subscribe,
    isOfThisEnvironment,

    /** Keeps the record of an import that is opened, so that it can be restored with its rows. */
    rememberImport(record: Import): void {
      importRecords.set(record.id, record)
    },

    /** Returns whether nothing more is sent but one entry for each press. */
    hasTooManyUnknown: unknownSeries.isTooLong,

    /** Returns whether a run or a recovery is queued or under way. */
    isBusy: (): boolean => [...senders.values()].some((sender) => sender.isBusy()),

    /**
     * Returns whether leaving would lose something: what could not be written, or is not settled
     * and in memory alone.
     */
    wouldLoseSomething: (): boolean =>
      [...senders.values()].some((sender) => sender.unwritten().length > 0) || storage.hasUnsettledInMemory(),

    continueWithoutRecord: commands.continueWithoutRecord,
    tryAgain: commands.tryAgain,
    sendAgain,

    /**
     * Deletes what has been settled for so long that nobody asks for it any more. Never rejects.
     */
    tidy: (): Promise<void> => disk.write((ledger) => deleteOld(ledger, clock.now())).catch(() => undefined),

    /**
     * Returns the conflicts of pets that are not entered yet, by look-alike key. A failure rejects,
     * because an empty map would mean that there are none. What is written meanwhile may be
     * missing: there are many short transactions, so that no other tab waits for all of them.
     *
     * @param importId of the import whose rows they correct
     */
    async findConflictsOfFile(
      newPets: readonly NewPet[],
      importId = '',
    ): Promise<ReadonlyMap<string, readonly Entry[]>> {
      const conflicts: [key: string, ofKey: readonly Entry[]][] = []
      for (const slice of slicesOf(newPets))
        conflicts.push(
          ...(await storage.read((ledger) => findConflictsOfFile(ledger, environment, slice, importId))),
        )
      return new Map(conflicts)
    },

    /**
     * Reads again what is shown. A page that comes out of the back/forward cache needs this,
     * because it got no messages from other tabs.
     */
    reread(): void {
      view.forgetFormer(undefined)
      announceElsewhere(UNKNOWN_CHANGES)
    },

    /** Stops everything that was pressed before. */
    pauseOffline: (): void => pauseAll('offline'),

    /**
     * Pauses the visits of this tab, because what was pressed must not leave with the next API key,
     * which may be somebody else's. An import waits for that key.
     */
    keyEnded(): void {
      for (const [batch, sender] of senders) if (!importRecords.has(batch)) sender.pause('key')
    },

    /**
     * Pauses everything when the person signs out, and aborts the request on its way.
     * The tab in which somebody signs in shows the rest of a visit.
     */
    signedOut(): void {
      for (const sender of senders.values()) {
        sender.pause('key')
        sender.abortRequest()
        void sender.leaveUnlessShown()
      }
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Returns the look-alike keys of what was changed; `undefined` where deleted entries hide theirs.
 */
function keysOf({ written, deleted }: Changes): readonly string[] | undefined {
  if (deleted.length > 0) return undefined
  return [...new Set(written.map(({ lookalikeKey }) => lookalikeKey))]
}
