import { useEnvironment } from '#src/config/environment-context.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { isReadingLists } from '#src/outbox/run-state.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { OutcomeBar } from './OutcomeBar.tsx'
import styles from './RunProgress.module.css'
import { checkingText, progressText } from './run-messages.ts'
import type { RunStage } from './run-stage.ts'

/**
 * Shows how many rows have an outcome, and which. The bar stays when the import has finished, and
 * then is no progress any more. A screen reader announces each tenth part, and also that the lists
 * are being read before rows are sent again.
 */
export function RunProgress({ snapshot, stage }: { snapshot: OpenImportSnapshot; stage: RunStage }) {
  const { name: environmentName } = useEnvironment()
  const { run, counts, progress } = snapshot
  const max = Math.max(progress.total, 1)
  const tenths = Math.floor((progress.done / max) * 10)
  const tenthsText = stage === 'running' && tenths > 0 ? `${tenths * 10} % of the rows done` : ''
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
      <LiveRegion text={isReadingLists(run) ? checkingText(environmentName) : tenthsText} />
    </>
  )
}
