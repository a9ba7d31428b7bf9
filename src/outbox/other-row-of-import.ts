import type { Entry } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'

/**
 * Returns whether other rows of an import may hold the entry by now than the one that stood for the
 * import when it held it. That one may be no question any more. Or it still waits, and the import
 * has added another row meanwhile, which the person has to see: the answer is about the whole
 * import.
 *
 * @param open the entries that hold it and are still a question
 */
export async function mayOtherRowHold(
  ledger: LedgerTransaction,
  { state, lookalikeKey }: Entry,
  open: readonly Entry[],
): Promise<boolean> {
  const imports = state.kind === 'held' ? (state.imports ?? []) : []
  if (imports.length === 0) return false
  if (open.length === 0) return true
  const waiting = open.filter((row) => imports.includes(row.importId) && isToBeSent(row))
  const added = await Promise.all(
    waiting.map(({ baseUrl, importId }) =>
      ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'added', importId], 1),
    ),
  )
  return added.flat().length > 0
}

function isToBeSent({ state }: Entry): boolean {
  return state.kind === 'waiting' || state.kind === 'held' || state.kind === 'sending'
}
