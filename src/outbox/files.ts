import { createEmitter, createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import { type CheckState, type Duplicate, duplicatesOf, type Evidence, type Verdict } from './check.ts'
import {
  type Batch,
  COUNTED,
  countEntries,
  type Counts,
  type Entry,
  isCheckable,
  type Key,
  keyOf,
  partsOf,
} from './entry.ts'
import type { ImportActivityStore } from './import-activity.ts'
import type { NewBatch, Outbox, RowToSend } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import { NOTHING, type RunState } from './sender.ts'
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
  readonly checks: {
    /** What is said of its rows. Each pet is `found` for one of them. */
    readonly states: ReadonlyMap<Key, Verdict>
    readonly batch: BatchCheck
  }
}

export type BatchCheck =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'checked'
      /** Milliseconds since 1970. */
      readonly at: number
      readonly duplicates: readonly Duplicate[]
      /** There may be more than the lists show. */
      readonly isCut: boolean
    }

/** `other-address`: started for another base URL. `gone`: discarded. `busy`: another one is open, or being opened. */
export type Refusal = 'busy' | 'elsewhere' | 'other-address' | 'gone'

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
  lockReleased: (batch: string) => Promise<void> = () => new Promise(() => undefined),
) {
  const store = createStore<FilesSnapshot>({ saved: [], isUnreadable: false, current: undefined })
  const { environment } = outbox
  // Set before the first await: two clicks within one task must not both get through.
  let isOpening = false
  const watched = new Set<string>()

  const change = (part: Partial<FilesSnapshot>) => store.set({ ...store.get(), ...part })

  /** Never rejects. */
  const refresh = oneAtATime(async () => {
    const held = await outbox.heldLocks()
    const saved = await outbox.read((transaction) => savedFiles(transaction, held)).catch(() => undefined)
    const current = store.get().current?.batch.id
    change(
      saved === undefined
        ? { isUnreadable: true }
        : { isUnreadable: false, saved: saved.filter(({ batch }) => batch.id !== current) },
    )
    for (const { id } of saved?.flatMap((one) => (one.isOpenInAnotherTab ? [one.batch] : [])) ?? []) {
      if (id === current || watched.has(id)) continue
      watched.add(id)
      void lockReleased(id).then(() => {
        watched.delete(id)
        return refresh()
      })
    }
  })

  async function savedFiles(
    transaction: LedgerTransaction,
    held: ReadonlySet<string>,
  ): Promise<readonly SavedFile[]> {
    const batches = (await transaction.batches())
      .filter((batch) => batch.source === 'file' && batch.environmentId === environment.id)
      .filter(({ isDiscarded }) => isDiscarded !== true)
      .toSorted((a, b) => b.startedAt - a.startedAt)
    const counts = await Promise.all(batches.map(({ id }) => countsOf(transaction, id)))
    return batches.map((batch, index) => ({
      batch,
      counts: counts[index] ?? countEntries([]),
      isOpenInAnotherTab: held.has(batch.id),
    }))
  }

  async function opening<T>(act: () => Promise<T>): Promise<T | 'busy'> {
    if (isOpening) return 'busy'
    isOpening = true
    try {
      return await act()
    } finally {
      isOpening = false
    }
  }

  function show(current: OpenFile): OpenFile {
    const update = () => {
      const { run, progress } = current.get()
      activity.set({ isRunning: isRunning(run), ...progress })
    }
    current.subscribe(update)
    update()
    change({ current, saved: store.get().saved.filter(({ batch }) => batch.id !== current.batch.id) })
    return current
  }

  async function open(id: string): Promise<OpenFile | Refusal> {
    const { current } = store.get()
    if (current !== undefined) return current.batch.id === id ? current : 'busy'
    const sender = outbox.sender(id)
    if (!(await sender.keep())) return 'elsewhere'
    try {
      await sender.send(NOTHING)
      const read = await outbox.write(async (transaction) => {
        const batch = await transaction.batch(id)
        if (batch === undefined || batch.isDiscarded === true) return 'gone'
        if (batch.baseUrl !== environment.baseUrl) return 'other-address'
        await holdWaiting(transaction, id)
        return { batch, entries: await transaction.all('batch', id) }
      })
      return typeof read === 'string' ? read : show(openFile(outbox, read.batch, read.entries))
    } finally {
      // Else no tab could open it before this one is closed.
      if (store.get().current === undefined) await sender.close()
    }
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
     * there is left out, whatever the review knew.
     *
     * @throws {StorageError} when nothing was written.
     */
    start: (file: NewBatch | Batch, rows: readonly RowToSend[]): Promise<'started' | Refusal> =>
      opening(async () => {
        const isOver = outbox.press()
        const isNew = !('id' in file)
        if (isNew && store.get().current !== undefined) return 'busy'
        const opened = isNew ? undefined : await open(file.id)
        if (typeof opened === 'string') return opened
        const { batch, entries } = await outbox.enterRows(file, rows)
        if (opened === undefined) {
          await outbox.sender(batch.id).keep()
          const current = openFile(outbox, batch, entries)
          // Before it is shown: it is rendered once.
          if (!isOver()) void current.resume()
          show(current)
        } else if (!isOver()) void opened.send(entries)
        return 'started'
      }),

    /** Opens a file that was entered before. With `resume`, sends its waiting rows. */
    open: async (id: string, { resume }: { resume: boolean }): Promise<'opened' | Refusal> => {
      const result = await opening(async () => {
        const isOver = outbox.press()
        const current = await open(id)
        if (typeof current === 'string') return current
        if (!isOver()) void (resume ? current.resume() : current.checkList())
        return 'opened'
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
    discard: ({ batch, counts: shown }: SavedFile): Promise<'discarded' | 'elsewhere' | 'changed' | 'busy'> =>
      opening(async () => {
        const sender = outbox.sender(batch.id)
        try {
          if (!(await sender.keep())) return 'elsewhere'
          await sender.send(NOTHING)
          return await outbox.write(async (transaction) => {
            const now = await countsOf(transaction, batch.id)
            if (COUNTED.some((kind) => now[kind] !== shown[kind])) return 'changed'
            await discardBatch(transaction, batch)
            return 'discarded'
          })
        } finally {
          await sender.close()
          await refresh()
        }
      }),

    rowsOf: (id: string): Promise<readonly Entry[]> =>
      outbox.read((transaction) => transaction.all('batch', id)),
  }
}

export type Files = ReturnType<typeof createFiles>

/** What a tab that is gone was sending will be unknown. */
async function countsOf(transaction: LedgerTransaction, batch: string): Promise<Counts> {
  const counts = await Promise.all(
    COUNTED.map(async (kind) => [kind, await transaction.count('state', batch, kind)] as const),
  )
  const counted = Object.fromEntries(counts) as Record<(typeof COUNTED)[number], number>
  return { ...counted, unknown: counted.unknown + (await transaction.count('state', batch, 'sending')) }
}

export function isRunning({ phase }: RunState): boolean {
  return phase === 'running' || phase === 'pausing'
}

type Judgement = {
  readonly states: ReadonlyMap<Key, CheckState>
  readonly duplicates: readonly Duplicate[]
  readonly evidence?: Evidence
}

/** One file that is open in this tab, which holds its lock. */
function openFile(outbox: Outbox, batch: Batch, read: readonly Entry[]) {
  const { checks, clock } = outbox
  const sender = outbox.sender(batch.id)
  const emitter = createEmitter()
  let entries = read
  let judged: Judgement = { states: new Map(), duplicates: [] }
  /** On `Clock.elapsed`: lists that were requested later tell of this file; `undefined` while nobody asks. */
  let askedAt: number | undefined
  /** Where the run began: rows with an outcome, and the time on `Clock.elapsed`. */
  let begun = { done: 0, at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let snapshot: OpenFileSnapshot | undefined

  function emit() {
    clearTimeout(timer)
    timer = undefined
    snapshot = undefined
    emitter.notify()
  }

  function takeSnapshot(): OpenFileSnapshot {
    const unwritten = outbox.storage.get() === 'ok' ? undefined : sender.unwritten()
    const rows = unwritten === undefined ? entries : entries.with(unwritten.position, unwritten)
    const counts = countEntries(rows)
    const done = counts.added + counts.rejected + counts.unknown
    const state = sender.get()
    const sent = done - begun.done
    const minutes = (((clock.elapsed() - begun.at) / sent) * counts.waiting) / 60_000
    const isSending = state.phase === 'running' && state.waitingUntil === undefined
    return {
      run: state,
      entries: rows,
      counts,
      progress: { done, total: done + counts.waiting },
      minutesLeft: isSending && sent >= 5 ? Math.round(minutes) : undefined,
      checks: {
        states: verdicts(),
        batch: batchCheck(),
      },
    }
  }

  function verdicts(): ReadonlyMap<Key, Verdict> {
    const taken = new Set<Int64>()
    const said = new Map<Key, Verdict>()
    for (const [key, state] of judged.states) {
      const entry = entries[partsOf(key)[1]]
      const shown = entry !== undefined && isCheckable(entry) ? checks.shown(entry, state) : undefined
      if (shown === undefined || !('causes' in shown)) continue
      const pets = shown.pets.filter(({ id }) => !taken.has(id))
      if (pets[0] !== undefined) taken.add(pets[0].id)
      said.set(key, { ...shown, pets })
    }
    return said
  }

  const isOfAnotherKey = (keyId: string | undefined) =>
    entries.some((entry) => entry.state.kind === 'added' && entry.keyId !== keyId)

  function batchCheck(): BatchCheck {
    const { failure } = checks.get()
    const { evidence, duplicates } = judged
    if (askedAt === undefined) return { kind: 'none' }
    if (checks.isReading()) return { kind: 'checking' }
    if (failure !== undefined) return { kind: 'failed', error: failure.error }
    if (evidence === undefined || evidence.requestedAt < askedAt) return { kind: 'none' }
    return {
      kind: 'checked',
      at: evidence.at,
      duplicates,
      isCut: !evidence.isWhole || isOfAnotherKey(evidence.keyId),
    }
  }

  const isAsked = () => askedAt !== undefined && !isRunning(sender.get())

  /** What the lists say of its rows; not of those that are being sent. Never rejects. */
  const judge = oneAtATime(async () => {
    const { evidence } = checks.get()
    const now = await outbox
      .read(async (transaction): Promise<Judgement> => {
        const states = new Map<Key, CheckState>()
        for (const entry of isAsked() ? entries.filter(isCheckable) : []) {
          const state = await checks.stateOf(transaction, entry)
          if (state !== undefined) states.set(keyOf(entry), state)
        }
        if (evidence === undefined || !isAsked()) return { states, duplicates: [] }
        const offered = [...states.values()].flatMap((state) => (state.kind === 'found' ? state.pets : []))
        const ids = new Set(offered.map(({ id }) => id))
        return { states, evidence, duplicates: await duplicatesOf(transaction, entries, evidence, ids) }
      })
      .catch(() => undefined)
    if (isAsked() && now !== undefined) judged = now
    emit()
    checks.update()
  })

  const unsubscribe = [
    outbox.subscribe((written) => {
      const own = written?.filter((entry) => entry.batch === batch.id) ?? []
      if (own.length === 0) return
      const next = [...entries]
      for (const entry of own) next[entry.position] = entry
      entries = next
      if (isAsked()) void judge()
      timer ??= setTimeout(emit, THROTTLE_MS)
    }),
    sender.subscribe(() => {
      emit()
      if (isAsked()) void judge()
    }),
    checks.subscribe(() => void judge()),
    checks.watch(() => (isAsked() ? [askedAt ?? 0, ...entries.filter(isCheckable).map(checks.endOf)] : [])),
  ]

  async function checkList(): Promise<void> {
    if (unsubscribe.length === 0) return
    askedAt = clock.elapsed()
    await checks.read()
    await judge()
  }

  /** When it has finished, the lists say what is left to decide. */
  async function run(act: () => Promise<void>): Promise<void> {
    const before = entries
    begun = { done: takeSnapshot().progress.done, at: clock.elapsed() }
    await act()
    // Where nothing was sent, what was said stays true.
    if (sender.get().phase !== 'idle' || (entries === before && askedAt !== undefined)) return
    askedAt = clock.elapsed()
    await judge()
  }

  /** What was said before its rows were sent is not said any more. */
  function forget() {
    askedAt = undefined
    judged = { states: new Map(), duplicates: [] }
    emit()
  }

  return {
    batch,
    get: (): OpenFileSnapshot => (snapshot ??= takeSnapshot()),
    subscribe: emitter.subscribe,
    checkList,
    cancelCheck: checks.cancel,

    resume(): Promise<void> {
      forget()
      return run(() => sender.send())
    },

    /** These rows and no others, if they wait. */
    send(rows: readonly Entry[]): Promise<void> {
      forget()
      const waiting = rows.filter(({ state }) => state.kind === 'waiting')
      return run(() => sender.send(async () => new Map(waiting.map((entry) => [keyOf(entry), undefined]))))
    },

    pause: (): void => sender.pause('user'),

    /** "Send again": these rows and no others, unless the lists show something new. */
    async sendAgain(keys: readonly Key[]): Promise<void> {
      askedAt ??= clock.elapsed()
      const seen = new Map(keys.map((key) => [key, judged.states.get(key)]))
      await run(() => outbox.sendAgain(batch.id, seen))
      await judge()
    },

    markAdded: outbox.markAdded,

    /** "Include them": rows that were left out wait again. */
    includeLeftOut: (): Promise<void> => outbox.write((transaction) => includeHeld(transaction, batch.id)),

    /** Waits until the row being sent is recorded, then lets other tabs open it. */
    dispose: async (): Promise<void> => {
      for (const stop of unsubscribe.splice(0)) stop()
      clearTimeout(timer)
      await sender.close()
    },
  }
}

export type OpenFile = ReturnType<typeof openFile>
