import { atPace } from '#src/lib/at-pace.ts'
import { createStore } from '#src/lib/create-store.ts'
import { newId } from '#src/lib/new-id.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import { entryIdOf, type Import } from './entry.ts'
import { COUNTED, type Counts } from './entry-rules.ts'
import type { ImportActivityStore } from './import-activity.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { createOpenImport, type OpenImport } from './open-import.ts'
import type { ChangesElsewhere } from './news.ts'
import type { Outbox } from './outbox.ts'
import { correctRows, enterRows, type RowToSend } from './transitions/enter.ts'
import { discardImport } from './transitions/forget.ts'
import { holdWaiting } from './transitions/gate.ts'
import { slicesOf } from './transitions/in-slices.ts'

/**
 * An import that was interrupted, is open in another tab, or is finished and kept as the proof of
 * what was sent.
 */
export type SavedImport = {
  readonly record: Import
  readonly counts: Counts
  readonly isOpenInAnotherTab: boolean
  /** `false` where only another tab can change it, because this one goes on without a record. */
  readonly canBeChanged: boolean
}

type NewImport = Pick<Import, 'fileName' | 'header' | 'columns'>

type ImportsSnapshot = {
  /** Newest first, without the one that is open or being started. */
  readonly saved: readonly SavedImport[]
  /** `true` where the ledger could not be read, so that `saved` may lack some. */
  readonly isUnreadable: boolean
  /** `true` from the press on "Add N pets" until its rows are written, and can be sent. */
  readonly isStarting: boolean
  readonly open: OpenImport | undefined
}

/**
 * Why nothing was done.
 *
 * - `busy`: another import is open, or is being opened, started or discarded, in this tab.
 * - `elsewhere`: this one is open in another tab.
 * - `changed`: another tab has sent more of it, or discarded it.
 */
export type Refusal = 'busy' | 'elsewhere' | 'changed'

/**
 * Milliseconds between two counts of imports that other tabs are sending: each of their rows is
 * news, and counting takes as long as they have rows.
 */
const PAUSE_MS = 2000

/**
 * The imports of one environment in this tab. They outlive the page, so that a run goes on while
 * one looks at another.
 */
