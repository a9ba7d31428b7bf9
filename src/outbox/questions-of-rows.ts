import { batchOf, type Entry, type EntryId, entryIdOf, type ImportRow } from './entry.ts'
import { openConflictsOf } from './conflict-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { mayOtherRowHold } from './other-row-of-import.ts'
import type { Outbox } from './outbox.ts'
import { createConflictFinder } from './transitions/gate.ts'
import { slicesOf } from './transitions/in-slices.ts'

/** The questions about rows that are left out. */
export type QuestionsOfRows = {
  /**
   * The entries that hold rows, as far as they were read. `undefined` is one that the ledger does
   * not have any more.
   */
  readonly conflicts: ReadonlyMap<EntryId, Entry | undefined>
  /**
   * Rows whose holders in the ledger are out of date. Each row, as the ledger has it, is the key of
   * the same row as held by the entries that are a question now.
   */
  readonly renewed: ReadonlyMap<ImportRow, ImportRow>
}

const NO_QUESTIONS: QuestionsOfRows = { conflicts: new Map(), renewed: new Map() }

/**
 * Keeps the questions about the rows of the open import as they were last read. Another tab may be
 * sending a file that holds many of these rows. Then only the rows that are like what it has
 * written are read again, because reading all of them would slow that tab down.
 */
export function createQuestionsOfRows({ read }: Pick<Outbox, 'read'>) {
  let questions = NO_QUESTIONS
  /** The rows to which `questions` applies. */
  let readRows: ReadonlySet<ImportRow> = new Set()
  /** The look-alike keys of the rows that may have changed since; `undefined` if all may have. */
  let changedKeys: Set<string> | undefined

  /** Returns the part of `questions` that is about these rows. */
  function questionsAbout(rows: readonly ImportRow[]): QuestionsOfRows {
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

  /**
   * Reads the questions about these rows in many short transactions, so that a claim waits for one
   * of them at most, and not for all.
   */
  async function readInSlices(rows: readonly ImportRow[]): Promise<readonly QuestionsOfRows[]> {
    const questionsOfSlices: QuestionsOfRows[] = []
    for (const slice of slicesOf(rows))
      questionsOfSlices.push(await read((ledger) => readQuestions(ledger, slice)))
    return questionsOfSlices
  }

  return {
    /** Returns the entries that hold rows (`QuestionsOfRows.conflicts`). */
    conflicts: (): QuestionsOfRows['conflicts'] => questions.conflicts,

    /** Returns whether the questions about the row, as it is now, were read. */
    isRead: (row: ImportRow): boolean => readRows.has(row),

    /** Returns the row as held by the entries that are a question now. */
    renew: (row: ImportRow): ImportRow => questions.renewed.get(row) ?? row,

    /** Notes the look-alike keys of what has changed; `undefined` if anything may have. */
    noteChanged(lookalikeKeys: readonly string[] | undefined): void {
      if (lookalikeKeys === undefined) {
        changedKeys = undefined
        return
      }
      for (const key of lookalikeKeys) changedKeys?.add(key)
    },

    /** Reads the questions about these rows, as far as they may have changed. Never rejects. */
    async refresh(heldRows: readonly ImportRow[]): Promise<void> {
      const keys = changedKeys
      changedKeys = new Set()
      const isUnchanged = (row: ImportRow) =>
        keys !== undefined && !keys.has(row.lookalikeKey) && readRows.has(row)
      const { unchanged = [], changed = [] } = Object.groupBy(heldRows, (row) =>
        isUnchanged(row) ? 'unchanged' : 'changed',
      )
      const areAllAsRead = changed.length === 0 && unchanged.length === readRows.size
      if (areAllAsRead) return
      try {
        questions = joinQuestions([questionsAbout(unchanged), ...(await readInSlices(changed))])
        readRows = new Set(heldRows)
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
 * Reads the entries that hold these rows. Where another row of an import may be in question by now,
 * it finds the conflicts of the row anew. It writes nothing.
 */
export async function readQuestions(
  ledger: LedgerTransaction,
  heldRows: readonly ImportRow[],
): Promise<QuestionsOfRows> {
  const conflicts = new Map<EntryId, Entry | undefined>()
  for (const id of new Set(heldRows.flatMap(holdersOf))) conflicts.set(id, await ledger.get(id))
  const outdatedRows: ImportRow[] = []
  for (const row of heldRows) if (await isOutOfDate(ledger, row, conflicts)) outdatedRows.push(row)
  const findConflictsOf = await createConflictFinder(ledger, outdatedRows)
  const renewed = new Map<ImportRow, ImportRow>()
  for (const row of outdatedRows) {
    const currentConflicts = await findConflictsOf({ ...row, state: { kind: 'waiting' } })
    for (const conflict of currentConflicts) conflicts.set(entryIdOf(conflict), conflict)
    renewed.set(row, heldBy(row, currentConflicts))
  }
  return { conflicts, renewed }
}

/** Joins questions. If an entry was read more than once, it counts as it was read last. */
function joinQuestions(parts: readonly QuestionsOfRows[]): QuestionsOfRows {
  return {
    conflicts: new Map(parts.flatMap(({ conflicts }) => [...conflicts])),
    renewed: new Map(parts.flatMap(({ renewed }) => [...renewed])),
  }
}

function holdersOf({ state }: ImportRow): readonly EntryId[] {
  return state.kind === 'held' ? state.by : []
}

/**
 * Returns whether another row of an import may be in question by now. If the ledger has lost one of
 * the entries that hold this row, the question stays as it is: the lost entry may have added the
 * pet.
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

/** Returns the row as held by these conflicts. If there are none, the question is over for good. */
function heldBy(row: ImportRow, conflicts: readonly Entry[]): ImportRow {
  const { state } = row
  if (state.kind !== 'held') return row
  if (conflicts.length === 0) return { ...row, state: { kind: 'held', by: state.by } }
  return { ...row, state: { ...state, by: conflicts.map(entryIdOf) } }
}
