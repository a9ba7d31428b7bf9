import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import styles from './Run.module.css'
import { progressText } from './run-messages.ts'
import type { RunStage } from './run-stage.ts'

/** Shows how many rows have an outcome. Each tenth part is announced. */
export function RunProgress({ snapshot, stage }: { snapshot: OpenImportSnapshot; stage: RunStage }) {
  const { run, progress } = snapshot
  const max = Math.max(progress.total, 1)
  const tenths = Math.floor((progress.done / max) * 10)
  const isAnnounced = stage === 'running' && tenths > 0
  return (
    <>
      {stage !== 'finished' && (
        <progress
          className={styles['progress']}
          aria-label="Import progress"
          aria-valuetext={`${progressText(progress)} rows`}
          data-phase={run.phase === 'idle' ? 'paused' : run.phase}
          value={progress.done}
          max={max}
        />
      )}
      <LiveRegion text={isAnnounced ? `${tenths * 10} % of the rows done` : ''} />
    </>
  )
}
