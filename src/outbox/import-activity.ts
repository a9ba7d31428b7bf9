import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import type { RunState } from './run-state.ts'

/** How far an import is. */
export type ImportActivity = {
  readonly run: RunState
  /** Rows with an outcome, of the rows to send. */
  readonly progress: { readonly done: number; readonly total: number }
}

/**
 * The activity of the open import of an environment: all that the rest of the app knows of imports.
 */
export const importActivityOf = /* @__PURE__ */ onceForEach((_environment: CurrentEnvironment) =>
  createStore<ImportActivity | undefined>(undefined),
)

export type ImportActivityStore = ReturnType<typeof importActivityOf>
