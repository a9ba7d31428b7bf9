import type { Petstore } from '#src/pets/petstore.ts'
import { type ListPets, readLists } from '#src/pets/read-lists.ts'
import { checkList, type ListCheck } from './check-list.ts'
import { heldLocks, holdLock, whenFree } from './hold-lock.ts'
import type { ImportActivityStore } from './import-activity.ts'
import {
  createMemoryImportStore,
  type ImportRecord,
  type ImportRow,
  type ImportStore,
  openImportStore,
} from './import-store.ts'
import { followCalmly } from './follow-calmly.ts'
import { createImportRun, type ImportCounts, type ImportRun } from './run-import.ts'

/** An import on disk: cut off, paused in another tab, or finished and kept as proof. */
export type KeptImport = {
  readonly record: ImportRecord
  readonly counts: ImportCounts
  /** A tab of this browser has it open. */
  readonly isElsewhere: boolean
}

export type CheckState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly check: ListCheck; readonly at: number }
  | { readonly kind: 'failed'; readonly error: unknown }

export type ImporterSnapshot = {
  /** `undefined` until it was tried. */
  readonly isLasting: boolean | undefined
  readonly kept: readonly KeptImport[]
  readonly current: { readonly record: ImportRecord; readonly run: ImportRun } | undefined
  readonly check: CheckState
}

type ImporterOptions = {
  environmentId: string
  /** Absolute. */
  baseUrl: string
  petstore: Petstore
  listPets: ListPets
  describe: (error: unknown) => string
  keyInForce: () => Promise<void>
  activity: ImportActivityStore
  /** A pet was added: lists that are loaded are out of date. */
  onAdded: () => void
}

