import type { Entry } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'

/**
 * Returns whether another row of an import may be in question by now, where one row stood for the
 * whole import when it held the entry:
 *
 * - if nothing that holds the entry is a question any more, another row may take its place
 * - if the row still waits, and the import has added another row since, the person has to see both,
 *   because the answer is about the whole import
 *
 * @param openConflicts the entries that hold it and are still a question
 */
export async function mayOtherRowHold(
  ledger: LedgerTransaction,
  { state, lookalikeKey }: Entry,
  openConflicts: readonly Entry[],
): Promise<boolean> {
  const imports = state.kind === 'held' ? (state.imports ?? []) : []
  if (imports.length === 0) return false
  if (openConflicts.length === 0) return true
  const waitingRows = openConflicts.filter((row) => imports.includes(row.importId) && isToBeSent(row))
  const addedRows = await Promise.all(
    waitingRows.map(({ baseUrl, importId }) =>
      ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'added', importId], 1),
    ),
  )
  return addedRows.flat().length > 0
}

function isToBeSent({ state }: Entry): boolean {
  return state.kind === 'waiting' || state.kind === 'held' || state.kind === 'sending'
}
