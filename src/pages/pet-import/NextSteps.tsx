import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { downloadText } from '#src/browser/download.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { OpenFile, OpenFileSnapshot } from '#src/outbox/files.ts'
import { rowsCsv } from '#src/spreadsheet/report.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { counted, fixRowsName, rowsToFixMessage, unknownRowsMessage } from './import-messages.ts'
import styles from './NextSteps.module.css'
import { ReportButton } from './ReportButton.tsx'
import { UnknownRows } from './UnknownRows.tsx'

type NextStepsProps = {
  current: OpenFile
  snapshot: OpenFileSnapshot
  /** Whether unknown rows have not been looked for yet. */
  needsCheck: boolean
  /** Nothing can be checked before there is another key: the button for that is above. */
  hasKeyEnded: boolean
  /** Narrows the table to an outcome. */
  onShow: (outcome: string) => void
}

/** What remains to be done, what is most urgent first, and by which button. */
export function NextSteps({ current, snapshot, needsCheck, hasKeyEnded, onShow }: NextStepsProps) {
  const { id, name: service } = useEnvironment()
  const { batch } = current
  const { run, counts, entries, checks } = snapshot
  const isFinished = run.phase === 'idle' && counts.waiting === 0
  const { unknown, added } = counts
  const toFix = counts.rejected + counts['not-sent']
  const isCheckFirst = unknown > 0 || (checks.batch.kind === 'checked' && checks.batch.duplicates.length > 0)

  const checking = (
    <Step
      key="check"
      text={
        unknown > 0
          ? unknownRowsMessage(unknown, service, checks.batch.kind, hasKeyEnded)
          : 'Check for duplicates.'
      }
      details={
        <>
          <SlowResponseNotice
            waiting={checks.batch.kind === 'checking'}
            service={service}
            onCancel={current.cancelCheck}
          />
          <UnknownRows current={current} snapshot={snapshot} />
        </>
      }
    >
      {hasKeyEnded ? null : (
        <Button
          variant={needsCheck ? 'primary' : 'secondary'}
          icon="refresh"
          onClick={() => void current.checkList()}
          busy={checks.batch.kind === 'checking'}
        >
          Check the list
        </Button>
      )}
    </Step>
  )

  const downloadRowsToFix = () => {
    const rows = entries.filter(({ state }) => state.kind === 'rejected' || state.kind === 'not-sent')
    const columns = batch.columns ?? { name: 0, categoryId: 1, status: undefined }
    const cells = rows.map(({ row }) => row?.cells ?? [])
    downloadText(fixRowsName(batch), [rowsCsv({ header: batch.header ?? [], columns }, cells)])
  }

  return (
    <section className={styles['steps']} aria-labelledby="next-steps">
      <h2 id="next-steps">{isFinished ? 'What to do next' : 'While it is paused'}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ol role="list" className="card divided">
        {isCheckFirst ? checking : null}
        {toFix === 0 ? null : (
          <Step key="rejected" text={rowsToFixMessage(counts.rejected, counts['not-sent'])}>
            <Button onClick={() => onShow('to-fix')}>Show these rows</Button>
            <Button
              variant={isFinished && unknown === 0 ? 'primary' : 'secondary'}
              icon="download"
              onClick={downloadRowsToFix}
            >
              Download rows to fix
            </Button>
          </Step>
        )}
        {!isFinished || added === 0 ? null : (
          <Step key="added" text={`${counted(added, 'pet was', 'pets were')} added to ${service}.`}>
            <Link
              to={`/${id}/pets`}
              className={buttonStyles['button']}
              data-variant={unknown === 0 && toFix === 0 ? 'primary' : 'secondary'}
            >
              View pets
            </Link>
            <Link to={`/${id}/pets/labels?import=${batch.id}`} className={buttonStyles['button']}>
              Print labels
            </Link>
          </Step>
        )}
        <Step key="report" text="The report has every row with its outcome.">
          <ReportButton batch={batch} entries={entries} />
        </Step>
        {isCheckFirst || (hasKeyEnded && checks.batch.kind === 'none') ? null : checking}
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
