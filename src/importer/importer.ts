import { createStore } from '#src/lib/create-store.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { ImportActivityStore } from './import-activity.ts'
import {
  ConcurrentImportError,
  type ImportJournal,
  type ImportStore,
  type ListedImport,
} from './import-journal.ts'
import { withImportLock } from './import-lock.ts'
import type { GetImportStore } from './import-storage.ts'
import { findImportedBefore } from './imported-before.ts'
import { type OpenImport, openImport, type OpenImportOptions } from './open-import.ts'
import { type ReadyReview, toImportRows } from './ready-review.ts'
import { createReview } from './review.ts'
import { createSavedImports, type SavedImport } from './saved-imports.ts'

export type ImporterSnapshot = {
  /** Whether imports survive a reload; `undefined` until the disk was read. */
  readonly isPersistent: boolean | undefined
  readonly savedImports: readonly SavedImport[]
  /** The disk could not be read: `savedImports` may be incomplete. */
  readonly isUnreadable: boolean
  readonly current: OpenImport | undefined
}

type ImporterOptions = Pick<
  OpenImportOptions,
  'creation' | 'listPets' | 'describe' | 'waitForKey' | 'onSent'
> & {
  environmentId: string
  baseUrl: string
  labels: CategoryLabels
  getStore: GetImportStore
  activity: ImportActivityStore
}

const NO_IMPORTS = { list: () => Promise.resolve([]), rows: () => Promise.resolve([]) }

/** The imports of one environment in this tab. It outlives the page, so that navigation does not interrupt a run. */
export function createImporter({
  environmentId,
  baseUrl,
  labels,
  getStore,
  activity,
  ...options
}: ImporterOptions) {
  const imports = createStore<ImporterSnapshot>({
    isPersistent: undefined,
    savedImports: [],
    isUnreadable: false,
    current: undefined,
  })
  const saved = createSavedImports(getStore, environmentId, refresh)
  const review = createReview(labels, async (fileHash, sheet, checks) => {
    const find = async (store: Pick<ImportStore, 'list' | 'rows'>) =>
      findImportedBefore(store, { fileHash, baseUrl }, sheet, checks)
    // Where records cannot be read, `start` looks once more, and refuses if it cannot either.
    return find(await getStore()).catch(() => find(NO_IMPORTS))
  })
  let unsubscribe: (() => void) | undefined
  // Set before the first await: two clicks within one task must not both get through.
  let isOpening = false

  function change(part: Partial<ImporterSnapshot>) {
    imports.set({ ...imports.get(), ...part })
  }

  async function refresh(): Promise<void> {
    const listed = await saved.list().catch(() => 'unreadable' as const)
    if (listed === undefined) return
    if (listed === 'unreadable') return change({ isUnreadable: true })
    const savedImports = listed.savedImports.filter(
      ({ record }) => record.id !== imports.get().current?.record.id,
    )
    change({ ...listed, savedImports, isUnreadable: false })
    for (const one of savedImports) if (one.isOpenInAnotherTab) void saved.watch(one)
    await review.updateImportedBefore()
  }

  function show(journal: ImportJournal, unlock: () => void): OpenImport {
    const { record } = journal
    const current = openImport({
      ...options,
      journal,
      unlock,
      knownElsewhere: () => saved.idsAddedElsewhere(record),
    })
    unsubscribe = current.subscribe(() => {
      const { state, progress } = current.get()
      activity.set({
        isRunning: state.phase === 'running' || state.phase === 'pausing',
        isUnsaved: state.phase === 'paused' && state.reason === 'storage',
        ...progress,
      })
    })
    const others = imports.get().savedImports.filter((other) => other.record.id !== record.id)
    change({ current, savedImports: others })
    return current
  }

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

    review,

    /** Reads the saved imports. Never throws. */
    refresh,

    /**
     * Writes the record of these rows, then sends those that are valid.
     * @returns `imported-meanwhile` when some of these rows were imported since the review looked: nothing was sent, and
     * the review is updated. `busy` when an import is open or about to be.
     * @throws when the record could not be saved: nothing was sent, and the review is unchanged.
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
        const now = review.get()
        // What is sent is what is on the screen.
        if (now.kind !== 'ready' || now.checks !== ready.checks || now.excluded !== ready.excluded)
          return 'busy'
        review.hold(true)
        try {
          const store = await getStore()
          // Another tab may have imported some of these rows from this file or another one since the review looked.
          const { before, sheet, checks, input } = ready
          const found = await findImportedBefore(store, { fileHash: input.hash, baseUrl }, sheet, checks)
          const isNew = (number: number) =>
            (found.leftOut.has(number) && !before.leftOut.has(number)) ||
            (found.matching.has(number) && !before.matching.has(number))
          if (toImportRows(ready).some(({ number }) => isNew(number))) {
            await refresh()
            return 'imported-meanwhile'
          }
          await withImportLock(record.id, async (unlock) => {
            const journal = await store.create(record, toImportRows(ready), known)
            review.done(ready)
            void show(journal, unlock).resume()
          })
          return 'started'
        } catch (error) {
          if (!(error instanceof ConcurrentImportError)) throw error
          await refresh()
          return 'imported-meanwhile'
        } finally {
          review.hold(false)
        }
      }),

    /**
     * Opens an import on disk; with `resume`, sends its waiting rows.
     * @returns `elsewhere` when another tab has it open, `other-address` when it was started for another base URL, `gone`
     * when it was discarded.
     */
    openSaved: async (
      id: string,
      { resume }: { resume: boolean },
    ): Promise<'opened' | 'busy' | 'elsewhere' | 'other-address' | 'gone'> => {
      const result = await opening(
        async () =>
          (await withImportLock(id, async (unlock) => {
            // Read under the lock: another tab may have continued it since it was listed.
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

    discard: async (listed: ListedImport): ReturnType<typeof saved.discard> => {
      try {
        return await saved.discard(listed)
      } finally {
        await refresh()
      }
    },

    /** Closes the current import; its record stays on disk. */
    close: async (): Promise<void> => {
      const { current } = imports.get()
      if (current === undefined) return
      unsubscribe?.()
      activity.set(undefined)
      change({ current: undefined })
      await current.dispose()
      await refresh()
    },

    rowsOf: saved.rowsOf,
  }
}

export type Importer = ReturnType<typeof createImporter>

/** crypto.randomUUID() exists on https and localhost only. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
}
