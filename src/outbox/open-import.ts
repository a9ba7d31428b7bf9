import { atPace } from '#src/lib/at-pace.ts'
import { createStore } from '#src/lib/create-store.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import { checkRows, type ImportCheck } from './check-rows.ts'
import { batchOf, type Entry, type EntryId, entryIdOf, type Import, type ImportRow } from './entry.ts'
import { answerTo } from './answers.ts'
import { openConflictsOf } from './conflict-rules.ts'
import { countEntries, type Counts, isCheckable } from './entry-rules.ts'
import { estimateMinutes } from './estimate.ts'
import { findVerdicts } from './find-verdicts.ts'
import type { ImportActivity } from './import-activity.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { ImportVerdict, Verdict } from './lists/verdict.ts'
import type { OutboxEvent } from './news.ts'
import type { Outbox } from './outbox.ts'
import { isPausedBy, isRunning } from './run-state.ts'
import { NO_QUESTIONS, readQuestions } from './questions-of-rows.ts'
import { type HeldRow, holdIncluded, includeHeld, type Mark, markAdded } from './transitions/decide.ts'

type Findings = {
  /** If several rows may be the same pet, it is offered to the first alone. */
  readonly verdicts: ReadonlyMap<EntryId, ImportVerdict>
  readonly check: ImportCheck
}

const NOTHING_FOUND: Findings = { verdicts: new Map(), check: { kind: 'none' } }

export type OpenImportSnapshot = ImportActivity &
  Findings & {
    /** The rows in the order of the file. */
    readonly entries: readonly ImportRow[]
    /** `false` where only another tab can send them, because this one goes on without a record. */
    readonly canBeSent: boolean
    readonly counts: Counts
    /**
     * The entries that hold rows, as far as they were read: a person who decides about a row sees
     * by which it is held. `undefined` is one that the ledger does not have any more.
     */
    readonly conflicts: ReadonlyMap<EntryId, Entry | undefined>
    /** About how long the waiting rows take, while they are sent. */
    readonly minutesLeft: number | undefined
  }

/**
 * Milliseconds. Each row changes twice while it is sent, and the thread that renders the rows also
 * sends them.
 */
const THROTTLE_MS = 200

/** Milliseconds between two readings of all rows while another tab sends them. */
const PAUSE_MS = 1000

/**
 * The import that is open in this tab, which holds its lock. Its rows are in the view already.
 *
 * @param onDiscarded is called when another tab has discarded it
 */
