import { heldLockNames, lockReleased } from '#src/browser/web-lock.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { ImportRecord, ImportRow, ImportStore, ListedImport } from './import-journal.ts'
import { importLockName, withImportLock } from './import-lock.ts'
import type { GetImportStore } from './import-storage.ts'

/** An import on disk: interrupted, paused in another tab, or finished and kept as the proof of what was sent. */
export type SavedImport = ListedImport & { readonly isOpenInAnotherTab: boolean }

/** The imports on this device; `list` has those of one environment. */
export function createSavedImports(
  getStore: GetImportStore,
  environmentId: string,
  onReleased: () => Promise<void>,
) {
  let lastListing = 0
  const watchedLocks = new Set<string>()

  async function readAll() {
    const opened = await getStore()
    return { opened, listed: await opened.list(), held: await heldLockNames() }
  }

  return {
    /**
     * @returns `undefined` when it was called again meanwhile: the later result is newer.
     * @throws when the disk cannot be read.
     */
    async list(): Promise<{ isPersistent: boolean; savedImports: readonly SavedImport[] } | undefined> {
      const listing = ++lastListing
      const result = await readAll().catch((error: unknown) => {
        if (listing === lastListing) throw error
        return undefined
      })
      if (result === undefined || listing !== lastListing) return undefined
      const { opened, listed, held } = result
      const savedImports = listed
        .filter(({ record }) => record.environmentId === environmentId)
        .map(({ record, counts }) => ({
          record,
          counts,
          isOpenInAnotherTab: held.has(importLockName(record.id)),
        }))
      return { isPersistent: opened.isPersistent, savedImports }
    },

    /** Calls `onReleased` once when another tab closes this import, however often it is watched. */
    async watch({ record }: SavedImport): Promise<void> {
      const lock = importLockName(record.id)
      if (watchedLocks.has(lock)) return
      watchedLocks.add(lock)
      await lockReleased(lock)
      watchedLocks.delete(lock)
      await onReleased()
    },

    /** The pets that other imports to this address have added. */
    async idsAddedElsewhere({ id, baseUrl }: ImportRecord): Promise<ReadonlySet<Int64>> {
      const others = await readImports(
        await getStore(),
        ({ record }) => record.baseUrl === baseUrl && record.id !== id,
      )
      const rows = others.flatMap((one) => one.rows)
      return new Set(
        rows.flatMap(({ outcome }) =>
          outcome.kind === 'added' && outcome.id !== undefined ? [outcome.id] : [],
        ),
      )
    },

    /**
     * Deletes the record; the pets stay in the service.
     * @param shown the counts that the user saw when confirming.
     * @returns `elsewhere` when another tab has it open, `changed` when another tab has sent more of it since.
     */
    async discard({
      record: { id },
      counts: shown,
    }: ListedImport): Promise<'discarded' | 'elsewhere' | 'changed'> {
      const result = await withImportLock(id, async (unlock) => {
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
    },

    rowsOf: async (id: string): Promise<readonly ImportRow[]> => (await getStore()).rows(id),
  }
}

export async function readImports(
  store: Pick<ImportStore, 'list' | 'rows'>,
  isWanted: (listed: ListedImport) => boolean,
): Promise<readonly (ListedImport & { readonly rows: readonly ImportRow[] })[]> {
  const listed = (await store.list()).filter(isWanted)
  return Promise.all(
    listed.map(async ({ record, counts }) => ({ record, counts, rows: await store.rows(record.id) })),
  )
}
