import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { newId } from '#src/lib/new-id.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import { type Duplicate, duplicatesOf, type Verdict } from './check.ts'
import {
  type Batch,
  COUNTED,
  countEntries,
  type Counts,
  type Entry,
  isCheckable,
  type Key,
  keyOf,
} from './entry.ts'
import { type ImportActivityStore, isRunning } from './import-activity.ts'
import type { Outbox } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import {
  discardBatch,
  enterRows,
  holdWaiting,
  includeHeld,
  type Mark,
  markAdded,
  type RowToSend,
} from './transitions.ts'

/** A file that was entered: interrupted, open in another tab, or finished and kept as the proof of what was sent. */
export type SavedFile = {
  readonly batch: Batch
  readonly counts: Counts
  readonly isOpenInAnotherTab: boolean
}

/** `id`: of one whose rows are corrected. */
type NewFile = Pick<Batch, 'fileName' | 'header' | 'columns'> & { readonly id?: string }

type FilesSnapshot = {
  /** Newest first, without the one that is open. */
  readonly saved: readonly SavedFile[]
  /** The disk could not be read: `saved` may be incomplete. */
  readonly isUnreadable: boolean
  readonly current: OpenFile | undefined
}

/** What the lists say, while no row is sent. */
type FileChecks = {
  /** Each pet comes first for one of the rows. */
  readonly states: ReadonlyMap<Key, Verdict>
  /** `isCut`: there may be more duplicates than the lists show. */
  readonly batch:
    | { readonly kind: 'none' | 'checking' }
    | { readonly kind: 'failed'; readonly error: unknown }
    | Readonly<{ kind: 'checked'; at: number; duplicates: readonly Duplicate[]; isCut: boolean }>
}

const NOTHING_SAID: FileChecks = { states: new Map(), batch: { kind: 'none' } }

/** `changed`: another tab has sent more of it, or discarded it. `busy`: another one is open, or being opened. */
export type Refusal = 'busy' | 'elsewhere' | 'changed'

/** Each row changes twice while it is sent. The same thread sends the rows and writes the record. */
const THROTTLE_MS = 200

