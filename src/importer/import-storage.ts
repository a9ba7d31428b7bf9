import type { ImportStore } from './import-journal.ts'
import { openImportStore } from './indexeddb-import-store.ts'
import { createMemoryImportStore } from './memory-import-store.ts'

export type GetImportStore = () => Promise<ImportStore>

/** On disk; in a browser without storage in memory, where other pages of this tab find it as well. */
export function createImportStorage(): GetImportStore {
  let store: Promise<ImportStore> | undefined
  return () => (store ??= openImportStore().catch(() => createMemoryImportStore()))
}
