import { type Entry, entryIdOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'

/** The states of a row that may have been added. */
const SENT = ['sending', 'unknown', 'added'] as const

/**
 * Returns whether another row of an import may be in question by now, where one row stood for the
 * whole import when it held the entry:
 *
 * - if nothing that holds the entry is a question any more, another row may take its place
 * - if the row still waits, and another row was sent since, which was not rejected, the person has
 *   to see both: the row that waits says nothing about what may already have been added
 *
 * @param openConflicts the entries that hold it and are still a question
 */
export async function mayOtherRowHold(
  ledger: LedgerTransaction,
  { state }: Entry,
  openConflicts: readonly Entry[],
): Promise<boolean> {
  const imports = state.kind === 'held' ? (state.imports ?? []) : []
  if (imports.length === 0) return false
  if (openConflicts.length === 0) return true
  const waitingRows = openConflicts.filter((row) => imports.includes(row.importId) && isToBeSent(row))
  const areOthersSent = await Promise.all(waitingRows.map((row) => isAnotherRowSent(ledger, row)))
  return areOthersSent.includes(true)
}

/** Returns whether another look-alike of the same import may have been added. */
async function isAnotherRowSent(ledger: LedgerTransaction, row: Entry): Promise<boolean> {
  const { baseUrl, lookalikeKey, importId } = row
  const sentRows = await Promise.all(
    SENT.map((kind) => ledger.findAll(['lookalike', baseUrl, lookalikeKey, kind, importId], 1)),
  )
  return sentRows.flat().some((sent) => entryIdOf(sent) !== entryIdOf(row))
}

function isToBeSent({ state }: Entry): boolean {
  return state.kind === 'waiting' || state.kind === 'held' || state.kind === 'sending'
}
