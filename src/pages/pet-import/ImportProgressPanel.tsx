import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { importName } from '#src/importer/import-name.ts'
import type { Importer } from '#src/importer/importer.ts'
import type { OpenImport } from '#src/importer/open-import.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { headline, notSentMessage, progressAnnouncement, stateMessage } from './import-messages.ts'
import styles from './ImportProgressPanel.module.css'
import { NextSteps } from './NextSteps.tsx'
import { OUTCOME_LABELS, OutcomeIcon, OutcomeTag } from './OutcomeTag.tsx'
import { renderCells } from './render-cells.tsx'
import { ReportButton } from './ReportButton.tsx'
import { RowFilter, type RowView } from './RowFilter.tsx'
import { RowsTable, type ShownRow } from './RowsTable.tsx'

type ImportProgressPanelProps = { importer: Importer; current: OpenImport; isPersistent: boolean }

const KINDS = ['added', 'rejected', 'unknown', 'waiting'] as const

export function ImportProgressPanel({ importer, current, isPersistent }: ImportProgressPanelProps) {
  const { id, name: service, categories } = useEnvironment()
  const session = useSession()
  const hasKeyEnded = useSessionState().kind === 'key-ended'
  const { record } = current
  const snapshot = useStore(current)
  const { state, counts, progress, rows, check } = snapshot
  const isRunning = state.phase === 'running' || state.phase === 'pausing'
  const [filter, setFilter] = useState('all')
  const filterField = useRef<HTMLSelectElement>(null)

  const views = useMemo(() => viewsOf(rows), [rows])
  const view = views.find(({ key }) => key === filter) ?? views[0]

  const needsCheck = counts.unknown > 0 && check.kind !== 'checked'
  // After the lists were checked, or if they cannot be; not a row whose request may still be on its way, nor one that is
  // newer than the check.
  const mayBeSentAgain = (position: number) =>
    (check.kind === 'failed' && !check.mayArrive.includes(position)) ||
    (check.kind === 'checked' &&
      (check.result.notFound.includes(position) || check.result.inconclusive.includes(position)))

  const rowAt = (index: number): ShownRow => {
    const {
      position,
      number: rowNumber,
      newPet,
      cells,
      outcome,
    } = rows[view?.positions[index] ?? 0] as (typeof rows)[number]
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
            <span className={styles['decide']}>
              {mayBeSentAgain(position) && !hasKeyEnded ? (
                <Button onClick={() => void current.sendAgain([position])}>
                  Send again<span className="visually-hidden"> row {rowNumber}</span>
                </Button>
              ) : null}
              <Button onClick={() => void current.markAdded(new Map([[position, found?.id]]))}>
                Mark as added<span className="visually-hidden"> row {rowNumber}</span>
              </Button>
            </span>
          ) : null}
        </div>
      ),
    }
  }

  const signInAgain = async () => {
    // This button goes once there is a key; the dialog gives the focus back to where it was.
    document.querySelector<HTMLElement>('#import-status')?.focus()
    session.prompt()
    await session.waitForKey()
    // Not what the user has paused.
    if (state.phase === 'paused' && state.reason === 'key') await current.resume()
  }

  const message = stateMessage(snapshot, service, { hasKeyEnded, needsCheck })
  const notSent = notSentMessage(rows)
  return (
    <section className={styles['panel']} aria-labelledby="run">
      <div className={styles['head']}>
        <div id="import-status" className={styles['status']} role="status" tabIndex={-1}>
          <h2 id="run">{headline(snapshot)}</h2>
          <p>
            {message === '' ? null : <span key="state">{message}</span>}
            <span key="what" className={styles['what']}>
              <BidiText text={importName(record)} /> to {service}
            </span>
          </p>
        </div>
        <div className="actions">
          {isRunning ? (
            <Button busy={state.phase === 'pausing'} onClick={() => current.pause('user')}>
              Pause
            </Button>
          ) : hasKeyEnded ? (
            <Button variant="primary" onClick={() => void signInAgain().catch(() => undefined)}>
              Sign in again
            </Button>
          ) : state.phase === 'paused' ? (
            <Button variant={needsCheck ? 'secondary' : 'primary'} onClick={() => void current.resume()}>
              Resume
            </Button>
          ) : null}
          {isRunning ? (
            <ReportButton record={record} rows={rows} />
          ) : (
            <Button onClick={() => void importer.close()}>
              {state.phase === 'finished' ? 'Import another file' : 'Save and close'}
            </Button>
          )}
        </div>
      </div>
      <progress
        className={styles['progress']}
        aria-label="Import progress"
        aria-valuetext={`${formatNumber(progress.done)} of ${formatNumber(progress.total)} rows`}
        data-phase={state.phase}
        data-unknown={counts.unknown > 0 || undefined}
        value={progress.done}
        max={Math.max(progress.total, 1)}
      />
      <LiveRegion text={isRunning ? progressAnnouncement(progress) : ''} />
      {isPersistent ? null : (
        <p className={styles['note']}>Do not reload this page. Your browser cannot save this import.</p>
      )}
      <dl aria-label="Outcome" className={styles['counts']}>
        {KINDS.map((kind) => (
          <div
            key={kind}
            className={styles['tile']}
            data-kind={kind}
            data-none={counts[kind] === 0 || undefined}
          >
            <dt>
              <OutcomeIcon kind={kind} />
              {OUTCOME_LABELS[kind]}
            </dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      {notSent === undefined ? null : <p className="small">{notSent}</p>}
      {isRunning ? null : (
        <NextSteps
          opened={current}
          snapshot={snapshot}
          needsCheck={needsCheck}
          hasKeyEnded={hasKeyEnded}
          onShow={(outcome) => {
            setFilter(outcome)
            filterField.current?.focus()
          }}
        />
      )}
      {view === undefined ? null : (
        <>
          <RowFilter views={views} value={view.key} onChange={setFilter} field={filterField} />
          <RowsTable count={view.positions.length} rowAt={rowAt} />
        </>
      )}
    </section>
  )
}

/** All rows, and those with each outcome that there is. One that is being sent still waits for its outcome. */
function viewsOf(rows: readonly { readonly outcome: { readonly kind: string } }[]): RowView[] {
  const positions = rows.map((_, position) => position)
  return [
    { key: 'all', label: 'All rows', positions },
    ...KINDS.map((kind) => ({
      key: kind,
      label: OUTCOME_LABELS[kind],
      positions: positions.filter((position) => {
        const outcome = rows[position]?.outcome.kind
        return outcome === kind || (kind === 'waiting' && outcome === 'sending')
      }),
    })).filter((view) => view.positions.length > 0),
  ]
}
