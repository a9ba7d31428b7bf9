import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { isRunning } from '#src/outbox/run-state.ts'

/** The stage of an import. `running` lasts until the last request has ended, also after "Pause". */
export type RunStage = 'running' | 'paused' | 'finished'

export function runStage({ run, counts }: Pick<OpenImportSnapshot, 'run' | 'counts'>): RunStage {
  if (isRunning(run)) return 'running'
  return run.phase === 'idle' && counts.waiting === 0 ? 'finished' : 'paused'
}