/** The files of one environment in this tab. It outlives the page, so that navigation does not interrupt a run. */
export function createFiles(outbox: Outbox, activity: Pick<ImportActivityStore, 'set'>) {
  const store = createStore<FilesSnapshot>({ saved: [], isUnreadable: false, current: undefined })
  const { environment, clock } = outbox
  let isOpening = false

  const change = (part: Partial<FilesSnapshot>) => store.set({ ...store.get(), ...part })
  const isCurrent = (id: string) => store.get().current?.batch.id === id

  /** Never rejects. */
  const refresh = oneAtATime(async () => {
    const held = await outbox.heldLocks()
    const saved = await outbox
      .read(async (transaction) => {
        const batches = (await transaction.batches()).toSorted((a, b) => b.startedAt - a.startedAt)
        const own = batches.filter(({ environmentId }) => environmentId === environment.id)
        return Promise.all(
          own.map(async (batch): Promise<SavedFile> => {
            const counts = await countsOf(transaction, batch.id)
            return { batch, counts, isOpenInAnotherTab: held.has(batch.id) }
          }),
        )
      })
      .catch(() => undefined)
    if (saved === undefined) change({ isUnreadable: true })
    else change({ isUnreadable: false, saved: saved.filter(({ batch }) => !isCurrent(batch.id)) })
  })

  /** Two clicks within one task must not both get through. */
  const alone = async <T>(act: () => Promise<T>): Promise<T | 'busy'> => {
    if (isOpening) return 'busy'
    isOpening = true
    return act().finally(() => (isOpening = false))
  }

  /** With the lock of a batch, in which nothing is being sent. Kept by the one that is shown then. */
  async function locked<T>(id: string, act: () => Promise<T>): Promise<T | 'elsewhere'> {
    const sender = outbox.sender(id)
    try {
      if (!(await sender.keep())) return 'elsewhere'
      await sender.send([])
      return await act()
    } finally {
      if (!isCurrent(id)) await sender.close()
      await refresh()
    }
  }

  function show(current: OpenFile): OpenFile {
    current.subscribe(() => activity.set(current.get()))
    activity.set(current.get())
    change({ current, saved: store.get().saved.filter(({ batch }) => batch.id !== current.batch.id) })
    return current
  }

  async function open(id: string): Promise<OpenFile | Refusal> {
    const { current } = store.get()
    if (current !== undefined) return isCurrent(id) ? current : 'busy'
    return locked(id, async () => {
      const read = await outbox.write(async (transaction) => {
        const batch = await transaction.batch(id)
        if (batch?.baseUrl !== environment.baseUrl) return undefined
        await holdWaiting(transaction, batch)
        return { batch, entries: await transaction.all('batch', id) }
      })
      return read === undefined ? 'changed' : show(openFile(outbox, read.batch, read.entries))
    })
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
     * Writes the rows of a new file, or corrected ones in their places; then sends those that wait. What may already be
     * there is left out, whatever the review knew. Rejects when nothing was written.
     */
    start: (file: NewFile, rows: readonly RowToSend[]): Promise<'started' | Refusal> =>
      alone(async () => {
        const id = file.id ?? newId()
        const pressed = outbox.sender(id).press()
        const opened = file.id === undefined ? store.get().current && 'busy' : await open(id)
        if (typeof opened === 'string') return opened
        const { id: environmentId, baseUrl } = environment
        const batch = { ...file, id, environmentId, baseUrl, startedAt: clock.now() }
        const entries = await outbox.write((transaction) => enterRows(transaction, batch, rows))
        await outbox.sender(id).keep()
        const current = opened ?? openFile(outbox, batch, entries)
        // Before it is shown: it is rendered once.
        if (!pressed.aborted) void current.resume(opened && entries)
        if (opened === undefined) show(current)
        return 'started'
      }),

    /** Opens a file that was entered before. With `resume`, sends its waiting rows. */
    open: (id: string, { resume }: { resume: boolean }): Promise<'opened' | Refusal> =>
      alone(async () => {
        const pressed = outbox.sender(id).press()
        const current = await open(id)
        if (typeof current === 'string') return current
        if (!pressed.aborted) void (resume ? current.resume() : current.checkList())
        return 'opened'
      }),

    /** Closes what is open; it stays on disk. */
    async close(): Promise<void> {
      const { current } = store.get()
      if (current === undefined) return
      activity.set(undefined)
      change({ current: undefined })
      await current.dispose()
      await refresh()
    },

    /** Forgets the rows, if they are as `shown`; the pets stay in the service, and what was sent stays accounted for. */
    discard: ({ batch, counts: shown }: SavedFile): Promise<'discarded' | Refusal> =>
      alone(() =>
        locked(batch.id, () =>
          outbox.write(async (transaction) => {
            const now = await countsOf(transaction, batch.id)
            if (COUNTED.some((kind) => now[kind] !== shown[kind])) return 'changed'
            await discardBatch(transaction, batch.id)
            return 'discarded'
          }),
        ),
      ),
  }
}

/** What a tab that is gone was sending will be unknown. */
async function countsOf(transaction: LedgerTransaction, batch: string): Promise<Counts> {
  const counts = await Promise.all(
    COUNTED.map(async (kind) => [kind, await transaction.count('state', batch, kind)] as const),
  )
  const counted = Object.fromEntries(counts) as Record<(typeof COUNTED)[number], number>
  return { ...counted, unknown: counted.unknown + (await transaction.count('state', batch, 'sending')) }
}

