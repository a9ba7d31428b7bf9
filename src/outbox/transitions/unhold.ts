import { batchOf, type Entry, type EntryId, entryIdOf, entryIdOfAnswerKey } from '#src/outbox/entry.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { createConflictFinder, hold } from './gate.ts'
import { inSlices } from './in-slices.ts'

/**
 * Unholds what this entry has held in its own batch, unless another conflict holds it as well.
 * Returns what it unholds by hand: the press that settled this entry sends it.
 */
export async function unholdBy(ledger: LedgerTransaction, settled: Entry): Promise<readonly EntryId[]> {
  const held = await ledger.findAll(['heldBy', entryIdOf(settled)])
  const ofSameBatch = held.filter(({ batch }) => batch === settled.batch)
  return recheckHeld(
    ledger,
    ofSameBatch.filter((entry) => !mustStayLeftOut(entry)),
  )
}

/**
 * Returns whether the entry is a row about which the person was asked because of another batch, and
 * has not answered. It stays left out until they do, whatever has become of that batch, and of the
 * rows of its own import.
 */
function mustStayLeftOut({ importId, batch, askedAbout, accepted }: Entry): boolean {
  if (importId === '' || askedAbout === undefined) return false
  const unansweredKeys = askedAbout.entries.filter((key) => !accepted.entries.includes(key))
  // An answer about a whole import does not count, because a row of it may have become unconfirmed
  // since.
  return unansweredKeys.some((key) => batchOf(entryIdOfAnswerKey(key)) !== batch)
}

/**
 * Unholds the pets by hand, in all batches, that these deleted entries have held. A row stays left
 * out until a person includes it: a run of its import that is under way would send it unasked.
 */
export async function unholdByDeleted(ledger: LedgerTransaction, deleted: readonly Entry[]): Promise<void> {
  const deletedIds = new Set(deleted.map(entryIdOf))
  const held = await inSlices([...deletedIds], (id) => ledger.findAll(['heldBy', id]))
  const heldById = new Map(held.flat().map((entry) => [entryIdOf(entry), entry]))
  const { byHand = [], rows = [] } = Object.groupBy(heldById.values(), ({ importId }) =>
    importId === '' ? 'byHand' : 'rows',
  )
  for (const ofVisit of Map.groupBy(byHand, ({ batch }) => batch).values()) await recheckHeld(ledger, ofVisit)
  await inSlices(rows, (row) => ledger.put(withoutHolders(row, deletedIds)))
}

/** Returns a held entry as held by the others alone. If there are none, it stays held. */
function withoutHolders(entry: Entry, deletedIds: ReadonlySet<EntryId>): Entry {
  const { state } = entry
  if (state.kind !== 'held') return entry
  return { ...entry, state: { ...state, by: state.by.filter((id) => !deletedIds.has(id)) } }
}

/**
 * Looks up the conflicts of held entries of one batch anew, and leaves rows that a person has left
 * out as they are. Returns the entries by hand that it unholds. An entry that is unheld comes after
 * all that was entered while it was held, because nobody was asked about that.
 */
export async function recheckHeld(
  ledger: LedgerTransaction,
  held: readonly Entry[],
): Promise<readonly EntryId[]> {
  const heldByGate = held.filter(({ state }) => state.kind === 'held' && state.isByPerson !== true)
  const waiting = await backToWaiting(ledger, heldByGate)
  const findConflictsOf = await createConflictFinder(ledger, waiting)
  const next = await inSlices(waiting, async (entry) => {
    const gated = hold(entry, await findConflictsOf(entry))
    await ledger.put(gated)
    return gated
  })
  return next.filter(({ importId, state }) => importId === '' && state.kind === 'waiting').map(entryIdOf)
}

/**
 * Returns these held entries as they are once they wait: in their order, with new sequence numbers,
 * so that whatever waits by now is a conflict. What only another tab may send keeps its number.
 */
export async function backToWaiting(
  ledger: LedgerTransaction,
  held: readonly Entry[],
): Promise<readonly Entry[]> {
  if (held.length === 0) return []
  const first = await ledger.takeSequence(held.length)
  const inOrder = held.toSorted((earlier, later) => earlier.sequence - later.sequence)
  return inSlices([...inOrder.entries()], async ([index, entry]) => {
    const maySend = await ledger.maySend(entryIdOf(entry))
    const sequence = maySend ? first + index : entry.sequence
    const { firstSequence = entry.sequence } = entry
    const press = pressOf(entry)
    return { ...entry, sequence, firstSequence, press, state: { kind: 'waiting' } }
  })
}
