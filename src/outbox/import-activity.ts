import { createStore } from '#src/lib/create-store.ts'
import type { RunState } from './run-state.ts'

/** How far an import is. */
export type ImportActivity = {
  readonly run: RunState
  /** Rows with an outcome, of the rows to send. */
  readonly progress: { readonly done: number; readonly total: number }
}

/**
 * Creates the store of how far the open import of an environment is: all that the rest of the app
 * knows of imports.
 */
export const createImportActivity = () => createStore<ImportActivity | undefined>(undefined)

export type ImportActivityStore = ReturnType<typeof createImportActivity>
