import { createContext, use } from 'react'
import { createStore } from '#src/lib/create-store.ts'

export type ImportActivity = {
  readonly isRunning: boolean
  /** Rows with an outcome, of the rows to send. */
  readonly done: number
  readonly total: number
}

/** How far the import of one environment is; `undefined` without one. All that the rest of the app knows of imports. */
export const createImportActivity = () => createStore<ImportActivity | undefined>(undefined)

export type ImportActivityStore = ReturnType<typeof createImportActivity>

export const ImportActivityContext = createContext<ImportActivityStore | undefined>(undefined)

export function useImportActivityStore(): ImportActivityStore {
  const store = use(ImportActivityContext)
  if (store === undefined) throw new Error('useImportActivityStore() outside of an environment')
  return store
}
