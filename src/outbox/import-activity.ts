import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'

export type ImportActivity = {
  readonly isRunning: boolean
  /** Rows with an outcome, of the rows to send. */
  readonly done: number
  readonly total: number
}

/** How far the import of an environment is; `undefined` without one. All that the rest of the app knows of imports. */
export const importActivityOf = /* @__PURE__ */ onceForEach((_environment: CurrentEnvironment) =>
  createImportActivity(),
)

export const createImportActivity = () => createStore<ImportActivity | undefined>(undefined)

export type ImportActivityStore = ReturnType<typeof createImportActivity>
