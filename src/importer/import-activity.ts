import { createContext, use, useSyncExternalStore } from 'react'

export type ImportActivity = {
  readonly isRunning: boolean
  /** Rows with an outcome, of the rows to send. */
  readonly done: number
  readonly total: number
}

/** How far the import of one environment is, for the header: all that the rest of the app knows of imports. */
export function createImportActivity() {
  let activity: ImportActivity | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => activity,
    /** `undefined` when there is nothing to lead back to. */
    set: (next: ImportActivity | undefined): void => {
      activity = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type ImportActivityStore = ReturnType<typeof createImportActivity>

export const ImportActivityContext = createContext<ImportActivityStore | undefined>(undefined)

export function useImportActivityStore(): ImportActivityStore {
  const store = use(ImportActivityContext)
  if (store === undefined) throw new Error('useImportActivityStore() outside of an environment')
  return store
}

export function useImportActivity(): ImportActivity | undefined {
  const store = useImportActivityStore()
  return useSyncExternalStore(store.subscribe, store.get)
}
