import { Link } from 'react-router'
import { formatNumber } from '#src/lib/format-number.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Importer } from '#src/importer/importer.ts'
import type { OpenImport } from '#src/importer/open-import.ts'
import { reportCsv, rejectedRowsCsv } from '#src/importer/report.ts'
import { labelsPath } from '#src/pets/labels-path.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { downloadText } from '#src/browser/download.ts'
import { UnresolvedRows } from './UnresolvedRows.tsx'
import { rejectedRowsName, reportName, stateMessage } from './import-messages.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { RowsTable, type ShownRow } from './RowsTable.tsx'
import { renderCells } from './render-cells.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './ImportProgressPanel.module.css'

type ImportProgressPanelProps = { importer: Importer; current: OpenImport; isPersistent: boolean }

export function ImportProgressPanel({ importer, current, isPersistent }: ImportProgressPanelProps) {
  const { id, name: service, categories } = useEnvironment()
  const { record } = current
  const snapshot = useStore(current)
  const { state, counts, progress, rows, check } = snapshot
  const isRunning = state.phase === 'running' || state.phase === 'pausing'

  // An unknown row can be sent again after the lists were checked, or if they cannot be.
  const mayBeSentAgain = check.kind === 'checked' || check.kind === 'failed'

  // A record that is not on disk is not there for another page.
  const labelsLink = isPersistent
    ? `/${id}/pets/labels?import=${record.id}`
    : labelsPath(
        id,
        rows.flatMap(({ outcome }) =>
          outcome.kind === 'added' && outcome.id !== undefined ? [{ id: outcome.id }] : [],
        ),
      )

  const rowAt = (index: number): ShownRow => {
    const { position, number: rowNumber, newPet, cells, outcome } = rows[index] as (typeof rows)[number]
    const found = check.kind === 'checked' ? check.result.found.get(position) : undefined
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
    <section className="stack" aria-labelledby="run">
      <h2 id="run">
        Import <BidiText text={record.fileName ?? 'pasted rows'} /> to {service}
      </h2>
      <div className={styles['progress']}>
        <progress aria-label="Import progress" value={progress.done} max={Math.max(progress.total, 1)} />
        <p role="status">{stateMessage(snapshot, service)}</p>
      </div>
      <LiveRegion text={`Import ${tenths(progress.done, progress.total)}% complete`} />
      {isPersistent ? null : (
        <p className={styles['note']}>Do not reload this page. Your browser cannot save this import.</p>
      )}
      <dl aria-label="Outcome" className={styles['counts']}>
        {(['added', 'rejected', 'unknown', 'waiting'] as const).map((kind) => (
          <div key={kind} data-kind={kind} className="card">
            <dt className="small">{LABELS[kind]}</dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
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
        {state.phase === 'finished' && counts.added > 0 ? (
          <Link to={labelsLink} className={buttonStyles['button']}>
            Print labels
          </Link>
        ) : null}
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

/** Announced in steps of ten percent, so that screen readers do not talk all the time. */
function tenths(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done / total) * 10) * 10
}