export function createOpenImport(outbox: Outbox, record: Import, onDiscarded: () => void) {
  const { view, lists, judge, clock } = outbox
  const { id } = record
  const sender = outbox.senderOf(id)
  let findings = NOTHING_FOUND
  let questions = NO_QUESTIONS
  /**
   * Lists count only if they were requested after this time (on `Clock.elapsed`); `undefined` while
   * nobody has asked.
   */
  let askedAtElapsed: number | undefined
  /**
   * When the last request of the import ended, on `Clock.elapsed`. One that ended before it was
   * opened counts as ended by then.
   */
  let endedAtElapsed = clock.elapsed()
  let isClosed = false
  /** The start of the run: how many rows had an outcome, and the time on `Clock.elapsed`. */
  let runStart = { done: 0, atElapsed: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = createStore(takeSnapshot())

  function emit(): void {
    clearTimeout(timer)
    timer = undefined
    // Another import may be open by now.
    if (!isClosed) store.set(takeSnapshot())
  }

  function takeSnapshot(): OpenImportSnapshot {
    const entries = view.rowsOf(id).map((row) => questions.renewed.get(row) ?? row)
    const counts = countEntries(entries)
    const done = counts.added + counts.rejected + counts.unknown
    return {
      run: sender.get(),
      entries,
      canBeSent: entries.slice(0, 1).every(outbox.canSend),
      counts,
      conflicts: questions.conflicts,
      progress: { done, total: done + counts.waiting },
      minutesLeft: estimateMinutes({
        run: sender.get(),
        sent: done - runStart.done,
        waiting: counts.waiting,
        elapsed: clock.elapsed() - runStart.atElapsed,
      }),
      ...findings,
    }
  }

  function forgetFindings(): void {
    findings = NOTHING_FOUND
    emit()
  }

  const isAsked = () => askedAtElapsed !== undefined && !isClosed && !isRunning(sender.get())

  /** Never rejects. */
  const refresh = oneAtATime(async () => {
    const { evidence } = lists.get()
    const newFindings = isAsked() ? await outbox.read(readFindings).catch(() => undefined) : NOTHING_FOUND
    // Rows may be sent, or the API key may end, meanwhile.
    const isOutdated = lists.get().evidence !== evidence
    if (newFindings !== undefined && isAsked() && !isOutdated) findings = newFindings
    emit()
    await refreshConflicts()
    if (isClosed) return
    const unconfirmed = view.rowsOf(id).filter(isCheckable)
    for (const row of unconfirmed) judge.noteRequestEnd(row)
    const ends = [askedAtElapsed ?? 0, endedAtElapsed, ...unconfirmed.map(judge.requestEndOf)]
    lists.watch(id, isAsked() ? ends : [])
  })

  /**
   * Reads the entries that hold rows. While rows are sent, nobody decides about held ones, so
   * nothing is read.
   */
  async function refreshConflicts(): Promise<void> {
    const held = view.rowsOf(id).filter(({ state }) => state.kind === 'held')
    if (held.length === 0 || isRunning(sender.get())) return
    questions = await outbox.read((ledger) => readQuestions(ledger, held)).catch(() => questions)
    emit()
  }

  const conflictsShownOf = (row: Entry) => openConflictsOf(row, (entryId) => questions.conflicts.get(entryId))

  async function readFindings(ledger: LedgerTransaction): Promise<Findings> {
    const rows = view.rowsOf(id)
    const verdicts = await findVerdicts(ledger, rows, judge)
    const check = await checkRows(ledger, rows, {
      verdicts,
      reading: lists.get(),
      judge,
      askedAtElapsed,
      endedAtElapsed,
    })
    return { verdicts, check }
  }

  function onEvent(event: OutboxEvent): void {
    switch (event.kind) {
      case 'written':
        if (event.entries.some((entry) => entry.importId === id)) onRowsWritten()
        if (event.entries.some((entry) => questions.conflicts.has(entryIdOf(entry)))) void refresh()
        else if (mayTakePets(event.lookalikeKeys)) void refresh()
        return
      case 'batches-changed-elsewhere':
        if (event.batches === undefined || event.batches.includes(id)) rereadAtPace()
        else if (event.batches.some(holdsRows) || mayTakePets(event.lookalikeKeys)) void refresh()
        return
      case 'state-changed':
        // The API key has ended: what was read with it must not be shown any more.
        if (lists.get().evidence === undefined) forgetFindings()
        void refresh()
        return
      case 'seen-pets-changed':
        if (isAsked()) void refresh()
        return
    }
  }

  /**
   * Returns whether what was written with these look-alike keys may answer a pet that is offered to
   * a row, or that is named as its duplicate.
   */
  function mayTakePets(lookalikeKeys: readonly string[] | undefined): boolean {
    if (!isAsked() || lookalikeKeys === undefined) return false
    const comparedRows = view.rowsOf(id).filter((row) => isCheckable(row) || row.state.kind === 'added')
    const comparedKeys = new Set(comparedRows.map((row) => row.lookalikeKey))
    return lookalikeKeys.some((key) => comparedKeys.has(key))
  }

  /** Returns whether an entry of this batch holds one of the rows. */
  function holdsRows(batch: string): boolean {
    return [...questions.conflicts.keys()].some((entryId) => batchOf(entryId) === batch)
  }

  function onRowsWritten(): void {
    if (isRunning(sender.get())) endedAtElapsed = clock.elapsed()
    timer ??= setTimeout(emit, THROTTLE_MS)
    if (isAsked()) void refresh()
  }

  /** Without Web Locks, another tab may have the same import open, or discard it. */
  async function reread(): Promise<void> {
    const saved = await outbox
      .read(async (ledger) => ({
        isDiscarded: (await ledger.getImport(id)) === undefined,
        entries: await ledger.findAll(['batch', id]),
      }))
      .catch(() => undefined)
    if (saved === undefined || isClosed) return
    if (saved.isDiscarded) return onDiscarded()
    view.replaceRows(id, saved.entries)
    endedAtElapsed = clock.elapsed()
    await refresh()
  }

  const rereadAtPace = atPace(reread, () => clock.sleep(PAUSE_MS, new AbortController().signal))

  const unsubscribe = outbox.subscribe(onEvent)

  async function checkList(): Promise<void> {
    askedAtElapsed = clock.elapsed()
    await lists.read()
    await refresh()
  }

  /**
   * Returns the verdict by which a row may be sent again; `undefined` if its pet is offered to
   * another row.
   */
  function sendableVerdict(entryId: EntryId): Verdict | undefined {
    const verdict = findings.verdicts.get(entryId)
    return verdict?.kind === 'taken-by-another-row' ? undefined : verdict
  }

  /**
   * Forgets the findings, which do not hold while rows are sent. Once all are, the lists say what
   * is left to decide.
   */
  async function runAndCheck(send: () => Promise<void>): Promise<void> {
    const rowsBeforeRun = view.rowsOf(id)
    forgetFindings()
    runStart = { done: store.get().progress.done, atElapsed: clock.elapsed() }
    await send()
    const isChanged = view.rowsOf(id).some((row, index) => row !== rowsBeforeRun[index])
    if (isChanged) endedAtElapsed = clock.elapsed()
    const needsNewCheck = isChanged || askedAtElapsed === undefined
    if (needsNewCheck && sender.get().phase === 'idle') askedAtElapsed = clock.elapsed()
    await refresh()
  }

  async function sendWaiting(send: () => Promise<void>): Promise<void> {
    // The press may have waited for a key, and the import was closed meanwhile.
    if (isClosed) return
    askedAtElapsed = undefined
    await runAndCheck(send)
  }

  return {
    record,
    get: store.get,
    subscribe: store.subscribe,

    /** "Check the list" */
    checkList,

    /** Sends what waits, or of it these rows and no others. */
    resume(rows?: readonly Entry[]): Promise<void> {
      const waiting = rows?.filter(({ state }) => state.kind === 'waiting')
      return sendWaiting(() => sender.send({ only: waiting?.map(entryIdOf) }))
    },

    /**
     * "Sign in again": sends what the end of the API key has stopped, once there is another one.
     * Rejects where nobody signs in, or where the import is paused meanwhile.
     */
    async resumeOnceSignedIn(): Promise<void> {
      const pressSignal = sender.pressSignal()
      await outbox.waitForKey(pressSignal)
      if (isPausedBy(sender.get(), 'key')) await sendWaiting(() => sender.resumeAfterKey(pressSignal))
    },

    pause: (): void => sender.pause('user'),

    /** "Send again": these rows and no others, unless the lists show something new. */
    sendAgain(ids: readonly EntryId[]): Promise<void> {
      askedAtElapsed ??= clock.elapsed()
      const shownVerdicts = new Map(ids.map((entryId) => [entryId, sendableVerdict(entryId)]))
      return runAndCheck(() => outbox.sendAgain(id, shownVerdicts))
    },

    /** "Mark as added" */
    markAdded(marks: readonly Mark[]): Promise<void> {
      // That of the press: another one may come before the disk has written it.
      const signInId = outbox.signInId()
      return outbox.decide(id, (ledger) => markAdded(ledger, marks, signInId))
    },

    /** "Include them": the rows that were left out, as they were on the screen. */
    include(rows: readonly Entry[]): Promise<void> {
      const held = rows.flatMap((entry): readonly HeldRow[] =>
        entry.state.kind === 'held'
          ? [{ id: entryIdOf(entry), accepted: answerTo(entry, conflictsShownOf(entry)) }]
          : [],
      )
      return outbox.decide(id, (ledger) => includeHeld(ledger, held))
    },

    /** "Leave them out": rows that were left out before, and included since. */
    leaveOut(rows: readonly Entry[]): Promise<void> {
      return outbox.decide(id, (ledger) => holdIncluded(ledger, rows.map(entryIdOf)))
    },

    /** Waits until the row that is being sent is recorded, then lets other tabs open it. */
    async close(): Promise<void> {
      unsubscribe()
      isClosed = true
      lists.watch(id, [])
      clearTimeout(timer)
      await sender.close()
      view.unfollowImport(id)
    },
  }
}

export type OpenImport = ReturnType<typeof createOpenImport>
