import { type Entry, type EntryId, entryIdOf } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { createGate } from './gate.ts'
import { inSlices } from './in-slices.ts'

/**
 * Sets free what this entry has held in its own batch, unless something else holds it as well. Returns what was entered by
 * hand and is free now: the press that settled this one sends it.
 */
export async function release(ledger: LedgerTransaction, settled: Entry): Promise<readonly EntryId[]> {
  const held = await ledger.all(['heldBy', entryIdOf(settled)])
  return regate(
    ledger,
    held.filter(({ batch }) => batch === settled.batch),
  )
}

/** Asks the gate anew about held entries of one batch. Returns those by hand that are free now. */
export async function regate(ledger: LedgerTransaction, held: readonly Entry[]): Promise<readonly EntryId[]> {
  const waiting = held.map((entry): Entry => ({ ...entry, state: { kind: 'waiting' } }))
  const gate = await createGate(ledger, waiting)
  const next = await inSlices(waiting, async (entry) => {
    const gated = await gate(entry)
    await ledger.put(gated)
    return gated
  })
  return next.filter(({ importId, state }) => importId === '' && state.kind === 'waiting').map(entryIdOf)
}
