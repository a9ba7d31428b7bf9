import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { maySendAgain } from '#src/outbox/check.ts'
import { type Entry, type EntryState, isCheckable, keyOf, keyText } from '#src/outbox/entry.ts'
import { type Files, isRunning, type OpenFile } from '#src/outbox/files.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import {
  headline,
  importName,
  leftOutMessage,
  progressAnnouncement,
  stateMessage,
} from './import-messages.ts'
import styles from './ImportProgressPanel.module.css'
import { NextSteps } from './NextSteps.tsx'
import { OUTCOME_LABELS, OutcomeIcon, OutcomeTag } from '#src/outbox/OutcomeTag.tsx'
import { renderCells } from './render-cells.tsx'
import { ReportButton } from './ReportButton.tsx'
import { RowFilter, type RowView } from './RowFilter.tsx'
import { RowsTable, type ShownRow } from './RowsTable.tsx'

const KINDS = ['added', 'rejected', 'not-sent', 'held', 'unknown', 'waiting'] as const

const NO_COLUMNS = { name: 0, categoryId: 0, status: undefined }

export function ImportProgressPanel({ files, current }: { files: Files; current: OpenFile }) {
  const { id, name: service, categories } = useEnvironment()
  const { outbox } = useOutbox()
  const session = useSession()
  const hasKeyEnded = useSessionState().kind === 'key-ended'
  const { batch } = current
  const snapshot = useStore(current)
  const { run, counts, progress, entries, checks } = snapshot
  const isActive = isRunning(run)
  const isFinished = run.phase === 'idle'
  const [filter, setFilter] = useState('all')
  const filterField = useRef<HTMLSelectElement>(null)
  const views = useMemo(() => viewsOf(entries), [entries])
  const view = views.find(({ key }) => key === filter) ?? views[0]
  const needsCheck = counts.unknown > 0 && checks.batch.kind !== 'checked'

  const rowAt = (index: number): ShownRow => {
    const entry = entries[view?.positions[index] ?? 0] as Entry
    const { position, row, newPet, state } = entry
    const check = checks.states.get(keyText(keyOf(entry)))
    const [found] = check?.kind === 'found' ? check.pets : []
    const suffix = <span className="visually-hidden"> row {row?.number}</span>
    const text = state.kind === 'added' ? state.note : 'message' in state ? state.message : undefined
    return {
      position,
      number: row?.number ?? 0,
      ...renderCells({
        cells: row?.cells ?? [],
        newPet,
        columns: batch.columns ?? NO_COLUMNS,
        labels: categories,
      }),
      outcome: (
        <div className={styles['outcome']}>
          {state.kind === 'discarded' ? null : <OutcomeTag kind={state.kind} />}
          {state.kind === 'added' && state.id !== undefined ? (
            <Link to={`/${id}/pets/${state.id}`}>ID {state.id}</Link>
          ) : null}
          {text === undefined ? null : <BidiText text={text} />}
          {isCheckable(entry) && !isActive ? (
            <span className={styles['decide']}>
              {maySendAgain(check) && found === undefined && !hasKeyEnded ? (
                <Button onClick={() => void current.sendAgain([keyOf(entry)])}>Send again{suffix}</Button>
              ) : null}
              {state.kind === 'unknown' || found !== undefined ? (
                <Button onClick={() => void current.markAdded([{ key: keyOf(entry), id: found?.id }])}>
                  Mark as added{suffix}
                </Button>
              ) : null}
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
    if (run.phase === 'paused' && run.reason === 'key') await current.resume()
  }

  const message = stateMessage(snapshot, service, { hasKeyEnded, needsCheck })
  return (
    <section className={styles['panel']} aria-labelledby="run">
      <div className={styles['head']}>
        <div id="import-status" className={styles['status']} role="status" tabIndex={-1}>
          <h2 id="run">{headline(snapshot)}</h2>
          <p>
            {message === '' ? null : <span key="state">{message}</span>}
            <span key="what" className={styles['what']}>
              <BidiText text={importName(batch)} /> to {service}
            </span>
          </p>
        </div>
        <div className="actions">
          {isActive ? (
            <Button busy={run.phase === 'pausing'} onClick={current.pause}>
              Pause
            </Button>
          ) : hasKeyEnded ? (
            <Button variant="primary" onClick={() => void signInAgain().catch(() => undefined)}>
              Sign in again
            </Button>
          ) : counts.waiting > 0 ? (
            <Button variant={needsCheck ? 'secondary' : 'primary'} onClick={() => void current.resume()}>
              Resume
            </Button>
          ) : null}
          {isActive ? (
            <ReportButton batch={batch} entries={entries} />
          ) : (
            <Button onClick={() => void files.close()}>
              {isFinished && counts.waiting === 0 ? 'Import another file' : 'Save and close'}
            </Button>
          )}
        </div>
      </div>
      {isFinished && counts.waiting === 0 ? null : (
        <progress
          className={styles['progress']}
          aria-label="Import progress"
          aria-valuetext={`${formatNumber(progress.done)} of ${formatNumber(progress.total)} rows`}
          data-phase={run.phase === 'idle' ? 'paused' : run.phase}
          value={progress.done}
          max={Math.max(progress.total, 1)}
        />
      )}
      <LiveRegion text={isActive ? progressAnnouncement(progress) : ''} />
      {outbox.isPersistent() ? null : (
        <p className={styles['note']}>Do not reload this page. Your browser cannot save this import.</p>
      )}
      <dl aria-label="Outcome" className={styles['counts']}>
        {KINDS.filter((kind) => kind === 'added' || counts[kind] > 0).map((kind) => (
          <div key={kind} className={styles['tile']} data-kind={kind}>
            <dt>
              <OutcomeIcon kind={kind} />
              {OUTCOME_LABELS[kind]}
            </dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      {counts.held === 0 || isActive ? null : (
        <Alert tone="attention" message={leftOutMessage(counts.held, false)}>
          <Button onClick={() => void current.includeLeftOut()}>Include them</Button>
        </Alert>
      )}
      {isActive ? null : (
        <NextSteps
          current={current}
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
          <RowsTable key={view.key} count={view.positions.length} rowAt={rowAt} />
        </>
      )}
    </section>
  )
}

/** All rows, those with each outcome that there is, and those to fix. What is being sent still waits for its outcome. */
function viewsOf(entries: readonly Entry[]): RowView[] {
  const positions = entries.map((_, position) => position)
  const view = (key: string, label: string, kinds: readonly (EntryState['kind'] | undefined)[]): RowView => ({
    key,
    label,
    positions: positions.filter((position) => kinds.includes(entries[position]?.state.kind)),
  })
  return [
    { key: 'all', label: 'All rows', positions },
    ...KINDS.map((kind) => view(kind, OUTCOME_LABELS[kind], kind === 'waiting' ? [kind, 'sending'] : [kind])),
    view('to-fix', 'Rows to fix', ['rejected', 'not-sent']),
  ].filter((one) => one.positions.length > 0)
}
