import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { CategoryLabels } from '#src/pets/new-pet.ts'
import { subscribeThrottled } from './subscribe-throttled.ts'
import { heldLockNames, tryAcquireLock, lockReleased } from '#src/browser/web-lock.ts'
import type { ImportActivityStore } from './import-activity.ts'
import {
  ConcurrentImportError,
  type ImportJournal,
  type ImportRow,
  type ImportStore,
  type ListedImport,
} from './import-journal.ts'
import { createMemoryImportStore } from './memory-import-store.ts'
import { openImportStore } from './indexeddb-import-store.ts'
import { findImportedBefore } from './imported-before.ts'
import { type OpenImport, openImport, type OpenImportOptions } from './open-import.ts'
import { createReview, type ReadyReview, rowsToSend } from './review.ts'

/** An import on disk: cut off, paused in another tab, or finished and kept as proof. */
export type SavedImport = ListedImport & {
  /** A tab of this browser has it open. */
  readonly isOpenInAnotherTab: boolean
}

export type ImporterSnapshot = {
  /** `undefined` until it was tried. */
  readonly isPersistent: boolean | undefined
  readonly savedImports: readonly SavedImport[]
  readonly current: OpenImport | undefined
}

type ImporterOptions = Pick<
  OpenImportOptions,
  'createPet' | 'listPets' | 'describe' | 'waitForKey' | 'onSent'
> & {
  environmentId: string
  /** Absolute. */
  baseUrl: string
  labels: CategoryLabels
  activity: ImportActivityStore
}

