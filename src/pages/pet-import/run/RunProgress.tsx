import { useEnvironment } from '#src/config/environment-context.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { OutcomeBar } from './OutcomeBar.tsx'
import styles from './RunProgress.module.css'
import { progressText, runAnnouncement } from './run-messages.ts'
import type { RunStage } from './run-stage.ts'

/**
 * Shows how many rows have an outcome, and which. The bar stays when the import has finished, and
 * then is no progress any more.
 */
export function RunProgress({ snapshot, stage }: { snapshot: OpenImportSnapshot; stage: RunStage }) {
  const { name: environmentName } = useEnvironment()
  const { counts, progress } = snapshot
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
            max={Math.max(progress.total, 1)}
          />
        )}
      </div>
      <LiveRegion text={stage === 'running' ? runAnnouncement(snapshot, environmentName) : ''} />
    </>
  )
}
