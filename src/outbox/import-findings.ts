import { checkRows, type ImportCheck } from './check-rows.ts'
import type { EntryId } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import { findVerdicts } from './find-verdicts.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { resultOf } from './lists/read-lists.ts'
import type { ImportVerdict, Verdict } from './lists/verdict.ts'
import type { Outbox } from './outbox.ts'
import { isRunning } from './run-state.ts'

/** The things that the lists say of the rows of an import. */
export type Findings = {
  /** If several rows may be the same pet, it is offered to the first alone. */
  readonly verdicts: ReadonlyMap<EntryId, ImportVerdict>
  readonly check: ImportCheck
}

const NOTHING_FOUND: Findings = { verdicts: new Map(), check: { kind: 'none' } }

type Options = {
  readonly outbox: Pick<Outbox, 'view' | 'lists' | 'judge' | 'clock' | 'read' | 'senderOf'>
  readonly importId: string
  /** Returns whether the import is still open. Nobody asks about one that is closed. */
  readonly isOpen: () => boolean
}

/**
 * Finds out what the lists say of the rows of the open import, once somebody has asked. Nothing is
 * read while rows are sent, because it would not hold.
 */
export function createImportFindings({ outbox, importId, isOpen }: Options) {
  const { view, lists, judge, clock } = outbox
  const sender = outbox.senderOf(importId)
  let findings = NOTHING_FOUND
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

  const rows = () => view.rowsOf(importId)

  function isAsked(): boolean {
    return askedAtElapsed !== undefined && isOpen() && !isRunning(sender.get())
  }

  async function findIn(ledger: LedgerTransaction): Promise<Findings> {
    const rowsNow = rows()
    const verdicts = await findVerdicts(ledger, rowsNow, judge)
    const check = await checkRows(ledger, rowsNow, {
      verdicts,
      reading: lists.get(),
      judge,
      askedAtElapsed,
      endedAtElapsed,
    })
    return { verdicts, check }
  }

  return {
    get: (): Findings => findings,

    /** Returns whether somebody has asked, and there is an answer to give: no row is being sent. */
    isAsked,

    /** Asks for lists that are requested from now on. */
    ask(): void {
      askedAtElapsed = clock.elapsed()
    },

    /** Asks, unless somebody has asked before, whose lists then count. */
    askOnce(): void {
      askedAtElapsed ??= clock.elapsed()
    },

    /** Asks no more. */
    stopAsking(): void {
      askedAtElapsed = undefined
    },

    /** Forgets what was found, because it does not hold any more. */
    forget(): void {
      findings = NOTHING_FOUND
    },

    /** Notes that a request of the import may have ended only now. */
    noteRequestEnded(): void {
      endedAtElapsed = clock.elapsed()
    },

    /** Compares the rows with the lists, as these were last read. Never rejects. */
    async find(): Promise<void> {
      const result = resultOf(lists.get())
      const newFindings = await outbox.read(findIn).catch(() => undefined)
      // Rows may be sent, or the API key may end, meanwhile.
      const isOutdated = !isAsked() || resultOf(lists.get()) !== result
      if (newFindings !== undefined && !isOutdated) findings = newFindings
    },

    /** Has the lists read again when a later reading can tell more. */
    watchLists(): void {
      const unconfirmed = rows().filter(isCheckable)
      for (const row of unconfirmed) judge.noteRequestEnd(row)
      const ends = [askedAtElapsed ?? 0, endedAtElapsed, ...unconfirmed.map(judge.requestEndOf)]
      lists.watch(importId, isAsked() ? ends : [])
    },

    stopWatching: (): void => lists.watch(importId, []),

    /**
     * Returns whether what was written with these look-alike keys may answer a pet that is offered
     * to a row, or that is named as its duplicate.
     */
    mayChangeBy(lookalikeKeys: readonly string[] | undefined): boolean {
      if (!isAsked() || lookalikeKeys === undefined) return false
      const comparedRows = rows().filter((row) => isCheckable(row) || row.state.kind === 'added')
      const comparedKeys = new Set(comparedRows.map((row) => row.lookalikeKey))
      return lookalikeKeys.some((key) => comparedKeys.has(key))
    },

    /**
     * Returns the verdict by which a row may be sent again; `undefined` if its pet is offered to
     * another row.
     */
    sendableVerdictOf(id: EntryId): Verdict | undefined {
      const verdict = findings.verdicts.get(id)
      return verdict?.kind === 'taken-by-another-row' ? undefined : verdict
    },
  }
}
