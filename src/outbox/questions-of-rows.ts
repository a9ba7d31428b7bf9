import { type Entry, type EntryId, entryIdOf, type ImportRow } from './entry.ts'
import { openConflictsOf } from './entry-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
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

export const NO_QUESTIONS: QuestionsOfRows = { conflicts: new Map(), renewed: new Map() }

/**
 * Reads the entries that hold these rows. If one that stood for its import is no question any more,
 * another row of that import may be one, so we look again. Nothing is written.
 */
export async function readQuestions(
  ledger: LedgerTransaction,
  held: readonly ImportRow[],
): Promise<QuestionsOfRows> {
  const conflicts = new Map<EntryId, Entry | undefined>()
  for (const id of new Set(held.flatMap(holdersOf))) conflicts.set(id, await ledger.get(id))
  const outOfDate = held.filter((row) => mayOtherRowHold(row, conflicts))
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

/** Returns whether another row of an import may hold this one by now. */
function mayOtherRowHold(row: ImportRow, conflicts: QuestionsOfRows['conflicts']): boolean {
  const { state } = row
  if (state.kind !== 'held' || state.imports === undefined) return false
  const areAllThere = state.by.every((id) => conflicts.get(id) !== undefined)
  return areAllThere && openConflictsOf(row, (id) => conflicts.get(id)).length === 0
}

/** Returns the row as held by these conflicts. Without any, its question is over for good. */
function heldBy(row: ImportRow, conflicts: readonly Entry[]): ImportRow {
  const { state } = row
  if (state.kind !== 'held') return row
  if (conflicts.length === 0) return { ...row, state: { kind: 'held', by: state.by } }
  return { ...row, state: { ...state, by: conflicts.map(entryIdOf) } }
}
