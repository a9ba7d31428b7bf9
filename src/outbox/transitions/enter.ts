import { type Entry, type EntryId, entryIdOf, type Import, newEntry } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { createGate, findConflicts, heldBy } from './gate.ts'
import { inSlices } from './in-slices.ts'

/**
 * Puts a pet that was entered by hand into its visit, and holds it where it conflicts.
 *
 * @param replaces the rejected pet that it corrects
 */
export async function enter(ledger: LedgerTransaction, entry: Entry, replaces?: EntryId): Promise<void> {
  const entered = { ...entry, sequence: await ledger.takeSequence(1) }
  const replaced = replaces && (await ledger.get(replaces))
  if (replaced?.state.kind === 'rejected')
    await ledger.put({ ...replaced, state: { kind: 'discarded', isCorrected: true } })
  else if (replaces !== undefined) {
    // Another tab has corrected or discarded it meanwhile: the person decides.
    await ledger.put({ ...entered, state: { kind: 'held', by: [replaces] } })
    return
  }
  // It may wait for long, and what conflicts now would be added by then, and conflict no more.
  await ledger.put(heldBy(entered, await findConflicts(ledger, entered)))
}

/** A row of a file, as the person has reviewed it. */
export type RowToSend = Pick<Entry, 'newPet' | 'position' | 'row'> &
  Partial<Pick<Entry, 'state' | 'accepted'>>

/**
 * Writes rows of a file that is started or goes on now: new ones, or corrected ones in the places of those that were rejected
 * or not sent. Those that conflict with what this device has added or sent before are held, unless the person has accepted
 * that. Returns the entries as they are then, in the order of the rows.
 */
export async function enterRows(
  ledger: LedgerTransaction,
  record: Import,
  rows: readonly RowToSend[],
): Promise<readonly Entry[]> {
  const known = await ledger.getImport(record.id)
  const { id, environmentId, baseUrl } = known ?? record
  // A known one, too: in memory, an import of the disk gets no rows, because they could not be sent.
  await ledger.putImport(known ?? record)
  const where = { batch: id, importId: id, environmentId, baseUrl, enteredAt: record.startedAt }
  const firstSequence = await ledger.takeSequence(rows.length)
  const entries = rows.map((row, index) => newEntry({ ...row, ...where, sequence: firstSequence + index }))
  const gate = await createGate(ledger, entries)
  return inSlices(entries, async (entry) => {
    const before = known && (await ledger.get(entryIdOf(entry)))
    const isFree =
      before === undefined || before.state.kind === 'rejected' || before.state.kind === 'not-sent'
    if (!isFree) return before
    const next = await gate(entry)
    await ledger.put(next)
    return next
  })
}
