import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { isPausedBy, isRunning } from '#src/outbox/run-state.ts'

/** The stage of an import. `running` lasts until the last request has ended, also after "Pause". */
export type RunStage = 'running' | 'paused' | 'finished'

export function runStage({ run, counts }: Pick<OpenImportSnapshot, 'run' | 'counts'>): RunStage {
  if (isRunning(run)) return 'running'
  // An outcome that could not be written has still to be.
  return counts.waiting === 0 && !isPausedBy(run, 'storage') ? 'finished' : 'paused'
}
