import type { OpenFileSnapshot } from '#src/outbox/files.ts'
import { isRunning } from '#src/outbox/import-activity.ts'

/** How far an import is. `sending` lasts until the last request has ended, also after "Pause". */
export type RunStage = 'sending' | 'paused' | 'finished'

export function runStage({ run, counts }: Pick<OpenFileSnapshot, 'run' | 'counts'>): RunStage {
  if (isRunning(run)) return 'sending'
  return run.phase === 'idle' && counts.waiting === 0 ? 'finished' : 'paused'
}