export function createImports(outbox: Outbox, activity: Pick<ImportActivityStore, 'set'>) {
  const { environment, clock, view } = outbox
  const store = createStore<ImportsSnapshot>({
    saved: [],
    isUnreadable: false,
    isStarting: false,
    open: undefined,
  })
  /** `true` while an import is being opened, started or discarded. */
  let isBusy = false
  /** The ID of the import that is being started, which does not count as saved yet. */
  let startingId: string | undefined
  /** Somebody has signed out meanwhile, so what is then open must be closed. */
  let mustCloseAfterwards = false
  /** Resolves when the import that was open is closed. */
  let closing: Promise<void> = Promise.resolve()

  const change = (part: Partial<ImportsSnapshot>) => store.set({ ...store.get(), ...part })
  const isOpen = (id: string) => store.get().open?.record.id === id
  const isOpenOrStarting = (id: string) => isOpen(id) || id === startingId
  const isSaved = (id: string) => store.get().saved.some(({ record }) => record.id === id)
  /** The imports that have changed since they were counted. */
  const changedIds = new Set<string>()
  let mayAllHaveChanged = true

  /** Never rejects. */
  const refreshChanged = oneAtATime(async () => {
    const isElsewhere = await outbox.readBatchesElsewhere()
    const unchangedCounts = takeUnchangedCounts()
    const saved = await outbox
      .read((ledger) => readSaved(ledger, isElsewhere, unchangedCounts))
      .catch(() => undefined)
    if (saved === undefined) {
      mayAllHaveChanged = true
      return change({ isUnreadable: true })
    }
    change({ isUnreadable: false, saved: saved.filter(({ record }) => !isOpenOrStarting(record.id)) })
  })
  const refreshAtPace = atPace(refreshChanged, () => clock.sleep(PAUSE_MS, new AbortController().signal))

  /** Never rejects. */
  function refresh(): Promise<void> {
    mayAllHaveChanged = true
    return refreshChanged()
  }

  /** Returns the counts of the imports that have not changed since the last call, by import. */
  function takeUnchangedCounts(): ReadonlyMap<string, Counts> {
    const counted = mayAllHaveChanged ? [] : store.get().saved
    const unchanged = counted.filter(({ record }) => !changedIds.has(record.id))
    mayAllHaveChanged = false
    changedIds.clear()
    return new Map(unchanged.map(({ record, counts }) => [record.id, counts]))
  }

  async function readSaved(
    ledger: LedgerTransaction,
    isElsewhere: (batch: string) => boolean,
    unchangedCounts: ReadonlyMap<string, Counts>,
  ): Promise<readonly SavedImport[]> {
    const records = (await ledger.imports()).filter(outbox.isOfThisEnvironment)
    return Promise.all(
      records
        .toSorted((first, second) => second.startedAt - first.startedAt)
        .map(async (record): Promise<SavedImport> => ({
          record,
          counts: unchangedCounts.get(record.id) ?? (await readCounts(ledger, record.id)),
          isOpenInAnotherTab: isElsewhere(record.id),
          canBeChanged: (await ledger.findAll(['batch', record.id], 1)).every(outbox.canSend),
        })),
    )
  }

  /** Runs `act`, unless another press is still at work, even if both came within one task. */
  async function exclusively<T>(act: () => Promise<T>): Promise<T | 'busy'> {
    if (isBusy) return 'busy'
    isBusy = true
    try {
      return await act()
    } finally {
      isBusy = false
      if (mustCloseAfterwards) void close()
      mustCloseAfterwards = false
    }
  }

  /** Starts an import, or corrected rows of one, and says so on every page that shows imports. */
  function startExclusively(start: () => Promise<'started' | Refusal>): Promise<'started' | Refusal> {
    return exclusively(async () => {
      change({ isStarting: true })
      try {
        return await outbox.unwrittenPresses.write(start)
      } finally {
        change({ isStarting: false })
      }
    })
  }

  /**
   * Runs `act` with the lock of an import, after entries that a closed tab was sending have become
   * unknown.
   */
  async function withLock<T>(id: string, act: () => Promise<T>): Promise<T | 'elsewhere'> {
    const sender = outbox.senderOf(id)
    try {
      if (!(await sender.keep())) return 'elsewhere'
      await sender.recoverClaims()
      return await act()
    } finally {
      if (!isOpen(id)) await sender.close()
      await refresh()
    }
  }

  function openImportOf(record: Import): OpenImport {
    return createOpenImport(outbox, record, () => void close())
  }

  function show(open: OpenImport): OpenImport {
    open.subscribe(() => activity.set(open.get()))
    activity.set(open.get())
    outbox.rememberImport(open.record)
    change({ open, saved: store.get().saved.filter(({ record }) => record.id !== open.record.id) })
    return open
  }

  async function openSaved(id: string): Promise<OpenImport | Refusal> {
    await closing
    const { open } = store.get()
    if (open !== undefined) return isOpen(id) ? open : 'busy'
    return withLock(id, async () => {
      await holdWaitingRows(id)
      const savedImport = await outbox.senderOf(id).transact(async (ledger) => {
        const record = await readRecord(ledger, id)
        return record && { record, entries: await ledger.findAll(['batch', id]) }
      })
      if (savedImport === undefined) return 'changed'
      view.followImport(id)
      view.load(savedImport.entries)
      void outbox.senderOf(id).reconsiderPause()
      return show(openImportOf(savedImport.record))
    })
  }

  /** Holds the rows that conflict by now. Other tabs can write between these transactions. */
  async function holdWaitingRows(id: string): Promise<void> {
    const { transact } = outbox.senderOf(id)
    const waiting = await transact(async (ledger) => {
      const record = await readRecord(ledger, id)
      return record === undefined ? [] : ledger.findAll(['state', id, 'waiting'])
    })
    for (const rows of slicesOf(waiting.map(entryIdOf))) await transact((ledger) => holdWaiting(ledger, rows))
  }

  /** Returns the record of an import, if it is to this environment and its current address. */
  async function readRecord(ledger: LedgerTransaction, id: string): Promise<Import | undefined> {
    const record = await ledger.getImport(id)
    if (record === undefined || !outbox.isOfThisEnvironment(record)) return undefined
    return record.baseUrl === environment.baseUrl ? record : undefined
  }

  async function startImport(file: NewImport, rows: readonly RowToSend[]): Promise<'started' | Refusal> {
    const id = newId()
    const sender = outbox.senderOf(id)
    const pressSignal = sender.beginPress()
    // The last import may still be waiting for the answer to a row, and one row is sent at a time.
    await closing
    if (store.get().open !== undefined) return 'busy'
    const { id: environmentId, baseUrl } = environment
    const record = { ...file, id, environmentId, baseUrl, startedAt: clock.now() }
    startingId = id
    try {
      await writeNewRows(record, rows)
      const open = openImportOf(record)
      // We resume before `show`, so that the page is rendered once.
      doUnlessWithdrawn(open, pressSignal, () => open.resume())
      show(open)
      return 'started'
    } finally {
      startingId = undefined
    }
  }

  /** Writes the rows of a new import, keeps its lock, and holds the rows that conflict. */
  async function writeNewRows(record: Import, rows: readonly RowToSend[]): Promise<void> {
    const { id } = record
    const sender = outbox.senderOf(id)
    view.followImport(id)
    try {
      await sender.transact((ledger) => enterRows(ledger, record, rows))
    } catch (error) {
      view.unfollowImport(id)
      throw error
    }
    outbox.rememberImport(record)
    await sender.keep()
    // A row that conflicts is held at its claim, too, so a failure here loses nothing.
    await holdWaitingRows(id).catch(() => undefined)
  }

  async function sendCorrected(id: string, rows: readonly RowToSend[]): Promise<'started' | Refusal> {
    const sender = outbox.senderOf(id)
    const pressSignal = sender.beginPress()
    const open = await openSaved(id)
    if (typeof open === 'string') return open
    const record = { ...open.record, startedAt: clock.now() }
    const entries = await sender.transact((ledger) => correctRows(ledger, record, rows))
    if (entries === 'changed') return 'changed'
    await sender.keep()
    doUnlessWithdrawn(open, pressSignal, () => open.resume(entries))
    return 'started'
  }

  /** Forgets the rows of an import, unless they have changed since these counts were shown. */
  function discardUnlessChanged(id: string, shownCounts: Counts): Promise<'discarded' | 'changed'> {
    return outbox.senderOf(id).transact(async (ledger) => {
      const counts = await readCounts(ledger, id)
      if (COUNTED.some((kind) => counts[kind] !== shownCounts[kind])) return 'changed'
      await discardImport(ledger, id)
      return 'discarded'
    })
  }

  function close(): Promise<void> {
    const { open } = store.get()
    if (open === undefined) return closing
    activity.set(undefined)
    change({ open: undefined })
    closing = closeNow(open)
    return closing
  }

  async function closeNow(open: OpenImport): Promise<void> {
    await open.close()
    await refresh()
  }

  /** Another tab may have opened, closed or discarded an import, or have sent a row of it. */
  function onChangesElsewhere({ batches, lookalikeKeys }: ChangesElsewhere): void {
    if (batches === undefined) mayAllHaveChanged = true
    for (const batch of batches ?? []) changedIds.add(batch)
    const isRowWritten = lookalikeKeys !== undefined && lookalikeKeys.length > 0
    if (isRowWritten) refreshAtPace()
    else void refreshChanged()
  }

  outbox.subscribe((event) => {
    if (event.kind === 'batches-changed-elsewhere') onChangesElsewhere(event)
    // An outcome can be written after its import was closed.
    if (event.kind === 'written' && event.entries.some(({ batch }) => isSaved(batch))) void refresh()
  })

  // Without a record, the imports on the disk cannot be changed any more.
  outbox.storageState.subscribe(() => {
    if (outbox.storageState.get() === 'in-memory') void refresh()
  })

  return {
    get: store.get,
    subscribe: store.subscribe,
    refresh,

    /**
     * Writes the rows of a new file, then sends those that wait. What conflicts is held, whatever
     * the review knew. Rejects when writing has failed.
     */
    start: (file: NewImport, rows: readonly RowToSend[]): Promise<'started' | Refusal> =>
      startExclusively(() => startImport(file, rows)),

    /**
     * Writes corrected rows in their places in an import, then sends them. Rejects when writing has
     * failed.
     */
    sendCorrected: (id: string, rows: readonly RowToSend[]): Promise<'started' | Refusal> =>
      startExclusively(() => sendCorrected(id, rows)),

    /** Opens an import that was entered before. */
    open: (id: string): Promise<'opened' | Refusal> =>
      exclusively(async () => {
        const pressSignal = outbox.senderOf(id).beginPress()
        const open = await openSaved(id)
        if (typeof open === 'string') return open
        doUnlessWithdrawn(open, pressSignal, open.checkList)
        return 'opened'
      }),

    /** Opens it, and sends its waiting rows. */
    resume: (id: string): Promise<'opened' | Refusal> =>
      exclusively(async () => {
        const pressSignal = outbox.senderOf(id).beginPress()
        const open = await openSaved(id)
        if (typeof open === 'string') return open
        doUnlessWithdrawn(open, pressSignal, () => open.resume())
        return 'opened'
      }),

    /** Closes the one that is open. It stays in the ledger. */
    close,

    /**
     * Closes the import that is open, or is being opened or started, because somebody may sign in
     * in another tab and continue it there.
     */
    signedOut(): void {
      if (isBusy) mustCloseAfterwards = true
      else void close()
    },

    /**
     * Forgets the rows of an import, if they are as they were on the screen. The pets stay in the
     * service, and what was sent stays accounted for.
     */
    discard: ({ record: { id }, counts }: SavedImport): Promise<'discarded' | Refusal> =>
      exclusively(() =>
        withLock(id, () => outbox.unwrittenPresses.write(() => discardUnlessChanged(id, counts))),
      ),
  }
}

export type Imports = ReturnType<typeof createImports>

/**
 * Does what somebody has opened the import for, unless that press was withdrawn meanwhile. Then it
 * reads the import, so that the rows which are left out say why all the same.
 */
function doUnlessWithdrawn(open: OpenImport, pressSignal: AbortSignal, work: () => Promise<void>): void {
  if (pressSignal.aborted) void open.refresh()
  else void work()
}

/**
 * Counts the rows of an import by their outcomes. An entry that is being sent counts as unknown
 * here, because a saved import has no count for 'sending'.
 */
async function readCounts(ledger: LedgerTransaction, id: string): Promise<Counts> {
  const counts = await Promise.all(
    COUNTED.map(async (kind) => [kind, await ledger.count(['state', id, kind])] as const),
  )
  const counted = Object.fromEntries(counts) as Record<(typeof COUNTED)[number], number>
  return { ...counted, unknown: counted.unknown + (await ledger.count(['state', id, 'sending'])) }
}
