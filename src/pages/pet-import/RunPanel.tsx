import { Link } from 'react-router'
import { numberText } from '#src/lib/number-text.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { CheckState, Importer, ImporterSnapshot } from '#src/importer/importer.ts'
import { reportCsv, rowsToMendCsv } from '#src/importer/report.ts'
import type { RunState } from '#src/importer/run-import.ts'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { StillWaiting } from '#src/ui/StillWaiting.tsx'
import { downloadText } from './download.ts'
import { Doubts } from './Doubts.tsx'
import { counted, importName, pauseText, reportName, rowsToMendName } from './import-words.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { RowsTable, type ShownRow } from './RowsTable.tsx'
import { shownCells } from './shown-cells.tsx'
import { Isolated } from '#src/ui/Isolated.tsx'
import styles from './RunPanel.module.css'
import { useRunSnapshot } from './use-run-snapshot.ts'

type RunPanelProps = {
  importer: Importer
  current: NonNullable<ImporterSnapshot['current']>
  check: CheckState
  isLasting: boolean
}

export function RunPanel({ importer, current: { record, run }, check, isLasting }: RunPanelProps) {
  const { id, name: service, categories } = useEnvironment()
  const { state, counts, progress, rows } = useRunSnapshot(run)
  const isRunning = state.phase === 'running' || state.phase === 'pausing'

  const rowAt = (index: number): ShownRow => {
    const { position, number: rowNumber, newPet, cells, outcome } = rows[index] as (typeof rows)[number]
    return {
      position,
      number: rowNumber,
      ...shownCells({ cells, newPet, columns: record.columns, labels: categories }),
      outcome: (
        <div className={styles['outcome']}>
          <OutcomeTag kind={outcome.kind} />
          {outcome.kind === 'added' && outcome.id !== undefined ? (
            <Link to={`/${id}/pets/${outcome.id}`}>ID {outcome.id}</Link>
          ) : null}
          {'message' in outcome && outcome.message !== undefined ? <Isolated text={outcome.message} /> : null}
          {outcome.kind === 'unknown' && !isRunning ? (
            <>
              <Button onClick={() => void run.sendAgain([position]).then(() => importer.resume())}>
                Send again<span className="visually-hidden"> row {rowNumber}</span>
              </Button>
              <Button onClick={() => void run.markAdded(new Map([[position, undefined]]))}>
                Mark as added<span className="visually-hidden"> row {rowNumber}</span>
              </Button>
            </>
          ) : null}
        </div>
      ),
    }
  }

  return (
    <section className={styles['run']} aria-labelledby="run">
      <h2 id="run">
        <Isolated text={importName(record)} /> to {service}
      </h2>
      <div className={styles['progress']}>
        <progress aria-label="Import progress" value={progress.done} max={Math.max(progress.total, 1)} />
        <p role="status">{stateText(state, service, counted(progress.total, 'row', 'rows'))}</p>
      </div>
      <LiveRegion text={`${tenths(progress.done, progress.total)} percent of the rows have an outcome`} />
      {isLasting ? null : (
        <p className={styles['note']}>This browser keeps no record of the import: do not reload this page.</p>
      )}
      <dl aria-label="Outcome" className={styles['counts']}>
        {(['added', 'rejected', 'unknown', 'waiting'] as const).map((kind) => (
          <div key={kind} data-kind={kind}>
            <dt>{LABELS[kind]}</dt>
            <dd>{numberText(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['actions']}>
        {isRunning ? (
          <Button
            busy={state.phase === 'pausing'}
            onClick={({ detail }) => {
              // The second half of a double press on "Resume", in whose place this button came, is no wish to pause.
              if (detail < 2) run.pause('person')
            }}
          >
            Pause
          </Button>
        ) : state.phase === 'paused' ? (
          <Button variant="primary" onClick={() => void importer.resume()}>
            Resume
          </Button>
        ) : null}
        <Button
          onClick={() =>
            void reportCsv(record.header, rows).then((parts) => downloadText(reportName(record), parts))
          }
        >
          Download report
        </Button>
        {counts.rejected === 0 ? null : (
          <Button
            onClick={() =>
              void rowsToMendCsv(record.header, rows).then((parts) =>
                downloadText(rowsToMendName(record), parts),
              )
            }
          >
            Download the rows to mend
          </Button>
        )}
        {isRunning ? null : (
          <>
            <Button icon="refresh" onClick={() => void importer.check()} busy={check.kind === 'checking'}>
              Check the list
            </Button>
            <Button variant="quiet" onClick={() => void importer.close()}>
              {state.phase === 'finished' ? 'Import another file' : 'Put this import aside'}
            </Button>
          </>
        )}
      </div>
      <StillWaiting waiting={check.kind === 'checking'} service={service} onCancel={importer.cancelCheck} />
      {isRunning ? null : <Doubts importer={importer} run={run} check={check} unknown={counts.unknown} />}
      <RowsTable count={rows.length} rowAt={rowAt} />
    </section>
  )
}

const LABELS = { added: 'Added', rejected: 'Rejected', unknown: 'Unknown', waiting: 'Waiting' } as const

function stateText(state: RunState, service: string, rows: string): string {
  switch (state.phase) {
    case 'running':
      return state.waitingUntil === undefined
        ? `Adding ${rows} to ${service}, one at a time`
        : `${service} is busy. The import goes on at ${new Date(state.waitingUntil).toLocaleTimeString()}`
    case 'pausing':
      return 'Pausing after the row that is on its way'
    case 'paused':
      return pauseText(state.reason, service)
    case 'finished':
      return `Finished: each of the ${rows} has an outcome`
  }
}

/** Said in steps of ten, so that a long run does not talk all the time. */
function tenths(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done / total) * 10) * 10
}