/** The imports of one environment in this tab. It outlives the page, so that walking away does not disturb a run. */
export function createImporter(options: ImporterOptions) {
  const { environmentId, baseUrl, petstore, activity } = options
  const listeners = new Set<() => void>()
  let store: ImportStore | undefined
  let release: (() => void) | undefined
  // Set before the first await: two presses within one task must not both get through.
  let isOpening = false
  let checking = new AbortController()
  /** Imports whose end in another tab is awaited. */
  const awaited = new Set<string>()
  let snapshot: ImporterSnapshot = {
    isLasting: undefined,
    kept: [],
    current: undefined,
    check: { kind: 'none' },
  }

  function change(part: Partial<ImporterSnapshot>) {
    snapshot = { ...snapshot, ...part }
    for (const listener of listeners) listener()
  }

  async function theStore(): Promise<ImportStore> {
    store ??= await openImportStore().catch(() => createMemoryImportStore())
    return store
  }

  async function refresh(): Promise<void> {
    const opened = await theStore()
    const held = await heldLocks()
    const kept: KeptImport[] = []
    for (const record of await opened.list()) {
      if (record.environmentId !== environmentId || record.id === snapshot.current?.record.id) continue
      const counts = countsOf(await opened.rows(record.id))
      const lock = lockName(record.id)
      kept.push({ record, counts, isElsewhere: held.has(lock) })
      if (held.has(lock) && !awaited.has(lock)) {
        awaited.add(lock)
        void whenFree(lock).then(() => {
          awaited.delete(lock)
          return refresh()
        })
      }
    }
    change({ kept, isLasting: opened.isLasting })
  }

  function open(record: ImportRecord, rows: readonly ImportRow[], opened: ImportStore): ImportRun {
    const run = createImportRun({
      importId: record.id,
      rows,
      store: opened,
      createPet: (newPet) => petstore.createPet(newPet),
      describe: options.describe,
      keyInForce: options.keyInForce,
    })
    followCalmly(run, () => {
      const { state, progress } = run.getSnapshot()
      activity.set({ isRunning: state.phase === 'running' || state.phase === 'pausing', ...progress })
    })
    change({ current: { record, run }, check: { kind: 'none' } })
    return run
  }

  async function go(run: ImportRun): Promise<void> {
    await run.resume()
    options.onAdded()
    if (run.getSnapshot().state.phase === 'finished') await check()
  }

  async function check(): Promise<void> {
    const { current } = snapshot
    if (current === undefined || snapshot.check.kind === 'checking') return
    checking = new AbortController()
    change({ check: { kind: 'checking' } })
    try {
      const lists = await Array.fromAsync(readLists(options.listPets, checking.signal))
      change({
        check: { kind: 'checked', check: checkList(current.run.getSnapshot().rows, lists), at: Date.now() },
      })
    } catch (error) {
      change({ check: { kind: 'failed', error } })
    }
  }

  window.addEventListener('offline', () => snapshot.current?.run.pause('offline'))

  return {
    getSnapshot: () => snapshot,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Reads what is on disk. */
    refresh,

    /** Writes the record and sends, unless an import is open. @throws when the record could not be kept: nothing was sent. */
    start: async (
      record: Omit<ImportRecord, 'id' | 'environmentId' | 'baseUrl' | 'startedAt'>,
      rows: readonly ImportRow[],
    ): Promise<void> => {
      if (isOpening || snapshot.current !== undefined) return
      isOpening = true
      try {
        const opened = await theStore()
        const whole = { ...record, id: newId(), environmentId, baseUrl, startedAt: Date.now() }
        const lock = await holdLock(lockName(whole.id))
        try {
          await opened.create(whole, rows)
        } catch (error) {
          lock?.()
          throw error
        }
        release = lock
        void go(open(whole, rows, opened))
      } finally {
        isOpening = false
      }
    },

    /** Goes on with an import on disk. @returns `elsewhere` when another tab has it, `other-address` when it belongs to one. */
    resumeKept: async (id: string): Promise<'resumed' | 'elsewhere' | 'other-address'> => {
      const record = snapshot.kept.find((kept) => kept.record.id === id)?.record
      if (record === undefined || record.baseUrl !== baseUrl) return 'other-address'
      if (isOpening || snapshot.current !== undefined) return 'resumed'
      isOpening = true
      try {
        const lock = await holdLock(lockName(id))
        if (lock === undefined) {
          await refresh()
          return 'elsewhere'
        }
        release = lock
        const opened = await theStore()
        // Read under the lock: another tab may have gone on since it was listed.
        const run = open(record, await opened.rows(id), opened)
        await refresh()
        void go(run)
        return 'resumed'
      } finally {
        isOpening = false
      }
    },

    resume: async (): Promise<void> => {
      if (snapshot.current !== undefined) await go(snapshot.current.run)
    },

    check,

    /** The person does not want to wait for the lists any longer. */
    cancelCheck: (): void => checking.abort(),

    /** Forgets the record; what was added stays in the service. @returns `elsewhere` when another tab has it. */
    discard: async (id: string): Promise<'discarded' | 'elsewhere'> => {
      const lock = await holdLock(lockName(id))
      if (lock !== undefined) {
        await (await theStore()).discard(id)
        lock()
      }
      await refresh()
      return lock === undefined ? 'elsewhere' : 'discarded'
    },

    /** Puts the current import aside, to begin another; its record stays. */
    close: async (): Promise<void> => {
      release?.()
      release = undefined
      activity.set(undefined)
      change({ current: undefined, check: { kind: 'none' } })
      await refresh()
    },

    /** The rows of an import on disk, for its report. */
    rowsOf: async (id: string): Promise<readonly ImportRow[]> => (await theStore()).rows(id),
  }
}

export type Importer = ReturnType<typeof createImporter>

export function countsOf(rows: readonly ImportRow[]): ImportCounts {
  const counts = { added: 0, rejected: 0, unknown: 0, waiting: 0 }
  // On disk, a row on its way is one whose answer is not known.
  for (const { outcome } of rows) counts[outcome.kind === 'sending' ? 'unknown' : outcome.kind]++
  return counts
}

function lockName(importId: string): string {
  return `petstore-admin.import.${importId}`
}

/** crypto.randomUUID() exists on https and localhost alone. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
}
