import { latestGivenUpAt } from '#src/pets/reconcile-lost-post.ts'
import type { ImportJournal, ImportRow, OutcomeChange } from './import-journal.ts'
import type { ImportCounts, RowOutcome } from './import-types.ts'

export const CRASHED_MESSAGE = 'The app closed while this row was being sent.'

/** The rows still to send in one go. A row that the service did not process stays first until it is. */
export type RowQueue = { readonly next: () => ImportRow | undefined; readonly processed: () => void }

/**
 * The rows of an open import in memory, and which of their outcomes are not on disk yet. A row that the journal left as
 * `sending` was being sent when the tab crashed: it is unknown.
 */
export function createImportRows(journal: Pick<ImportJournal, 'rows' | 'append'>, now: () => number) {
  // Mutated, and no row before `firstWaiting` is waiting: the cost of a row must not grow with their number.
  const rows: ImportRow[] = journal.rows.map((row) => {
    const { outcome } = row
    const openedAt = now()
    if (outcome.kind === 'sending') {
      const givenUpAt = latestGivenUpAt(outcome.at ?? Infinity, openedAt)
      return { ...row, outcome: { kind: 'unknown', message: CRASHED_MESSAGE, givenUpAt } }
    }
    // The clock was ahead then.
    if (outcome.kind === 'unknown' && (outcome.givenUpAt ?? 0) > openedAt)
      return { ...row, outcome: { ...outcome, givenUpAt: openedAt } }
    return row
  })
  let firstWaiting = 0
  let pendingWrites: OutcomeChange[] = rows
    .filter((row, index) => row !== journal.rows[index])
    .map(({ position, outcome }) => ({ position, outcome }))

  const isUnknown = (position: number) => rows[position]?.outcome.kind === 'unknown'

  function setInMemory(position: number, outcome: RowOutcome) {
    rows[position] = { ...(rows[position] as ImportRow), outcome }
    if (outcome.kind === 'waiting') firstWaiting = Math.min(firstWaiting, position)
  }

  /** Pending outcomes and `changes` in one transaction. @returns whether they are on disk. */
  async function write(changes: readonly OutcomeChange[]): Promise<boolean> {
    const all = [...pendingWrites, ...changes]
    if (all.length === 0) return true
    try {
      await journal.append(all)
      pendingWrites = pendingWrites.filter((change) => !all.includes(change))
      return true
    } catch {
      return false
    }
  }

  return {
    isUnknown,

    all: (): readonly ImportRow[] => [...rows],

    hasWaiting: (): boolean => rows.some(isWaiting),

    /** Progress leaves out rows that failed validation. */
    count(): { counts: ImportCounts; progress: { done: number; total: number } } {
      const counts = { added: 0, rejected: 0, unknown: 0, waiting: 0 }
      const progress = { done: 0, total: 0 }
      for (const { outcome, newPet } of rows) {
        const kind = outcome.kind === 'sending' ? 'waiting' : outcome.kind
        counts[kind]++
        if (newPet === undefined) continue
        progress.total++
        if (kind !== 'waiting') progress.done++
      }
      return { counts, progress }
    },

    waiting: (): RowQueue => ({
      next: () => {
        while (firstWaiting < rows.length && !isWaiting(rows[firstWaiting] as ImportRow)) firstWaiting++
        return rows[firstWaiting]
      },
      processed: () => undefined,
    }),

    only(positions: readonly number[]): RowQueue {
      const queue = [...positions]
      return {
        next: () => {
          while (queue[0] !== undefined && !isUnknown(queue[0])) queue.shift()
          return rows[queue[0] ?? -1]
        },
        processed: () => void queue.shift(),
      }
    },

    /**
     * Writes that `row` is about to be sent, before its request.
     * @returns `withdrawn` when it was paused or resolved during the write: it must not be sent.
     */
    async recordSending(
      row: ImportRow,
      isRunning: () => boolean,
    ): Promise<'recorded' | 'withdrawn' | 'not-saved'> {
      const { position } = row
      const sending = { kind: 'sending', at: now() } as const
      if (!(await write([{ position, outcome: sending }]))) return 'not-saved'
      const { outcome } = rows[position] as ImportRow
      if (!isRunning() || outcome !== row.outcome) {
        pendingWrites.push({ position, outcome })
        return 'withdrawn'
      }
      setInMemory(position, sending)
      return 'recorded'
    },

    /** Visible at once; on disk with the next write. */
    setOutcome(position: number, outcome: RowOutcome): void {
      setInMemory(position, outcome)
      pendingWrites.push({ position, outcome })
    },

    save: (): Promise<boolean> => write([]),
  }
}

function isWaiting({ outcome }: ImportRow): boolean {
  return outcome.kind === 'waiting'
}
