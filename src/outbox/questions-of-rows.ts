import { batchOf, type Entry, type EntryId, entryIdOf, type ImportRow } from './entry.ts'
import { openConflictsOf } from './conflict-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { mayOtherRowHold } from './other-row-of-import.ts'
import type { Outbox } from './outbox.ts'
import { createConflictFinder } from './transitions/gate.ts'

/** The questions about rows that are left out. */
export type QuestionsOfRows = {
  /**
   * The entries that hold rows, as far as they were read. `undefined` is one that the ledger does
   * not have any more.
   */
  readonly conflicts: ReadonlyMap<EntryId, Entry | undefined>
  /** Rows that other entries hold than the ledger says, each by the row as the ledger has it. */
  readonly renewed: ReadonlyMap<ImportRow, ImportRow>
}

const NO_QUESTIONS: QuestionsOfRows = { conflicts: new Map(), renewed: new Map() }

/**
 * Keeps the questions about the rows of the open import as they were last read. While another tab
 * sends a file that holds many of them, only those that are like what it has written are read
 * again: reading all of them would slow that tab down.
 */
export function createQuestionsOfRows({ read }: Pick<Outbox, 'read'>) {
  let questions = NO_QUESTIONS
  /** The rows to which `questions` applies. */
  let readRows: ReadonlySet<ImportRow> = new Set()
  /** The look-alike keys of the questions that may have changed since; `undefined`: all. */
  let changedKeys: ReadonlySet<string> | undefined

  /** Returns the part of `questions` that still holds for these rows. */
  function stillValid(rows: readonly ImportRow[]): QuestionsOfRows {
    const holders = new Set(rows.flatMap((row) => holdersOf(questions.renewed.get(row) ?? row)))
    return {
      conflicts: new Map([...questions.conflicts].filter(([id]) => holders.has(id))),
      renewed: new Map(
        rows.flatMap((row) => {
          const renewed = questions.renewed.get(row)
          return renewed === undefined ? [] : [[row, renewed] as const]
        }),
      ),
    }
  }

  return {
    /** Returns the entries that hold rows (`QuestionsOfRows.conflicts`). */
    conflicts: (): QuestionsOfRows['conflicts'] => questions.conflicts,

    /** Returns the row as held by the entries that are a question now. */
    renew: (row: ImportRow): ImportRow => questions.renewed.get(row) ?? row,

    /** Notes the look-alike keys of what has changed; `undefined`: anything may have. */
    noteChanged(lookalikeKeys: readonly string[] | undefined): void {
      if (lookalikeKeys === undefined || changedKeys === undefined) changedKeys = undefined
      else changedKeys = new Set([...changedKeys, ...lookalikeKeys])
    },

    /** Reads the questions about these rows, as far as they may have changed. Never rejects. */
    async refresh(held: readonly ImportRow[]): Promise<void> {
      const keys = changedKeys
      changedKeys = new Set()
      const isUnchanged = (row: ImportRow) =>
        keys !== undefined && !keys.has(row.lookalikeKey) && readRows.has(row)
      const { unchanged = [], changed = [] } = Object.groupBy(held, (row) =>
        isUnchanged(row) ? 'unchanged' : 'changed',
      )
      const known = stillValid(unchanged)
      try {
        const news =
          changed.length === 0 ? NO_QUESTIONS : await read((ledger) => readQuestions(ledger, changed))
        questions = {
          conflicts: new Map([...known.conflicts, ...news.conflicts]),
          renewed: new Map([...known.renewed, ...news.renewed]),
        }
        readRows = new Set(held)
      } catch {
        changedKeys = undefined
      }
    },

    /** Returns the entries that hold this row and are still a question. */
    openConflictsOf: (row: Entry): readonly Entry[] =>
      openConflictsOf(row, (id) => questions.conflicts.get(id)),

    /** Returns whether the entry holds one of the rows. */
    isHolder: (entry: Entry): boolean => questions.conflicts.has(entryIdOf(entry)),

    /** Returns whether an entry of this batch holds one of the rows. */
    hasHolderIn: (batch: string): boolean =>
      [...questions.conflicts.keys()].some((id) => batchOf(id) === batch),
  }
}

/**
 * Reads the entries that hold these rows. If another row of an import may hold one by now, we look
 * again. Nothing is written.
 */
export async function readQuestions(
  ledger: LedgerTransaction,
  held: readonly ImportRow[],
): Promise<QuestionsOfRows> {
  const conflicts = new Map<EntryId, Entry | undefined>()
  for (const id of new Set(held.flatMap(holdersOf))) conflicts.set(id, await ledger.get(id))
  const outOfDate: ImportRow[] = []
  for (const row of held) if (await isOutOfDate(ledger, row, conflicts)) outOfDate.push(row)
  const findConflictsOf = await createConflictFinder(ledger, outOfDate)
  const renewed = new Map<ImportRow, ImportRow>()
  for (const row of outOfDate) {
    const found = await findConflictsOf({ ...row, state: { kind: 'waiting' } })
    for (const conflict of found) conflicts.set(entryIdOf(conflict), conflict)
    renewed.set(row, heldBy(row, found))
  }
  return { conflicts, renewed }
}

function holdersOf({ state }: ImportRow): readonly EntryId[] {
  return state.kind === 'held' ? state.by : []
}

/**
 * Returns whether another row of an import may hold this one by now. While the record of one that
 * holds it is lost, that one may have added the pet, whatever others did.
 */
async function isOutOfDate(
  ledger: LedgerTransaction,
  row: ImportRow,
  conflicts: QuestionsOfRows['conflicts'],
): Promise<boolean> {
  const areAllThere = holdersOf(row).every((id) => conflicts.get(id) !== undefined)
  if (!areAllThere) return false
  return mayOtherRowHold(
    ledger,
    row,
    openConflictsOf(row, (id) => conflicts.get(id)),
  )
}

/** Returns the row as held by these conflicts. Without any, its question is over for good. */
function heldBy(row: ImportRow, conflicts: readonly Entry[]): ImportRow {
  const { state } = row
  if (state.kind !== 'held') return row
  if (conflicts.length === 0) return { ...row, state: { kind: 'held', by: state.by } }
  return { ...row, state: { ...state, by: conflicts.map(entryIdOf) } }
}