/** The imports of one environment in this tab. It outlives the page, so that walking away does not disturb a run. */
export function createImporter({ environmentId, baseUrl, labels, activity, ...options }: ImporterOptions) {
  const imports = createStore<ImporterSnapshot>({
    isPersistent: undefined,
    savedImports: [],
    current: undefined,
  })
  let store: Promise<ImportStore> | undefined
  let unfollow: (() => void) | undefined
  // Set before the first await: two presses within one task must not both get through.
  let isOpening = false
  let refreshes = 0
  /** Imports whose end in another tab is awaited. */
  const awaited = new Set<string>()

  const review = createReview(labels, async (fileHash, sheet, checks) =>
    findImportedBefore(await getStore(), { fileHash, baseUrl }, sheet, checks),
  )

  function change(part: Partial<ImporterSnapshot>) {
    imports.set({ ...imports.get(), ...part })
  }

  function getStore(): Promise<ImportStore> {
    store ??= openImportStore().catch(() => createMemoryImportStore())
    return store
  }

  async function refresh(): Promise<void> {
    refreshes += 1
    const mine = refreshes
    const opened = await getStore()
    const listed = await opened.list()
    const held = await heldLockNames()
    // Of two at once, the one that was begun last knows what the other cannot.
    if (mine !== refreshes) return
    const savedImports = listed
      .filter(({ record }) => record.environmentId === environmentId)
      .filter(({ record }) => record.id !== imports.get().current?.record.id)
      .map(({ record, counts }) => ({ record, counts, isOpenInAnotherTab: held.has(lockName(record.id)) }))
    for (const lock of savedImports
      .filter((one) => one.isOpenInAnotherTab)
      .map(({ record }) => lockName(record.id))) {
      if (awaited.has(lock)) continue
      awaited.add(lock)
      void lockReleased(lock).then(() => {
        awaited.delete(lock)
        return refresh()
      })
    }
    change({ savedImports, isPersistent: opened.isPersistent })
    await review.lookBefore()
  }

  async function knownElsewhere(importId: string): Promise<ReadonlySet<Int64>> {
    const opened = await getStore()
    const others = (await opened.list()).filter(
      ({ record }) => record.baseUrl === baseUrl && record.id !== importId,
    )
    const rows = await Promise.all(others.map(({ record }) => opened.rows(record.id)))
    return new Set(
      rows
        .flat()
        .flatMap(({ outcome }) => (outcome.kind === 'added' && outcome.id !== undefined ? [outcome.id] : [])),
    )
  }

  function show(journal: ImportJournal, unlock: () => void): OpenImport {
    const current = openImport({
      ...options,
      journal,
      unlock,
      knownElsewhere: () => knownElsewhere(journal.record.id),
    })
    unfollow = subscribeThrottled(current, () => {
      const { state, progress } = current.get()
      activity.set({ isRunning: state.phase === 'running' || state.phase === 'pausing', ...progress })
    })
    change({
      current,
      savedImports: imports.get().savedImports.filter(({ record }) => record.id !== journal.record.id),
    })
    return current
  }

  /** One at a time: the second of two presses does nothing, and says so. */
  async function opening<T>(open: () => Promise<T>): Promise<T | 'busy'> {
    if (isOpening || imports.get().current !== undefined) return 'busy'
    isOpening = true
    try {
      return await open()
    } finally {
      isOpening = false
    }
  }

  window.addEventListener('offline', () => imports.get().current?.pause('offline'))

  return {
    get: imports.get,
    subscribe: imports.subscribe,

    /** What was read and is looked at before anything is sent; gone once it is sent. */
    review,

    /** Reads what is on disk. */
    refresh,

    /**
     * Writes the record of these rows and sends those that are ready.
     *
     * @returns `imported-meanwhile` when the same rows were imported since the review looked: nothing was sent, and the
     * review says so. `busy` when an import is open or about to be.
     * @throws when the record could not be kept: nothing was sent, and the review is as it was.
     */
    start: (ready: ReadyReview): Promise<'started' | 'busy' | 'imported-meanwhile'> =>
      opening(async () => {
        const record = {
          id: newId(),
          environmentId,
          baseUrl,
          fileName: ready.input.fileName,
          fileHash: ready.input.hash,
          startedAt: Date.now(),
          header: ready.sheet.header,
          columns: ready.columns,
        }
        const known = new Set(ready.before.imports.map(({ record: { id } }) => id))
        try {
          const opened = await getStore()
          await withLock(record.id, async (unlock) => {
            const journal = await opened.create(record, importRowsOf(ready), known)
            review.done(ready)
            void show(journal, unlock).resume()
          })
          return 'started'
        } catch (error) {
          if (!(error instanceof ConcurrentImportError)) throw error
          await refresh()
          return 'imported-meanwhile'
        }
      }),

    /**
     * Opens an import on disk; with `resume`, sends what waits in it.
     *
     * @returns `elsewhere` when another tab has it, `other-address` when it belongs to one, `gone` when it was discarded.
     */
    openSaved: async (
      id: string,
      { resume }: { resume: boolean },
    ): Promise<'opened' | 'busy' | 'elsewhere' | 'other-address' | 'gone'> => {
      const result = await opening(
        async () =>
          (await withLock(id, async (unlock) => {
            // Read under the lock: another tab may have gone on since it was listed.
            const journal = await (await getStore()).open(id)
            if (journal === undefined || journal.record.baseUrl !== baseUrl) {
              unlock()
              return journal === undefined ? 'gone' : 'other-address'
            }
            const current = show(journal, unlock)
            void (resume ? current.resume() : current.checkList())
            return 'opened'
          })) ?? 'elsewhere',
      )
      await refresh()
      return result
    },

    /**
     * Forgets the record; what was added stays in the service.
     *
     * @param shown what the person was told of it when asked.
     * @returns `elsewhere` when another tab has it, `changed` when another tab has sent more of it since.
     */
    discard: async ({
      record: { id },
      counts: shown,
    }: ListedImport): Promise<'discarded' | 'elsewhere' | 'changed'> => {
      try {
        const result = await withLock(id, async (unlock) => {
          const opened = await getStore()
          const now = (await opened.list()).find(({ record }) => record.id === id)?.counts
          const isChanged =
            now !== undefined &&
            (['added', 'rejected', 'unknown', 'waiting'] as const).some((kind) => now[kind] !== shown[kind])
          if (!isChanged) await opened.discard(id)
          unlock()
          return isChanged ? ('changed' as const) : ('discarded' as const)
        })
        return result ?? 'elsewhere'
      } finally {
        await refresh()
      }
    },

    /** Puts the current import aside, to begin another; its record stays. */
    close: async (): Promise<void> => {
      const { current } = imports.get()
      if (current === undefined) return
      unfollow?.()
      activity.set(undefined)
      change({ current: undefined })
      await current.dispose()
      await refresh()
    },

    /** The rows of an import on disk, for its report. */
    rowsOf: async (id: string): Promise<readonly ImportRow[]> => (await getStore()).rows(id),
  }
}

export type Importer = ReturnType<typeof createImporter>

function importRowsOf(review: ReadyReview): ImportRow[] {
  const { sheet, checks } = review
  return rowsToSend(review).flatMap((from, position) => {
    const row = sheet.rows[from]
    const check = checks[from]
    if (row === undefined || check === undefined) return []
    return [
      {
        position,
        number: row.number,
        cells: row.cells,
        newPet: check.newPet,
        outcome:
          check.newPet === undefined ? { kind: 'rejected', message: check.problem } : { kind: 'waiting' },
      } satisfies ImportRow,
    ]
  })
}

/** @returns what `act` returns, `undefined` when another tab has the import. The lock is freed when `act` throws. */
async function withLock<T>(
  importId: string,
  act: (unlock: () => void) => Promise<T>,
): Promise<T | undefined> {
  const unlock = await tryAcquireLock(lockName(importId))
  if (unlock === undefined) return undefined
  try {
    return await act(unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function lockName(importId: string): string {
  return `petstore-admin.import.${importId}`
}

/** crypto.randomUUID() exists on https and localhost alone. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
}
