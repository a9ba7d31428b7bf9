import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { importLabelsPath } from '#src/lib/paths.ts'
import { linkToAddedPets } from '#src/outbox/added-pets.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useSession } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import styles from './Run.module.css'
import type { RunStage } from './run-stage.ts'
import { RunButton } from './RunButton.tsx'

type RunActionsProps = {
  openImport: OpenImport
  snapshot: OpenImportSnapshot
  stage: RunStage
  /** The rows that were rejected or not sent. */
  rowsToFix: readonly Entry[]
  onFix: () => void
  onDownloadReport: () => void
  onDownloadRowsToFix: () => void
}

/** Shows the buttons below the progress of an import. */
export function RunActions(props: RunActionsProps) {
  const { openImport, snapshot, stage, rowsToFix, onFix, onDownloadReport, onDownloadRowsToFix } = props
  const { imports } = useOutbox()
  const { counts } = snapshot
  const isFinished = stage === 'finished'
  const canFix = stage !== 'running' && rowsToFix.length > 0
  const isFixingNext = isFinished && counts.unknown === 0
  return (
    <div className={`actions ${styles['actions']}`}>
      <RunButton openImport={openImport} snapshot={snapshot} stage={stage} />
      {canFix && snapshot.canBeSent && (
        <Button variant={isFixingNext ? 'primary' : 'secondary'} onClick={onFix}>
          Fix {counted(rowsToFix.length, 'row')}
        </Button>
      )}
      {isFinished && counts.added > 0 && <PrintLabelsLink importId={openImport.record.id} />}
      {isFinished && <ListLink entries={snapshot.entries} />}
      {stage !== 'running' && (
        <Button variant="quiet" onClick={() => void imports.close()}>
          {isFinished ? 'Import another file' : 'Save and close'}
        </Button>
      )}
      <Button variant="quiet" icon="download" onClick={onDownloadReport}>
        Download report
      </Button>
      {canFix && (
        <Button variant="quiet" icon="download" onClick={onDownloadRowsToFix}>
          Download rows to fix
        </Button>
      )}
    </div>
  )
}

function PrintLabelsLink({ importId }: { importId: string }) {
  const { id: environmentId } = useEnvironment()
  return (
    <Link to={importLabelsPath(environmentId, importId)} className={buttonStyles['button']}>
      Print labels
    </Link>
  )
}

function ListLink({ entries }: { entries: readonly Entry[] }) {
  const { id: environmentId } = useEnvironment()
  const link = linkToAddedPets(environmentId, entries, useSession().signInId())
  if (link === undefined) return null
  return (
    <Link to={link.to} state={link.state} className={buttonStyles['button']} data-variant="quiet">
      {link.text}
    </Link>
  )
}
