import type { ImportStore } from './import-journal.ts'
import { openImportStore } from './indexeddb-import-store.ts'
import { createMemoryImportStore } from './memory-import-store.ts'

/** Where the storage is there, and yet throws. */
export const UNREADABLE_IMPORTS =
  'Your browser did not let the app read its saved imports. Allow site data for this site, then try again.'

export type GetImportStore = () => Promise<ImportStore>

/** On disk; in a browser without storage in memory, where other pages of this tab find it as well. */
export function createImportStorage(): GetImportStore {
  const memory = createMemoryImportStore()
  let disk: Promise<ImportStore> | undefined
  return async () => {
    // What has begun in memory goes on there. Until then storage that failed is tried again: it may hold other imports.
    if ((await memory.list()).length > 0) return memory
    disk ??= openImportStore()
    try {
      return await disk
    } catch {
      disk = undefined
      return memory
    }
  }
}
