import { createEmitter, createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { CheckSnapshot } from './check.ts'
import { type Batch, countEntries, type Counts, type Entry, type Key, keyFromText } from './entry.ts'
import type { ImportActivityStore } from './import-activity.ts'
import type { NewBatch, Outbox, RowToSend } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import type { RunState } from './sender.ts'
import { discardBatch, holdWaiting, includeHeld } from './transitions.ts'

/** A file that was entered: interrupted, open in another tab, or finished and kept as the proof of what was sent. */
export type SavedFile = {
  readonly batch: Batch
  readonly counts: Counts
  readonly isOpenInAnotherTab: boolean
}

export type FilesSnapshot = {
  /** Newest first, without the one that is open. */
  readonly saved: readonly SavedFile[]
  /** The disk could not be read: `saved` may be incomplete. */
  readonly isUnreadable: boolean
  readonly current: OpenFile | undefined
}

export type OpenFileSnapshot = {
  readonly run: RunState
  /** In the order of the file. The same array until a row changes. */
  readonly entries: readonly Entry[]
  readonly counts: Counts
  /** Rows with an outcome, of the rows to send. */
  readonly progress: { readonly done: number; readonly total: number }
  /** About how long the waiting rows take, while they are sent. */
  readonly minutesLeft: number | undefined
  readonly checks: CheckSnapshot
}

/** Each row changes twice while it is sent. The same thread sends the rows and writes the record. */
const THROTTLE_MS = 200

/**
 * The files of one environment in this tab. It outlives the page, so that navigation does not interrupt a run.
 *
 * @param lockReleased resolves when no tab has this batch any more: a tab that is closed tells nobody.
 */
export function createFiles(
  outbox: Outbox,
  activity: ImportActivityStore,
  lockReleased: (batch: string) => Promise<unknown> = () => new Promise(() => undefined),
) {
  const store = createStore<FilesSnapshot>({ saved: [], isUnreadable: false, current: undefined })
  const { environment } = outbox
  // Set before the first await: two clicks within one task must not both get through.
  let isOpening = false
  let lastListing = 0
  const watched = new Set<string>()

  const change = (part: Partial<FilesSnapshot>) => store.set({ ...store.get(), ...part })

  /** Never rejects. */
  async function refresh(): Promise<void> {
    const listing = ++lastListing
    const held = await outbox.heldLocks()
    const saved = await outbox
      .read(async (transaction) => {
        const batches = (await transaction.batches()).filter(
          ({ source, environmentId, isDiscarded }) =>
            source === 'file' && environmentId === environment.id && isDiscarded !== true,
        )
        return Promise.all(
          batches.map(async (batch) => ({
            batch,
            counts: await countsOf(transaction, batch.id),
            isOpenInAnotherTab: held.has(batch.id),
          })),
        )
      })
      .catch(() => undefined)
    // A later reading knows more.
    if (listing !== lastListing) return
    if (saved === undefined) return change({ isUnreadable: true })
    const current = store.get().current?.batch.id
    change({
      isUnreadable: false,
      saved: saved
        .filter(({ batch }) => batch.id !== current)
        .toSorted((a, b) => b.batch.startedAt - a.batch.startedAt),
    })
    for (const { batch, isOpenInAnotherTab } of store.get().saved)
      if (isOpenInAnotherTab && !watched.has(batch.id)) void watch(batch.id)
  }

  async function watch(id: string): Promise<void> {
    watched.add(id)
    await lockReleased(id)
    watched.delete(id)
    await refresh()
  }

  async function opening<T>(open: () => Promise<T>): Promise<T | 'busy'> {
    if (isOpening || store.get().current !== undefined) return 'busy'
    isOpening = true
    try {
      return await open()
    } finally {
      isOpening = false
    }
  }

  function show(batch: Batch, entries: readonly Entry[]): OpenFile {
    const current = openFile(outbox, batch, entries)
    const update = () => {
      const { run, progress } = current.get()
      activity.set({ isRunning: isRunning(run), ...progress })
    }
    current.subscribe(update)
    update()
    change({ current, saved: store.get().saved.filter((one) => one.batch.id !== batch.id) })
    return current
  }

  outbox.subscribe((written) => {
    // Of another tab, which may have opened, closed or discarded one.
    if (written === undefined) void refresh()
  })

  return {
    get: store.get,
    subscribe: store.subscribe,
    refresh,

    /**
     * Writes the rows, then sends those that wait: what may already be there is left out, whatever the review knew.
     *
     * @throws {StorageError} when nothing was written.
     */
    start: (batch: NewBatch, rows: readonly RowToSend[]): Promise<'started' | 'busy'> =>
      opening(async () => {
        const entered = await outbox.enterRows(batch, rows)
        await outbox.sender(entered.batch.id, true).lock()
        void show(entered.batch, entered.entries).resume()
        return 'started' as const
      }),

    /**
     * Opens a file that was entered before. With `resume`, sends its waiting rows.
     *
     * @returns `elsewhere` when another tab has it open, `other-address` when it was started for another base URL, `gone`
     * when it was discarded.
     */
    open: async (
      id: string,
      { resume }: { resume: boolean },
    ): Promise<'opened' | 'busy' | 'elsewhere' | 'other-address' | 'gone'> => {
      const result = await opening(async () => {
        const batch = await outbox.read((transaction) => transaction.batch(id))
        if (batch === undefined || batch.isDiscarded === true) return 'gone' as const
        if (batch.baseUrl !== environment.baseUrl) return 'other-address' as const
        try {
          if (!(await outbox.recover(id, true))) return 'elsewhere' as const
          await outbox.write((transaction) => holdWaiting(transaction, id))
          const current = show(batch, await outbox.read((transaction) => transaction.inBatch(id)))
          if (resume) void current.resume()
          else void current.checkList()
          return 'opened' as const
        } finally {
          // Else no tab could open it before this one is closed.
          if (store.get().current === undefined) await outbox.sender(id, true).close()
        }
      })
      await refresh()
      return result
    },

    /** Closes what is open; it stays on disk. */
    async close(): Promise<void> {
      const { current } = store.get()
      if (current === undefined) return
      activity.set(undefined)
      change({ current: undefined })
      await current.dispose()
      await refresh()
    },

    /**
     * Forgets the rows; the pets stay in the service, and what was sent stays accounted for.
     *
     * @param shown the counts that the person saw when they confirmed.
     * @returns `elsewhere` when another tab has it open, `changed` when another tab has sent more of it since.
     */
    async discard({ batch, counts: shown }: SavedFile): Promise<'discarded' | 'elsewhere' | 'changed'> {
      const sender = outbox.sender(batch.id, true)
      try {
        if (!(await outbox.recover(batch.id, true))) return 'elsewhere'
        return await outbox.write(async (transaction) => {
          const now = await countsOf(transaction, batch.id)
          if (COUNTED.some((kind) => now[kind] !== shown[kind])) return 'changed' as const
          await discardBatch(transaction, batch)
          return 'discarded' as const
        })
      } finally {
        await sender.close()
        await refresh()
      }
    },

    rowsOf: (id: string): Promise<readonly Entry[]> => outbox.read((transaction) => transaction.inBatch(id)),
  }
}

export type Files = ReturnType<typeof createFiles>

const COUNTED = ['added', 'rejected', 'not-sent', 'held', 'unknown', 'waiting'] as const

/** What a tab that is gone was sending will be unknown. */
async function countsOf(transaction: LedgerTransaction, batch: string): Promise<Counts> {
  const [counts, sending] = await Promise.all([
    Promise.all(COUNTED.map(async (kind) => [kind, await transaction.count(batch, kind)] as const)),
    transaction.count(batch, 'sending'),
  ])
  const counted = Object.fromEntries(counts) as Record<(typeof COUNTED)[number], number>
  return { ...counted, unknown: counted.unknown + sending }
}

export function isRunning({ phase }: RunState): boolean {
  return phase === 'running' || phase === 'pausing'
}

/** One file that is open in this tab, which holds its lock. */
function openFile(outbox: Outbox, batch: Batch, read: readonly Entry[]) {
  const { checks } = outbox
  const sender = outbox.sender(batch.id, true)
  const emitter = createEmitter()
  let entries = [...read]
  let timer: ReturnType<typeof setTimeout> | undefined
  let snapshot: OpenFileSnapshot | undefined
  let isDisposed = false

  function emit() {
    clearTimeout(timer)
    timer = undefined
    snapshot = undefined
    emitter.notify()
  }

  function takeSnapshot(): OpenFileSnapshot {
    const shown = [...entries]
    for (const [name, state] of sender.outcomes) {
      const [, position] = keyFromText(name)
      const entry = shown[position]
      if (entry !== undefined) shown[position] = { ...entry, state }
    }
    const counts = countEntries(shown)
    const done = counts.added + counts.rejected + counts.unknown
    const run = sender.get()
    const mean = run.phase === 'running' && run.waitingUntil === undefined ? sender.meanDuration() : undefined
    return {
      run,
      entries: shown,
      counts,
      progress: { done, total: done + counts.waiting },
      minutesLeft: mean === undefined ? undefined : Math.round((mean * counts.waiting) / 60_000),
      checks: checks.get(),
    }
  }

  const unsubscribe = [
    outbox.subscribe((written) => {
      for (const entry of written ?? []) if (entry.batch === batch.id) entries[entry.position] = entry
      timer ??= setTimeout(emit, THROTTLE_MS)
    }),
    sender.subscribe(emit),
    checks.subscribe(emit),
  ]

  async function checkList(): Promise<void> {
    if (!isDisposed && !isRunning(sender.get())) await checks.checkBatch(batch.id)
  }

  /** When it has finished, the lists say what is left to decide. */
  async function afterRun(): Promise<void> {
    if (!isDisposed && sender.get().phase === 'idle') await checkList()
  }

  return {
    batch,
    get: (): OpenFileSnapshot => (snapshot ??= takeSnapshot()),
    subscribe: emitter.subscribe,
    checkList,
    cancelCheck: (): void => checks.cancel(),

    resume: async (): Promise<void> => {
      checks.forgetBatch(batch.id)
      await sender.resume()
      await afterRun()
    },

    pause: (): void => sender.pause('user'),

    /** "Send again": these rows and no others, unless the lists show something new. */
    sendAgain: async (keys: readonly Key[]): Promise<void> => {
      await outbox.sendAgain(batch.id, keys, true)
      await afterRun()
    },

    markAdded: (marks: readonly { key: Key; id: Int64 | undefined }[]): Promise<void> =>
      outbox.markAdded(batch.id, marks, true),

    /** "Include them": rows that were left out wait again. */
    includeLeftOut: (): Promise<void> => outbox.write((transaction) => includeHeld(transaction, batch.id)),

    /** Waits until the row being sent is recorded, then lets other tabs open it. */
    dispose: async (): Promise<void> => {
      isDisposed = true
      for (const stop of unsubscribe) stop()
      clearTimeout(timer)
      checks.forgetBatch(batch.id)
      await sender.close()
    },
  }
}

export type OpenFile = ReturnType<typeof openFile>
