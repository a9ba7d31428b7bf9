import { atPace } from '#src/lib/at-pace.ts'
import { createStore } from '#src/lib/create-store.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import { answerTo } from './answers.ts'
import { type Entry, type EntryId, entryIdOf, type Import, type ImportRow } from './entry.ts'
import { countEntries, type Counts } from './entry-rules.ts'
import { createRunEstimate } from './estimate.ts'
import type { ImportActivity } from './import-activity.ts'
import { createImportFindings, type Findings } from './import-findings.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { resultOf } from './lists/read-lists.ts'
import type { ChangesElsewhere, OutboxEvent } from './news.ts'
import type { Outbox } from './outbox.ts'
import { createQuestionsOfRows } from './questions-of-rows.ts'
import { isPausedBy, isRunning } from './run-state.ts'
import { type HeldRow, includeHeld, leaveOutAgain, type Mark, markAdded } from './transitions/decide.ts'

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
  const { view, lists, clock } = outbox
  const { id } = record
  const sender = outbox.senderOf(id)
  let isClosed = false
  const findings = createImportFindings({ outbox, importId: id, isOpen: () => !isClosed })
  const questions = createQuestionsOfRows(outbox)
  const estimate = createRunEstimate(clock)
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = createStore(takeSnapshot())
  const unsubscribe = outbox.subscribe(onEvent)

  function takeSnapshot(): OpenImportSnapshot {
    const entries = view.rowsOf(id).map(questions.renew)
    const counts = countEntries(entries)
    const { added, rejected, unknown, waiting } = counts
    const done = added + rejected + unknown
    const run = sender.get()
    return {
      run,
      entries,
      // All rows are in one place, so the first one tells.
      canBeSent: entries.slice(0, 1).every(outbox.canSend),
      counts,
      conflicts: questions.conflicts(),
      progress: { done, total: done + waiting },
      minutesLeft: estimate.minutesLeft(run, { done, waiting }),
      ...findings.get(),
    }
  }

  function publish(): void {
    clearTimeout(timer)
    timer = undefined
    // Another import may be open by now.
    if (!isClosed) store.set(takeSnapshot())
  }

  function publishSoon(): void {
    timer ??= setTimeout(publish, THROTTLE_MS)
  }

  function forgetFindings(): void {
    findings.forget()
    publish()
  }

  /**
   * Reads what the ledger says of all rows, and the lists, too, once somebody has asked. Never
   * rejects.
   */
  function refresh(): Promise<void> {
    questions.noteChanged(undefined)
    return refreshChanged()
  }

  /** Does the same, but reads only the questions that may have changed. */
  const refreshChanged = oneAtATime(async () => {
    if (findings.isAsked()) await findings.find()
    // A row that is left out is shown together with what holds it, and anything else at once.
    if (heldRows().every(questions.isRead)) publish()
    await refreshQuestions()
    publish()
    if (!isClosed) findings.watchLists()
  })

  const heldRows = () => view.rowsOf(id).filter(({ state }) => state.kind === 'held')

  /** Reads the entries that hold rows. While rows are sent, nobody decides about held ones. */
  async function refreshQuestions(): Promise<void> {
    if (isRunning(sender.get())) return
    await questions.refresh(heldRows())
  }

  function onEvent(event: OutboxEvent): void {
    switch (event.kind) {
      case 'written':
        return onWritten(event)
      case 'batches-changed-elsewhere':
        return onChangedElsewhere(event)
      case 'state-changed':
        // The API key has ended: what was read with it must not be shown any more.
        if (resultOf(lists.get()) === undefined) forgetFindings()
        void refreshChanged()
        return
      case 'seen-pets-changed':
        if (findings.isAsked()) void refreshChanged()
        return
    }
  }

  function onWritten({ entries, lookalikeKeys }: Extract<OutboxEvent, { kind: 'written' }>): void {
    questions.noteChanged(lookalikeKeys)
    if (entries.some(({ importId }) => importId === id)) onRowsWritten()
    if (entries.some(questions.isHolder) || findings.mayChangeBy(lookalikeKeys)) void refreshChanged()
  }

  function onRowsWritten(): void {
    if (isRunning(sender.get())) findings.noteRequestEnded()
    publishSoon()
    // A row may be held by now, or not any more.
    if (findings.isAsked() || !isRunning(sender.get())) void refreshChanged()
  }

  function onChangedElsewhere({ batches, lookalikeKeys }: ChangesElsewhere): void {
    questions.noteChanged(lookalikeKeys)
    const mayBeOfImport = batches === undefined || batches.includes(id)
    if (mayBeOfImport) rereadAtPace()
    else if (batches.some(questions.hasHolderIn) || findings.mayChangeBy(lookalikeKeys)) void refreshChanged()
  }

  const rereadAtPace = atPace(reread, () => clock.sleep(PAUSE_MS, new AbortController().signal))

  /** Reads all rows. Without Web Locks, another tab may have the import open, or discard it. */
  async function reread(): Promise<void> {
    const saved = await outbox.read(readSaved).catch(() => undefined)
    if (saved === undefined || isClosed) return
    if (saved === 'discarded') return onDiscarded()
    view.replaceRows(id, saved)
    findings.noteRequestEnded()
    await refresh()
  }

  async function readSaved(ledger: LedgerTransaction): Promise<readonly Entry[] | 'discarded'> {
    const isDiscarded = (await ledger.getImport(id)) === undefined
    return isDiscarded ? 'discarded' : ledger.findAll(['batch', id])
  }

  async function checkList(): Promise<void> {
    findings.ask()
    await lists.read()
    await refresh()
  }

  /**
   * Forgets the findings, which do not hold while rows are sent. Once no row waits, the lists say
   * what is left to decide.
   */
  async function runAndCheck(send: () => Promise<void>): Promise<void> {
    const rowsBeforeRun = view.rowsOf(id)
    forgetFindings()
    estimate.beginRun(store.get().progress.done)
    await send()
    const isChanged = view.rowsOf(id).some((row, index) => row !== rowsBeforeRun[index])
    if (isChanged) findings.noteRequestEnded()
    if (!isAnyRowWaiting() && (isChanged || !findings.isAsked())) findings.ask()
    await refresh()
  }

  function isAnyRowWaiting(): boolean {
    return countEntries(view.rowsOf(id)).waiting > 0
  }

  async function sendWaiting(send: () => Promise<void>): Promise<void> {
    // The press may have waited for a key, and the import was closed meanwhile.
    if (isClosed) return
    findings.stopAsking()
    await runAndCheck(send)
  }

  return {
    record,
    get: store.get,
    subscribe: store.subscribe,

    /** Reads what the ledger says of all rows, and the lists, too, once somebody has asked. */
    refresh,

    /** "Check the list" */
    checkList,

    /** Sends what waits: of these rows, or of all without them. */
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
      findings.askOnce()
      const shownVerdicts = new Map(ids.map((entryId) => [entryId, findings.sendableVerdictOf(entryId)]))
      return runAndCheck(() => outbox.sendAgain(id, shownVerdicts))
    },

    /** "Mark as added" */
    markAdded(marks: readonly Mark[]): Promise<void> {
      // We read the sign-in now, because it may be another one once the marks are written.
      const markPress = { signInId: outbox.signInId(), markedAt: clock.now() }
      return outbox.decide(id, (ledger) => markAdded(ledger, marks, markPress))
    },

    /** "Include them": the rows that were left out, as they were on the screen. */
    include(rows: readonly Entry[]): Promise<void> {
      const held = rows.filter(({ state }) => state.kind === 'held')
      const answered = held.map((row): HeldRow => {
        return { id: entryIdOf(row), accepted: answerTo(row, questions.openConflictsOf(row)) }
      })
      return outbox.decide(id, (ledger) => includeHeld(ledger, answered))
    },

    /**
     * "Leave them out": rows that wait, and were left out before. If no other row waits, the import
     * has ended, as after a run.
     */
    async leaveOut(rows: readonly Entry[]): Promise<void> {
      await outbox.decide(id, (ledger) => leaveOutAgain(ledger, rows.map(entryIdOf)))
      // It may have been closed meanwhile, so that the view has no rows of it any more.
      if (isClosed) return
      if (!isAnyRowWaiting()) await runAndCheck(() => sender.reconsiderPause())
    },

    /** Waits until the row that is being sent is recorded, then lets other tabs open it. */
    async close(): Promise<void> {
      unsubscribe()
      isClosed = true
      findings.stopWatching()
      clearTimeout(timer)
      await sender.close()
      view.unfollowImport(id)
    },
  }
}

export type OpenImport = ReturnType<typeof createOpenImport>
