import { useEffect, useId } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { canBeCorrected } from '#src/outbox/entry-rules.ts'
import type { OpenImport } from '#src/outbox/open-import.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useKeyProblem } from '#src/session/session-context.ts'
import { useStore } from '#src/ui/use-store.ts'
import type { ReviewStore } from '#src/pages/pet-import/review/review-store.ts'
import { FOR_ANOTHER_TAB, importName } from '#src/pages/pet-import/import-messages.ts'
import { downloadReport, downloadRowsToFix } from '#src/pages/pet-import/report.ts'
import { OutcomeCounts } from './OutcomeCounts.tsx'
import { countStillChecked } from './run-groups.ts'
import { runHeading, stateMessage } from './run-messages.ts'
import { runStage } from './run-stage.ts'
import { RunActions } from './RunActions.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunStatus } from './RunStatus.tsx'
import { RunRows } from './RunRows.tsx'

const NOT_SAVED = 'Do not reload this page. Your browser cannot save this import.'

/** Shows an import that was started: how far it is, and what became of each row. */
export function Run({ openImport, reviewStore }: { openImport: OpenImport; reviewStore: ReviewStore }) {
  const { name: environmentName } = useEnvironment()
  const { outbox } = useOutbox()
  const keyProblem = useKeyProblem()
  const storage = useStore(outbox.storageState)
  const snapshot = useStore(openImport)
  const headingId = useId()
  const { record } = openImport
  const { counts, entries } = snapshot
  const stage = runStage(snapshot)
  const rowsToFix = entries.filter(canBeCorrected)

  // The button that started the import may be far down the page.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])

  return (
    <section className="stack" aria-labelledby={headingId}>
      <RunStatus
        headingId={headingId}
        heading={runHeading(snapshot, stage, countStillChecked(snapshot), environmentName)}
        message={stateMessage(snapshot, environmentName, keyProblem)}
        importName={importName(record)}
        stage={stage}
      />
      <RunProgress snapshot={snapshot} stage={stage} />
      <OutcomeCounts counts={counts} />
      <RunActions
        openImport={openImport}
        snapshot={snapshot}
        stage={stage}
        rowsToFix={rowsToFix}
        onFix={() => reviewStore.fix(record, rowsToFix)}
        onDownloadReport={() => downloadReport(record, entries)}
        onDownloadRowsToFix={() => downloadRowsToFix(record, rowsToFix)}
      />
      {storage === 'in-memory' && <p className="note">{snapshot.canBeSent ? NOT_SAVED : FOR_ANOTHER_TAB}</p>}
      <RunRows openImport={openImport} snapshot={snapshot} stage={stage} />
    </section>
  )
}