/** One file that is open in this tab, which holds its lock. */
function openFile(outbox: Outbox, batch: Batch, read: readonly Entry[]) {
  const { checks, clock } = outbox
  const sender = outbox.sender(batch.id)
  let entries = read
  let said = NOTHING_SAID
  /** On `Clock.elapsed`: lists that were requested later tell of this file; `undefined` while nobody asks. */
  let askedAt: number | undefined
  let isClosed = false
  /** Where the run began: rows with an outcome, and the time on `Clock.elapsed`. */
  let begun = { done: 0, at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = createStore(takeSnapshot())

  function emit() {
    clearTimeout(timer)
    timer = undefined
    // Another one may be open by now.
    if (!isClosed) store.set(takeSnapshot())
  }

  function takeSnapshot() {
    const [{ entry: unwritten } = {}] = outbox.storage.get() === 'ok' ? [] : sender.unwritten
    const rows = unwritten === undefined ? entries : entries.with(unwritten.position, unwritten)
    const counts = countEntries(rows)
    const done = counts.added + counts.rejected + counts.unknown
    const state = sender.get()
    const sent = done - begun.done
    const minutes = (((clock.elapsed() - begun.at) / sent) * counts.waiting) / 60_000
    const isSending = state.phase === 'running' && state.waitingUntil === undefined
    return {
      run: state,
      /** In the order of the file. The same array until a row changes. */
      entries: rows,
      counts,
      /** Rows with an outcome, of the rows to send. */
      progress: { done, total: done + counts.waiting },
      /** About how long the waiting rows take, while they are sent. */
      minutesLeft: isSending && sent >= 5 ? Math.round(minutes) : undefined,
      checks: said,
    }
  }

  const isAsked = () => askedAt !== undefined && !isClosed && !isRunning(sender.get())

  async function judge(transaction: LedgerTransaction): Promise<FileChecks> {
    const states = new Map<Key, Verdict>()
    const taken = new Set<Int64>()
    for (const entry of entries.filter(isCheckable)) {
      const state = await checks.stateOf(transaction, entry)
      if (state === undefined || !('causes' in state)) continue
      const pets = state.pets.filter(({ id }) => !taken.has(id))
      if (pets[0] !== undefined) taken.add(pets[0].id)
      states.set(keyOf(entry), { ...state, pets })
    }
    const { evidence, failure, isReading } = checks.get()
    if (isReading) return { states, batch: { kind: 'checking' } }
    if (failure !== undefined) return { states, batch: { kind: 'failed', error: failure.error } }
    if (evidence === undefined || evidence.requestedAt < (askedAt ?? 0))
      return { states, batch: { kind: 'none' } }
    const { at, isWhole, keyId } = evidence
    const offered = new Set([...states.values()].flatMap(({ pets }) => pets.map(({ id }) => id)))
    const duplicates = await duplicatesOf(transaction, entries, evidence, offered)
    const isOfAnotherKey = (entry: Entry) => entry.state.kind === 'added' && entry.keyId !== keyId
    return {
      states,
      batch: { kind: 'checked', at, duplicates, isCut: !isWhole || entries.some(isOfAnotherKey) },
    }
  }

  /** Never rejects. */
  const refresh = oneAtATime(async () => {
    const now = isAsked() ? await outbox.read(judge).catch(() => undefined) : NOTHING_SAID
    // Else it is being sent meanwhile.
    if (now !== undefined && isAsked()) said = now
    emit()
    if (isClosed) return
    checks.watch(batch.id, isAsked() ? [askedAt ?? 0, ...entries.filter(isCheckable).map(checks.endOf)] : [])
  })

  const unsubscribe = outbox.subscribe((written) => {
    const own = written?.filter((entry) => entry.batch === batch.id) ?? []
    if (own.length > 0) {
      const next = [...entries]
      for (const entry of own) next[entry.position] = entry
      entries = next
      timer ??= setTimeout(emit, THROTTLE_MS)
    }
    if (written?.length === 0 || (own.length > 0 && isAsked())) void refresh()
  })

  async function checkList(): Promise<void> {
    askedAt = clock.elapsed()
    await checks.read()
    await refresh()
  }

  /** What was said before does not hold while rows are sent. When it has finished, the lists say what is left to decide. */
  async function run(act: () => Promise<void>): Promise<void> {
    const before = entries
    said = NOTHING_SAID
    emit()
    begun = { done: store.get().progress.done, at: clock.elapsed() }
    await act()
    const isSent = entries !== before || askedAt === undefined
    if (isSent && sender.get().phase === 'idle') askedAt = clock.elapsed()
    await refresh()
  }

  return {
    batch,
    get: store.get,
    subscribe: store.subscribe,
    checkList,

    /** Sends what waits, or of it these rows and no others. */
    resume(rows?: readonly Entry[]): Promise<void> {
      askedAt = undefined
      const waiting = rows?.filter(({ state }) => state.kind === 'waiting')
      return run(() => sender.send(waiting?.map(keyOf)))
    },

    pause: (): void => sender.pause('user'),

    /** "Send again": these rows and no others, unless the lists show something new. */
    sendAgain(keys: readonly Key[]): Promise<void> {
      askedAt ??= clock.elapsed()
      const seen = new Map(keys.map((key) => [key, said.states.get(key)]))
      return run(() => outbox.sendAgain(batch.id, seen))
    },

    markAdded: (marks: readonly Mark[]): Promise<void> =>
      outbox.decide(batch.id, (transaction) => markAdded(transaction, marks)),

    include: (shown: readonly Entry[]): Promise<void> =>
      outbox.decide(batch.id, (transaction) => includeHeld(transaction, shown)),

    /** Waits until the row being sent is recorded, then lets other tabs open it. */
    dispose: async (): Promise<void> => {
      unsubscribe()
      isClosed = true
      checks.watch(batch.id, [])
      clearTimeout(timer)
      await sender.close()
    },
  }
}

export type OpenFile = ReturnType<typeof openFile>

export type OpenFileSnapshot = ReturnType<OpenFile['get']>
