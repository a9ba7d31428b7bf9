import { useEffect } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { causeText } from '#src/outbox/cause-text.ts'
import { maySendAgain, type Verdict } from '#src/outbox/check.ts'
import { COUNTED, type Entry, isCheckable, keyOf } from '#src/outbox/entry.ts'
import type { OpenFile } from '#src/outbox/files.ts'
import { isRunning } from '#src/outbox/import-activity.ts'
import { OUTCOME_LABELS } from '#src/outbox/OutcomeIcon.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { valuesOf } from '#src/spreadsheet/sheet.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useStore } from '#src/ui/use-store.ts'
import type { ImportDraftStore } from './import-draft.ts'
import { countsText, importName, stateMessage } from './import-messages.ts'
import { downloadReport } from './report.ts'
import type { RowAction, RowGroup, ScreenRow } from './rows/row-types.ts'
import { Rows } from './rows/Rows.tsx'
import styles from './Run.module.css'

export function Run({ current, draft }: { current: OpenFile; draft: ImportDraftStore }) {
  const { id, name: service } = useEnvironment()
  const { outbox, files } = useOutbox()
  const session = useSession()
  const hasKeyEnded = useSessionState().kind === 'key-ended'
  const storage = useStore(outbox.storage)
  const { batch } = current
  const snapshot = useStore(current)
  const { run, counts, progress, entries } = snapshot
  const { states, batch: check } = snapshot.checks
  const isActive = isRunning(run)
  const isFinished = run.phase === 'idle' && counts.waiting === 0
  const needsCheck = counts.unknown > 0 && check.kind !== 'checked'
  const verdictOf = (entry?: Entry) => (entry && isCheckable(entry) ? states.get(keyOf(entry)) : undefined)
  // What is being sent still waits for its outcome.
  const byOutcome = Map.groupBy(entries, ({ state: { kind } }) => (kind === 'sending' ? 'waiting' : kind))
  const sendAgain = (some: readonly Entry[]) => void current.sendAgain(some.map(keyOf))
  const markAdded = (some: readonly Entry[]) =>
    void current.markAdded(some.map((entry) => ({ key: keyOf(entry), id: verdictOf(entry)?.pets[0]?.id })))

  const toDecide = Map.groupBy(isActive ? [] : entries, (entry) => kindOf(entry, verdictOf(entry)))
  /** What can be decided about all rows of which the lists say the same. */
  const decisions = KINDS.map((key): RowGroup<Entry> => {
    const rows = toDecide.get(key) ?? []
    const { at = 0, againAt = at } = verdictOf(rows[0]) ?? {}
    const count = counted(rows.length, 'row')
    const again: RowAction[] = [
      { id: 'send-again', label: `Send ${count} again`, onPress: () => sendAgain(rows) },
    ]
    const texts: Record<typeof key, [label: string, actions?: readonly RowAction[]]> = {
      unknown: [`${service} did not confirm these: they may have been added`],
      found: [
        'Found in the list',
        [{ id: 'mark-added', label: `Mark ${count} as added`, onPress: () => markAdded(rows) }],
      ],
      // One by one: what it may be there by stands in its row.
      elsewhere: ['May be there by another entry of this browser'],
      'not-added': [`Not added (${service} checked at ${formatTime(at)})`, again],
      'not-found-yet': [`Not found yet. Looking again at ${formatTime(againAt)}`],
      'cannot-tell': [`Not among the pets ${service} shows. Sending again could create duplicates`, again],
      held: [
        'May already have been added, left out',
        [{ id: 'include', label: 'Include them', onPress: () => void current.include(rows) }],
      ],
    }
    const [label, actions = []] = texts[key]
    const shownOf = (row: Entry) =>
      'by' in row.state ? `${row.state.by.length} ${row.state.by.at(-1)}` : verdictOf(row)?.pets[0]?.id
    const evidence = rows.map((row) => `${keyOf(row)} ${shownOf(row)}`).join()
    return { title: 'Your decision', key: `decide ${key}`, label, rows, actions, evidence }
  })
  const duplicates = (check.kind === 'checked' ? check.duplicates : []).map(
    ({ pet, entry }): RowGroup<Entry> => ({
      title: 'Possible duplicates',
      key: pet.id,
      label: `Another pet matches row ${entry.row?.number}`,
      rows: [entry],
      details: (
        <Link to={`/${id}/pets/${pet.id}`}>
          <BidiText text={pet.name} max={60} />, ID {pet.id}
        </Link>
      ),
    }),
  )
  const views = COUNTED.map((key) => ({ key, label: OUTCOME_LABELS[key], rows: byOutcome.get(key) ?? [] }))
  const toFix = entries.filter(({ state }) => state.kind === 'rejected' || state.kind === 'not-sent')
  const canFix = !isActive && toFix.length > 0

  const toScreenRow = (entry: Entry): ScreenRow => {
    const { row = { number: 0, cells: [] }, state } = entry
    const verdict = verdictOf(entry)
    const [pet] = verdict?.pets ?? []
    const causes = verdict?.causes.map((cause) => causeText(cause)).join('; ') ?? ''
    const message = state.kind === 'added' ? state.note : 'message' in state ? state.message : undefined
    const isToDecide = isCheckable(entry) && !isActive
    const maySend = isToDecide && maySendAgain(verdict) && verdict?.kind !== 'found' && !hasKeyEnded
    const mayMark = isToDecide && (state.kind === 'unknown' || pet !== undefined)
    // Rows of a file that is open are not discarded.
    const kind = state.kind === 'discarded' ? 'held' : state.kind
    return {
      number: row.number,
      evidence: pet?.id,
      values: valuesOf(row.cells, batch.columns),
      kind,
      text: OUTCOME_LABELS[kind],
      details: (
        <>
          {state.kind === 'added' && state.id !== undefined ? (
            <Link to={`/${id}/pets/${state.id}`}>ID {state.id}</Link>
          ) : null}
          {message === undefined ? null : <BidiText text={message} />}
          {causes === '' ? null : <span>May be there by another entry: {causes}.</span>}
          {pet === undefined ? null : <Link to={`/${id}/pets/${pet.id}`}>Found: ID {pet.id}</Link>}
        </>
      ),
      actions: [
        ...(maySend
          ? [{ id: 'send-again', label: 'Send again', onPress: () => sendAgain([entry]) } as const]
          : []),
        ...(mayMark
          ? [{ id: 'mark-added', label: 'Mark as added', onPress: () => markAdded([entry]) } as const]
          : []),
      ],
    }
  }

  const signInAgain = async () => {
    session.prompt()
    await session.waitForKey()
    // Not what the user has paused.
    if (run.phase === 'paused' && run.reason === 'key') await current.resume()
  }

  // Where the rows were added may be far down.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const message = stateMessage(snapshot, service, hasKeyEnded)
  const count = `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
  const tenths = Math.floor((progress.done / Math.max(progress.total, 1)) * 10)
  return (
    <section className="stack" aria-labelledby="run">
      {/* Not each row: the steps below are said. */}
      <div
        className={`stack gap-1 ${styles['status']}`}
        role="status"
        aria-live={isActive ? 'off' : undefined}
      >
        <h2 id="run">
          {isFinished ? countsText(counts) : isActive ? `Adding pets: ${count}` : `Paused at ${count}`}
        </h2>
        <p className="actions">
          {message === '' ? null : <span>{message}</span>}
          <span className="small">
            <BidiText text={importName(batch)} /> to {service}
          </span>
        </p>
      </div>
      {isFinished ? null : (
        <progress
          className={styles['progress']}
          aria-label="Import progress"
          aria-valuetext={`${count} rows`}
          data-phase={run.phase === 'idle' ? 'paused' : run.phase}
          value={progress.done}
          max={Math.max(progress.total, 1)}
        />
      )}
      <LiveRegion text={isActive && tenths > 0 ? `${tenths * 10} % of the rows done` : ''} />
      {/* The headline of a finished import says it. */}
      <dl aria-label="Outcome" className={isFinished ? 'visually-hidden' : `row ${styles['counts']}`}>
        {COUNTED.filter((kind) => kind === 'added' || counts[kind] > 0).map((kind) => (
          <div key={kind} className="row gap-1">
            <dt>{OUTCOME_LABELS[kind]}</dt>
            <dd>{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        {isActive ? (
          <Button key="pause" busy={run.phase === 'pausing'} onClick={current.pause}>
            Pause
          </Button>
        ) : hasKeyEnded ? (
          <Button key="sign-in" variant="primary" onClick={() => void signInAgain().catch(() => undefined)}>
            Sign in again
          </Button>
        ) : counts.waiting > 0 ? (
          <Button variant={needsCheck ? 'secondary' : 'primary'} onClick={() => void current.resume()}>
            Resume
          </Button>
        ) : null}
        {canFix ? (
          <Button
            variant={isFinished && counts.unknown === 0 ? 'primary' : 'secondary'}
            onClick={() => draft.fix(batch, toFix)}
          >
            Fix {counted(toFix.length, 'row')}
          </Button>
        ) : null}
        {isFinished && counts.added > 0 ? (
          <Link to={`/${id}/pets/labels?import=${batch.id}`} className={buttonStyles['button']}>
            Print labels
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
        {canFix ? (
          <Button variant="quiet" icon="download" onClick={() => downloadReport(batch, toFix, 'rows to fix')}>
            Download rows to fix
          </Button>
        ) : null}
      </div>
      {storage !== 'memory' ? null : (
        <p className="note">Do not reload this page. Your browser cannot save this import.</p>
      )}
      <Rows all={entries} groups={[...views, ...decisions, ...duplicates]} toScreenRow={toScreenRow}>
        {isActive ? undefined : (
          <>
            {check.kind === 'failed' ? (
              <Alert {...describeError(check.error, service, 'The list could not be checked.')} />
            ) : null}
            <div className="actions">
              {check.kind === 'checking' ? <p>Checking the list in {service}…</p> : null}
              {check.kind === 'checked' ? (
                <p>
                  {duplicates.length > 0
                    ? 'They may be older pets'
                    : `No duplicates${check.isCut ? ' found' : ''}`}
                  {` (checked ${formatTime(check.at)})`}
                  {check.isCut ? `; ${service} shows at most 100 pets a list, so there may be others` : ''}
                </p>
              ) : null}
              {hasKeyEnded ? null : (
                <Button
                  variant={needsCheck ? 'primary' : 'quiet'}
                  icon="refresh"
                  onClick={() => void current.checkList()}
                  busy={check.kind === 'checking'}
                >
                  Check the list
                </Button>
              )}
            </div>
          </>
        )}
      </Rows>
    </section>
  )
}

const KINDS = ['unknown', 'found', 'elsewhere', 'not-added', 'not-found-yet', 'cannot-tell', 'held'] as const

/** What is said of a row; `undefined` where nothing is to be decided. `elsewhere`: another entry may have added its pet. */
function kindOf({ state }: Entry, verdict: Verdict | undefined) {
  // Each pet answers one row.
  if (verdict?.kind === 'found') return verdict.pets.length > 0 ? 'found' : undefined
  const isElsewhere = verdict !== undefined && verdict.causes.length > 0 && verdict.againAt === undefined
  return isElsewhere ? 'elsewhere' : (verdict?.kind ?? state.kind)
}
