import { createStore } from '#src/lib/create-store.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { isUnsettled } from './entry-rules.ts'
import { createInMemoryLedger, type DiskContent, isOfMemory } from './ledger/in-memory.ts'
import { isNewerVersionError, type Ledger, type LedgerTransaction, StorageError } from './ledger/ledger.ts'

/**
 * The place of the record. It is decided once, at the first write of a tab.
 *
 * - `untested`: nothing was written yet.
 * - `on-disk`
 * - `asking`: the first write failed. The person decides whether to go on without a record.
 * - `asking-unread`: the same, but the disk cannot be read either, so that what was added before is
 *   no evidence.
 * - `asking-newer`: the first write, or a reading before it, failed because a newer version of the
 *   app has used the database. A reload helps, unless that version was taken back, so the person
 *   decides here, too.
 * - `in-memory`: the person goes on without a record, until the tab is closed.
 * - `failed`: the disk worked and does not any more. Nothing is sent until it can be written again.
 * - `newer`: a newer version has taken over the database after this tab had written. Only a reload
 *   helps.
 */
export type StorageState =
  | 'untested'
  | 'on-disk'
  | 'asking'
  | 'asking-unread'
  | 'asking-newer'
  | 'in-memory'
  | 'failed'
  | 'newer'

/** Returns whether the person decides whether to go on without a record. */
export function isAsking(state: StorageState): boolean {
  return state === 'asking' || state === 'asking-unread' || state === 'asking-newer'
}

/** Returns whether a newer version of the app has the database, so that only a reload may help. */
export function isOfNewerVersion(state: StorageState): boolean {
  return state === 'newer' || state === 'asking-newer'
}

/** Returns whether this tab has written, and can still write, as far as it knows. */
export function isWritable(state: StorageState): boolean {
  return state === 'on-disk' || state === 'in-memory'
}

/** Returns whether a write has failed, and none has worked since. */
export function hasWritingFailed(state: StorageState): boolean {
  return state !== 'untested' && !isWritable(state)
}

/** The changes of a transaction that is complete. */
export type Changes = { readonly written: readonly Entry[]; readonly deleted: readonly EntryId[] }

type Transact = <T>(act: (transaction: LedgerTransaction) => Promise<T>) => Promise<T>

/**
 * The place of the record of a tab. All environments share it, as they share the disk: two of them
 * may have one address, and must ask about each other's pets.
 */
export type RecordPlace = {
  readonly state: ReturnType<typeof createStore<StorageState>>
  /**
   * The ledger in memory, once the person goes on without a record. Writers wait while it is being
   * filled from the disk.
   */
  inMemory: Promise<Ledger | undefined>
  /** `true` where that ledger may lack what is on the disk, because the disk could not be read. */
  isUnread: boolean
  /** The connections of all environments to the disk. */
  readonly disks: Set<Pick<Ledger, 'reconnect'>>
  /** Each writes into a new database what its environment shows, and the deleted one had. */
  readonly restorers: Set<(ledger: LedgerTransaction) => Promise<void>>
}

export function createRecordPlace(): RecordPlace {
  return {
    state: createStore<StorageState>('untested'),
    inMemory: Promise.resolve(undefined),
    isUnread: false,
    disks: new Set(),
    restorers: new Set(),
  }
}

/**
 * Writes into a new database what any environment of the tab shows. One of them finds out that the
 * old one was deleted, and without a record, the others look at no database any more.
 */
export async function restoreAll({ restorers }: RecordPlace, ledger: LedgerTransaction): Promise<void> {
  for (const restore of restorers) await restore(ledger)
}

type Options = {
  readonly disk: Ledger
  readonly place: RecordPlace
  /** Called after each transaction that has written. */
  readonly onWritten: (changes: Changes) => void
  /** Called after each transaction that could not read. */
  readonly onReadFailed: () => void
}

