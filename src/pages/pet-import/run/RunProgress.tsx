import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { OutcomeBar } from './OutcomeBar.tsx'
import styles from './RunProgress.module.css'
import { progressText } from './run-messages.ts'
import type { RunStage } from './run-stage.ts'

/**
 * Shows how many rows have an outcome, and which. The bar stays when the import has finished, and
 * then is no progress any more. Each tenth part is announced.
 */
export function RunProgress({ snapshot, stage }: { snapshot: OpenImportSnapshot; stage: RunStage }) {
  const { counts, progress } = snapshot
  const max = Math.max(progress.total, 1)
  const tenths = Math.floor((progress.done / max) * 10)
  const isAnnounced = stage === 'running' && tenths > 0
  return (
    <>
      <div className={styles['progress']}>
        <OutcomeBar counts={counts} />
        {/* A progress bar of the browser has only one part, so it lies unseen over the bar. */}
        {stage !== 'finished' && (
          <progress
            aria-label="Import progress"
            aria-valuetext={`${progressText(progress)} rows`}
            value={progress.done}
            max={max}
          />
        )}
      </div>
      <LiveRegion text={isAnnounced ? `${tenths * 10} % of the rows done` : ''} />
    </>
  )
}
