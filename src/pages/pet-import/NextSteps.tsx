import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { downloadText } from '#src/browser/download.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'
import { rejectedRowsCsv } from '#src/importer/report.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { counted, rejectedRowsMessage, rejectedRowsName, unknownRowsMessage } from './import-messages.ts'
import styles from './NextSteps.module.css'
import { ReportButton } from './ReportButton.tsx'
import { UnresolvedRows } from './UnresolvedRows.tsx'

type NextStepsProps = {
  opened: OpenImport
  snapshot: OpenImportSnapshot
  /** Whether unknown rows have not been looked for yet. */
  needsCheck: boolean
  /** Nothing can be checked before there is another key: the button for that is above. */
  hasKeyEnded: boolean
  /** Narrows the table to an outcome. */
  onShow: (outcome: string) => void
}

/** What remains to be done, what is most urgent first, and by which button. */
export function NextSteps({ opened, snapshot, needsCheck, hasKeyEnded, onShow }: NextStepsProps) {
  const { id, name: service } = useEnvironment()
  const { record } = opened
  const { state, counts, rows, check } = snapshot
  const isFinished = state.phase === 'finished'
  const { unknown, rejected, added } = counts
  const hasDuplicates = check.kind === 'checked' && check.result.duplicates.length > 0

  const checking = (
    <Step
      key="check"
      text={unknown > 0 ? unknownRowsMessage(unknown, service, check, hasKeyEnded) : 'Check for duplicates.'}
      details={
        <>
          <SlowResponseNotice
            waiting={check.kind === 'checking'}
            service={service}
            onCancel={opened.cancelCheck}
          />
          <UnresolvedRows opened={opened} snapshot={snapshot} />
        </>
      }
    >
      {hasKeyEnded ? null : (
        <Button
          variant={needsCheck ? 'primary' : 'secondary'}
          icon="refresh"
          onClick={() => void opened.checkList()}
          busy={check.kind === 'checking'}
        >
          Check the list
        </Button>
      )}
    </Step>
  )
  const isCheckFirst = unknown > 0 || hasDuplicates
  return (
    <section className={styles['steps']} aria-labelledby="next-steps">
      <h2 id="next-steps">{isFinished ? 'What to do next' : 'While it is paused'}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ol role="list" className="card divided">
        {isCheckFirst ? checking : null}
        {rejected === 0 ? null : (
          <Step key="rejected" text={rejectedRowsMessage(rejected)}>
            <Button onClick={() => onShow('rejected')}>Show rejected rows</Button>
            <Button
              variant={isFinished && unknown === 0 ? 'primary' : 'secondary'}
              icon="download"
              onClick={() =>
                void rejectedRowsCsv(record, rows).then((parts) =>
                  downloadText(rejectedRowsName(record), parts),
                )
              }
            >
              Download rejected rows
            </Button>
          </Step>
        )}
        {!isFinished || added === 0 ? null : (
          <Step key="added" text={`${counted(added, 'pet was', 'pets were')} added to ${service}.`}>
            <Link
              to={`/${id}/pets`}
              className={buttonStyles['button']}
              data-variant={unknown === 0 && rejected === 0 ? 'primary' : 'secondary'}
            >
              View pets
            </Link>
            <Link to={`/${id}/pets/labels?import=${record.id}`} className={buttonStyles['button']}>
              Print labels
            </Link>
          </Step>
        )}
        <Step key="report" text="The report has every row with its outcome.">
          <ReportButton record={record} rows={rows} />
        </Step>
        {isCheckFirst || (hasKeyEnded && check.kind === 'none') ? null : checking}
      </ol>
    </section>
  )
}

type StepProps = { text: string; details?: ReactNode; children: ReactNode }

function Step({ text, details, children }: StepProps) {
  return (
    <li>
      <p>{text}</p>
      <div className="actions">{children}</div>
      {details}
    </li>
  )
}
