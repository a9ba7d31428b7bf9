import { type Entry, entryIdOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'

/** The states of a row that was added, or may have been. */
const MAYBE_ADDED_STATES = ['sending', 'unknown', 'added'] as const

/**
 * Returns whether another row of an import may be in question by now, where one row stood for the
 * whole import when it held the entry:
 *
 * - if nothing that holds the entry is a question any more, another row may take its place
 * - if the row is still to be sent, but another row may already have been added, the person has to
 *   see both, because the first one says nothing about the other
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
  const rowsToBeSent = openConflicts.filter((row) => imports.includes(row.importId) && isToBeSent(row))
  const mayOthersBeAdded = await Promise.all(
    rowsToBeSent.map((row) => mayAnotherLookalikeBeAdded(ledger, row)),
  )
  return mayOthersBeAdded.includes(true)
}

/** Returns whether another row of the same import that is like this one may have been added. */
async function mayAnotherLookalikeBeAdded(ledger: LedgerTransaction, row: Entry): Promise<boolean> {
  const { baseUrl, lookalikeKey, importId } = row
  const lookalikes = await Promise.all(
    MAYBE_ADDED_STATES.map((kind) => ledger.findAll(['lookalike', baseUrl, lookalikeKey, kind, importId], 1)),
  )
  return lookalikes.flat().some((lookalike) => entryIdOf(lookalike) !== entryIdOf(row))
}

function isToBeSent({ state }: Entry): boolean {
  return state.kind === 'waiting' || state.kind === 'held' || state.kind === 'sending'
}
