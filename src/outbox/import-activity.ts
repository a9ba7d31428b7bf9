import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import type { OpenFileSnapshot } from './files.ts'
import type { RunState } from './sender.ts'

/** How far the import of an environment is; `undefined` without one. All that the rest of the app knows of imports. */
export const importActivityOf = /* @__PURE__ */ onceForEach((_environment: CurrentEnvironment) =>
  createStore<Pick<OpenFileSnapshot, 'run' | 'progress'> | undefined>(undefined),
)

export type ImportActivityStore = ReturnType<typeof importActivityOf>

export function isRunning({ phase }: RunState): boolean {
  return phase === 'running' || phase === 'pausing'
}
