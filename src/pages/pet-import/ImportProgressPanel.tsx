import { Link } from 'react-router'
import { formatNumber } from '#src/lib/format-number.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Importer } from '#src/importer/importer.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/importer/open-import.ts'
import { reportCsv, rejectedRowsCsv } from '#src/importer/report.ts'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { formatTime } from '#src/lib/format-time.ts'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { downloadText } from '#src/browser/download.ts'
import { UnresolvedRows } from './UnresolvedRows.tsx'
import { pauseMessage, reportName, rejectedRowsName } from './import-messages.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { RowsTable, type ShownRow } from './RowsTable.tsx'
import { renderCells } from './render-cells.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './ImportProgressPanel.module.css'
import { useOpenImport } from './use-open-import.ts'

type ImportProgressPanelProps = { importer: Importer; current: OpenImport; isPersistent: boolean }

export function ImportProgressPanel({ importer, current, isPersistent }: ImportProgressPanelProps) {
  const { id, name: service, categories } = useEnvironment()
  const { record } = current
  const snapshot = useOpenImport(current)
  const { state, counts, progress, rows, check } = snapshot
  const isRunning = state.phase === 'running' || state.phase === 'pausing'

  // A row is offered to be sent again once it was looked for, or where nobody can look.
  const mayBeSentAgain = check.kind === 'checked' || check.kind === 'failed'

  const rowAt = (index: number): ShownRow => {
    const { position, number: rowNumber, newPet, cells, outcome } = rows[index] as (typeof rows)[number]
    const found = check.kind === 'checked' ? check.check.found.get(position) : undefined
    return {
      position,
      number: rowNumber,
      ...renderCells({ cells, newPet, columns: record.columns, labels: categories }),
      outcome: (
        <div className={styles['outcome']}>
          <OutcomeTag kind={outcome.kind} />
          {outcome.kind === 'added' && outcome.id !== undefined ? (
            <Link to={`/${id}/pets/${outcome.id}`}>ID {outcome.id}</Link>
          ) : null}
          {'message' in outcome && outcome.message !== undefined ? <BidiText text={outcome.message} /> : null}
          {outcome.kind === 'unknown' && !isRunning ? (
            <>
              {mayBeSentAgain && found === undefined ? (
                <Button onClick={() => void current.sendAgain([position])}>
                  Send again<span className="visually-hidden"> row {rowNumber}</span>
                </Button>
              ) : null}
              <Button onClick={() => void current.markAdded(new Map([[position, found?.id]]))}>
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
        Import <BidiText text={record.fileName ?? 'pasted rows'} /> to {service}
      </h2>
      <div className={styles['progress']}>
        <progress aria-label="Import progress" value={progress.done} max={Math.max(progress.total, 1)} />
        <p role="status">{stateText(snapshot, service)}</p>
      </div>
      <LiveRegion text={`Import ${tenths(progress.done, progress.total)}% complete`} />
      {isPersistent ? null : (
        <p className={styles['note']}>Do not reload this page. Your browser cannot save this import.</p>
      )}
      <dl aria-label="Outcome" className={styles['counts']}>
        {(['added', 'rejected', 'unknown', 'waiting'] as const).map((kind) => (
          <div key={kind} data-kind={kind}>
            <dt>{LABELS[kind]}</dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['actions']}>
        {isRunning ? (
          <Button busy={state.phase === 'pausing'} onClick={() => current.pause('user')}>
            Pause
          </Button>
        ) : state.phase === 'paused' ? (
          <Button
            variant={counts.unknown > 0 && check.kind === 'none' ? 'secondary' : 'primary'}
            onClick={() => void current.resume()}
          >
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
              void rejectedRowsCsv(record.header, rows).then((parts) =>
                downloadText(rejectedRowsName(record), parts),
              )
            }
          >
            Download rejected rows
          </Button>
        )}
        {isRunning ? null : (
          <>
            <Button
              variant={counts.unknown > 0 && check.kind === 'none' ? 'primary' : 'secondary'}
              icon="refresh"
              onClick={() => void current.checkList()}
              busy={check.kind === 'checking'}
            >
              Check the list
            </Button>
            <Button variant="quiet" onClick={() => void importer.close()}>
              {state.phase === 'finished' ? 'Import another file' : 'Save and close'}
            </Button>
          </>
        )}
      </div>
      <SlowResponseNotice
        waiting={check.kind === 'checking'}
        service={service}
        onCancel={current.cancelCheck}
      />
      {isRunning ? null : <UnresolvedRows opened={current} snapshot={snapshot} />}
      <RowsTable count={rows.length} rowAt={rowAt} />
    </section>
  )
}

const LABELS = { added: 'Added', rejected: 'Rejected', unknown: 'Unknown', waiting: 'Waiting' } as const

function stateText({ state, counts, progress }: OpenImportSnapshot, service: string): string {
  switch (state.phase) {
    case 'running':
      return state.waitingUntil === undefined
        ? `Adding pets to ${service}: ${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
        : `${service} is busy. Continuing at ${formatTime(state.waitingUntil)}`
    case 'pausing':
      return 'Pausing after the current row'
    case 'paused':
      return pauseMessage(state.reason, service)
    case 'finished':
      return `Import finished: ${formatNumber(counts.added)} added, ${formatNumber(counts.rejected)} rejected, ${formatNumber(counts.unknown)} unknown`
  }
}

/** Said in steps of ten, so that a long run does not talk all the time. */
function tenths(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done / total) * 10) * 10
}