/** The ledger of an environment in a tab, on the disk or in memory. */
export function createStorage({ disk, place, onWritten, onReadFailed }: Options) {
  const { state } = place
  place.disks.add(disk)
  /** The entries of which there is no record, and that are not settled. */
  const unsettledInMemory = new Set<EntryId>()

  const currentLedger = async (): Promise<Ledger> => (await place.inMemory) ?? disk

  const read: Transact = async (act) => {
    try {
      const ledger = await currentLedger()
      return await ledger.read(act)
    } catch (error) {
      // Reading can be repeated, so a failure asks nobody, unless a newer version has the database.
      if (isNewerVersionError(error) && state.get() !== 'in-memory') noteNewerVersion()
      onReadFailed()
      throw error
    }
  }

  /**
   * Reads where no earlier entry may be missing. Rejects where the record is in memory, and the
   * disk could not be read beside it.
   */
  const readWholeRecord: Transact = async (act) => {
    const result = await read(act)
    if (place.isUnread) throw new StorageError('the disk could not be read')
    return result
  }

  const write: Transact = async (act) => {
    try {
      return await writeSilently(act)
    } catch (error) {
      noteFailure(error)
      throw error
    }
  }

  /** Writes without a press: a failure is not shown. */
  const writeSilently: Transact = async (act) => {
    const ledger = await currentLedger()
    const { result, changes } = await ledger.write(async (transaction) => {
      // The ledger may begin the transaction anew, so each attempt notes its own changes.
      const attemptChanges: NotedChanges = { written: [], deleted: [], hasChanged: false }
      return { result: await act(notingChanges(transaction, attemptChanges)), changes: attemptChanges }
    })
    // Only a change proves that the disk can be written.
    if (changes.hasChanged) noteSuccess()
    noteUnsettledInMemory(changes)
    onWritten(changes)
    return result
  }

  function noteUnsettledInMemory({ written, deleted }: Changes): void {
    for (const entry of written) {
      if (isOfMemory(entry) && isUnsettled(entry)) unsettledInMemory.add(entryIdOf(entry))
      else unsettledInMemory.delete(entryIdOf(entry))
    }
    for (const id of deleted) unsettledInMemory.delete(id)
  }

  /** Notifies only of a change, because listeners read, and may fail again. */
  function changeTo(next: StorageState): void {
    if (next !== state.get()) state.set(next)
  }

  function noteSuccess(): void {
    if (state.get() !== 'in-memory') changeTo('on-disk')
  }

  function noteFailure(error: unknown): void {
    if (!(error instanceof StorageError) || state.get() === 'in-memory') return
    if (error.isNewer) noteNewerVersion()
    else if (state.get() === 'untested') void ask()
    else if (state.get() === 'on-disk') changeTo('failed')
  }

  function noteNewerVersion(): void {
    changeTo(hasWritten() ? 'newer' : 'asking-newer')
  }

  /** Returns whether this tab has written to the disk. */
  function hasWritten(): boolean {
    return state.get() !== 'untested' && !isAsking(state.get())
  }

  /** Asks the person, and says so where the disk cannot be read either. */
  async function ask(): Promise<void> {
    changeTo('asking')
    const saved = await readAll(disk)
    if (saved === undefined && state.get() === 'asking') changeTo('asking-unread')
  }

  /**
   * Returns the ledger that takes the place of the disk. There is none where the disk turns out to
   * be unreadable, and the person was not told so before the press.
   */
  async function openInMemory(stateAtPress: StorageState, shown: DiskContent): Promise<Ledger | undefined> {
    const saved = await readAll(disk)
    if (saved === undefined && stateAtPress === 'asking') {
      changeTo('asking-unread')
      return undefined
    }
    place.isUnread = saved === undefined
    const inMemory = createInMemoryLedger({
      saved: saved ?? shown,
      disk: saved && disk,
      onUnread: () => {
        place.isUnread = true
      },
    })
    state.set('in-memory')
    return inMemory
  }

  return {
    state: { get: state.get, subscribe: state.subscribe },
    read,
    readWholeRecord,
    write,
    writeSilently,

    /** Returns whether the disk has or had the entry, so that it is not in memory alone. */
    isRecorded: (entry: Entry): boolean => !isOfMemory(entry),

    /**
     * Returns whether this tab may send an entry: without a record it does not send what is on the
     * disk.
     */
    canSend: (entry: Pick<Entry, 'sequence'>): boolean => state.get() !== 'in-memory' || isOfMemory(entry),

    /** Returns whether closing this tab would lose entries that are not settled, shown or not. */
    hasUnsettledInMemory: (): boolean => unsettledInMemory.size > 0,

    /**
     * Opens all connections anew, so that the next write shows whether the disk works again.
     */
    reconnect(): void {
      for (const { reconnect } of place.disks) reconnect()
    },

    /**
     * Goes on without a record, if the person was asked about it. They are asked again if the disk
     * turns out to be unreadable, and they had not been told that.
     *
     * @param shown what is or was on the screen, which stays evidence if the disk cannot be read
     */
    async continueInMemory(shown: DiskContent): Promise<void> {
      const stateAtPress = state.get()
      place.inMemory = place.inMemory.then((current) =>
        isAsking(state.get()) ? openInMemory(stateAtPress, shown) : current,
      )
      await place.inMemory
    },
  }
}

export type Storage = ReturnType<typeof createStorage>

type NotedChanges = {
  readonly written: Entry[]
  readonly deleted: EntryId[]
  /** `true` once anything has changed, such as an import or the last sequence number. */
  hasChanged: boolean
}

/** Returns the same transaction, which notes what it changes. */
function notingChanges(transaction: LedgerTransaction, changes: NotedChanges): LedgerTransaction {
  const noting =
    <Args extends readonly unknown[], T>(change: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const result = await change(...args)
      changes.hasChanged = true
      return result
    }
  const put = noting(transaction.put)
  const remove = noting(transaction.delete)
  return {
    ...transaction,
    putImport: noting(transaction.putImport),
    deleteImport: noting(transaction.deleteImport),
    noteLostHistory: noting(transaction.noteLostHistory),
    takeSequence: noting(transaction.takeSequence),
    async put(entry) {
      await put(entry)
      changes.written.push(entry)
    },
    async delete(id) {
      await remove(id)
      changes.deleted.push(id)
    },
  }
}

/**
 * Reads everything that the disk has, which remains evidence; `undefined` where it cannot be read.
 */
async function readAll(disk: Ledger): Promise<DiskContent | undefined> {
  try {
    return await disk.read(async (transaction) => {
      return { imports: await transaction.imports(), entries: await transaction.findAll(['batch']) }
    })
  } catch {
    return undefined
  }
}
