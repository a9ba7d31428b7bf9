import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { downloadText } from '#src/browser/download.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { maySendAgain } from '#src/outbox/check.ts'
import { COUNTED, type Entry, isCheckable, keyOf } from '#src/outbox/entry.ts'
import { type Files, isRunning, type OpenFile } from '#src/outbox/files.ts'
import { OUTCOME_LABELS, OutcomeTag } from '#src/outbox/OutcomeTag.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { rowsCsv } from '#src/spreadsheet/report.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { Decisions } from './Decisions.tsx'
import type { ImportDraftStore } from './import-draft.ts'
import {
  counted,
  fixRowsName,
  headline,
  importName,
  leftOutMessage,
  progressAnnouncement,
  stateMessage,
} from './import-messages.ts'
import { downloadReport } from './report-download.ts'
import { RowsTable, type RowView, type ShownRow } from './RowsTable.tsx'
import styles from './Run.module.css'

const NO_COLUMNS = { name: 0, category: 1, status: undefined }

type RunProps = { files: Files; current: OpenFile; draft: ImportDraftStore }

/** An import while it runs, and what became of it. */
export function Run({ files, current, draft }: RunProps) {
  const { id, name: service, categories } = useEnvironment()
  const { outbox } = useOutbox()
  const session = useSession()
  const hasKeyEnded = useSessionState().kind === 'key-ended'
  const { batch } = current
  const { columns = NO_COLUMNS, header = [] } = batch
  const snapshot = useStore(current)
  const { run, counts, progress, entries, checks } = snapshot
  const isActive = isRunning(run)
  const isFinished = run.phase === 'idle' && counts.waiting === 0
  const [view, setView] = useState('all')
  const views = useMemo(() => viewsOf(entries), [entries])
  const needsCheck = counts.unknown > 0 && checks.batch.kind !== 'checked'
  const toFix = entries.filter(isToFix)

  const rowAt = (position: number): ShownRow => {
    const entry = entries[position] as Entry
    const { row, newPet, state } = entry
    const check = checks.states.get(keyOf(entry))
    const [found] = check?.kind === 'found' ? check.pets : []
    const suffix = <span className="visually-hidden"> row {row?.number}</span>
    const text = state.kind === 'added' ? state.note : 'message' in state ? state.message : undefined
    return {
      number: row?.number ?? 0,
      cells: row?.cells ?? [],
      newPet,
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

  const message = stateMessage(snapshot, service, hasKeyEnded)
  return (
    <section className="stack" aria-labelledby="run">
      <div id="import-status" className={styles['status']} role="status" tabIndex={-1}>
        <h2 id="run">{headline(snapshot)}</h2>
        <p>
          {message === '' ? null : <span key="state">{message}</span>}
          <span key="what" className={styles['what']}>
            <BidiText text={importName(batch)} /> to {service}
          </span>
        </p>
      </div>
      {isFinished ? null : (
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
      {/* The headline of a finished import says it. */}
      <dl aria-label="Outcome" className={isFinished ? 'visually-hidden' : styles['counts']}>
        {COUNTED.filter((kind) => kind === 'added' || counts[kind] > 0).map((kind) => (
          <div key={kind}>
            <dt>{OUTCOME_LABELS[kind]}</dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
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
          <Button variant={!needsCheck ? 'primary' : 'secondary'} onClick={() => void current.resume()}>
            Resume
          </Button>
        ) : null}
        {isActive || toFix.length === 0 ? null : (
          <Button
            variant={isFinished && counts.unknown === 0 ? 'primary' : 'secondary'}
            onClick={() => draft.fix(batch, toFix)}
          >
            Fix {counted(toFix.length, 'row', 'rows')}
          </Button>
        )}
        {isFinished && counts.added > 0 ? (
          <Link
            to={`/${id}/pets/labels?import=${batch.id}`}
            className={buttonStyles['button']}
            data-variant="secondary"
          >
            Print labels
          </Link>
        ) : null}
        {isFinished ? (
          <Link to={`/${id}/pets`} className={buttonStyles['button']} data-variant="quiet">
            View pets
          </Link>
        ) : null}
        {isActive ? null : (
          <Button variant="quiet" onClick={() => void files.close()}>
            {isFinished ? 'Import another file' : 'Save and close'}
          </Button>
        )}
        <Button variant="quiet" icon="download" onClick={() => downloadReport(batch, entries)}>
          Download report
        </Button>
        {isActive || toFix.length === 0 ? null : (
          <Button
            variant="quiet"
            icon="download"
            onClick={() => {
              const cells = toFix.map(({ row }) => row?.cells ?? [])
              downloadText(fixRowsName(batch), [rowsCsv({ header, columns }, cells)])
            }}
          >
            Download rows to fix
          </Button>
        )}
      </div>
      {outbox.isPersistent() ? null : (
        <p className="note">Do not reload this page. Your browser cannot save this import.</p>
      )}
      {isActive ? null : (
        <Decisions current={current} snapshot={snapshot} isFirst={needsCheck} hasKeyEnded={hasKeyEnded} />
      )}
      {counts.held === 0 || isActive ? null : (
        <Alert tone="attention" message={leftOutMessage(counts.held, false)}>
          <Button onClick={() => void current.includeLeftOut()}>Include them</Button>
        </Alert>
      )}
      <RowsTable
        views={views}
        view={view}
        onView={setView}
        columns={columns}
        labels={categories}
        rowAt={rowAt}
      />
    </section>
  )
}

function isToFix({ state }: Entry): boolean {
  return state.kind === 'rejected' || state.kind === 'not-sent'
}

/** All rows, and those with each outcome that there is. What is being sent still waits for its outcome. */
function viewsOf(entries: readonly Entry[]): RowView[] {
  const all = entries.map(({ state }, position) => ({ kind: state.kind, position }))
  const view = (key: string, label: string, some: typeof all): RowView => ({
    key,
    label,
    positions: some.map(({ position }) => position),
  })
  return [
    view('all', 'All rows', all),
    ...COUNTED.map((kind) =>
      view(
        kind,
        OUTCOME_LABELS[kind],
        all.filter((one) => one.kind === kind || (kind === 'waiting' && one.kind === 'sending')),
      ),
    ),
  ].filter(({ positions }) => positions.length > 0)
}
