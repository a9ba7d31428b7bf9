import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { isRunning } from '#src/outbox/run-state.ts'

/** How far an import is. `sending` lasts until the last request has ended, also after "Pause". */
export type RunStage = 'sending' | 'paused' | 'finished'

export function runStage({ run, counts }: Pick<OpenImportSnapshot, 'run' | 'counts'>): RunStage {
  if (isRunning(run)) return 'sending'
  return run.phase === 'idle' && counts.waiting === 0 ? 'finished' : 'paused'
}
