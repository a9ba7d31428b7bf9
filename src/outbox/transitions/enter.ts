import { newId } from '#src/lib/new-id.ts'
import { type Entry, type EntryId, entryIdOf, type Import, newEntry } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { canBeCorrected, pressOf } from '#src/outbox/entry-rules.ts'
import { addHolders, asOfAnotherBatch, createConflictFinder, findConflicts, hold } from './gate.ts'
import { inSlices } from './in-slices.ts'
import { eachOnce } from './read-lookalikes.ts'

/**
 * Puts a pet that was entered by hand into its visit.
 *
 * @param correctedId the rejected pet whose place it takes, if any
 */
export async function enterOrCorrect(
  ledger: LedgerTransaction,
  entry: Entry,
  correctedId: EntryId | undefined,
): Promise<void> {
  if (correctedId === undefined) await enter(ledger, entry)
  else await enterCorrection(ledger, entry, correctedId)
}

/** Puts a pet that was entered by hand into its visit, and holds it where it conflicts. */
export async function enter(ledger: LedgerTransaction, entry: Entry): Promise<void> {
  const entered = { ...entry, sequence: await ledger.takeSequence(1) }
  // We hold it now, and not only when it is sent. By then the other pet may have been added, and
  // the rules ask about an added pet only if it was added after this one was entered.
  await ledger.put(hold(entered, await findConflicts(ledger, entered)))
}

/**
 * Puts a pet into its visit that takes the place of a rejected one, which is then discarded.
 * Another tab may have corrected or discarded that meanwhile, or its record may be gone. Then the
 * pet is entered all the same. Every look-alike that was added holds it, because somebody may have
 * typed the rejected pet anew.
 *
 * @param correctedId the rejected pet
 */
export async function enterCorrection(
  ledger: LedgerTransaction,
  entry: Entry,
  correctedId: EntryId,
): Promise<void> {
  const corrected = await ledger.get(correctedId)
  if (corrected?.state.kind === 'rejected')
    await ledger.put({ ...corrected, state: { kind: 'discarded', isCorrected: true } })
  await enter(ledger, { ...entry, isCorrection: true })
}

/** A row of a file, as the person has reviewed it. */
export type RowToSend = Pick<Entry, 'newPet' | 'position' | 'row'> &
  Partial<Pick<Entry, 'state' | 'accepted'>> & {
    /** `pressOf` the entry that it corrects, as the person has reviewed that. */
    readonly corrects?: string | undefined
    /** The conflicts because of which the review has left it out. */
    readonly leftOutFor?: readonly Entry[]
  }

/**
 * Writes corrected rows of an import in the places of those that were rejected or not sent. If any
 * of these has changed since the person reviewed it, nothing is written. Other rows of the import
 * hold a corrected row as if they were of another import, because a person who corrects a name may
 * not know that the import already has a pet of that name.
 */
export async function correctRows(
  ledger: LedgerTransaction,
  record: Import,
  rows: readonly RowToSend[],
): Promise<readonly Entry[] | 'changed'> {
  const areAsReviewed = await inSlices(rows, async ({ position, corrects }) => {
    const inPlace = await ledger.get(entryIdOf({ batch: record.id, position }))
    return inPlace !== undefined && pressOf(inPlace) === corrects && canBeCorrected(inPlace)
  })
  if (areAsReviewed.includes(false)) return 'changed'
  const entries = await createRows(ledger, record, rows)
  const corrected = await holdAndWrite(ledger, entries, rows)
  await holdLeftOutBy(ledger, corrected)
  return corrected
}

/**
 * Makes corrected rows hold their look-alikes that are left out of the same import. Whoever
 * includes such a look-alike is then told that the import has another row like it.
 */
async function holdLeftOutBy(ledger: LedgerTransaction, corrected: readonly Entry[]): Promise<void> {
  const correctedIds = new Set(corrected.map(entryIdOf))
  for (const holders of Map.groupBy(corrected, ({ lookalikeKey }) => lookalikeKey).values()) {
    const [first] = holders
    if (first === undefined) continue
    const { baseUrl, lookalikeKey, importId } = first
    const held = await ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'held', importId])
    const leftOut = held.filter((row) => !correctedIds.has(entryIdOf(row)))
    await inSlices(leftOut, (row) => ledger.put(addHolders(row, holders)))
  }
}

/**
 * Writes all rows of an import at once, so that it is never there in part. What the review has left
 * out is held from the start, whatever becomes of its conflicts until then. Other tabs wait for
 * this transaction, so it looks up no conflicts itself: `holdWaiting` does, in many transactions.
 */
export async function enterRows(
  ledger: LedgerTransaction,
  record: Import,
  rows: readonly RowToSend[],
): Promise<void> {
  const entries = await createRows(ledger, record, rows)
  const reviewed = entries.map((entry, index) => hold(entry, rows[index]?.leftOutFor ?? []))
  await inSlices(reviewed, ledger.put)
}

/** Writes the record of an import. Returns the entries of its rows, which are not written yet. */
async function createRows(
  ledger: LedgerTransaction,
  record: Import,
  rows: readonly RowToSend[],
): Promise<readonly Entry[]> {
  const savedRecord = await ledger.getImport(record.id)
  const { id, environmentId, baseUrl } = savedRecord ?? record
  // We write a known record, too: in memory that throws for an import on the disk, whose rows could
  // not be sent.
  await ledger.putImport(savedRecord ?? record)
  const press = newId()
  const where = { batch: id, importId: id, environmentId, baseUrl, enteredAt: record.startedAt, press }
  const firstSequence = await ledger.takeSequence(rows.length)
  return rows.map(({ corrects: _corrects, leftOutFor: _leftOutFor, ...row }, index) =>
    newEntry({ ...row, ...where, sequence: firstSequence + index }),
  )
}

/**
 * Writes these corrected rows of one press, each as held where it conflicts, or where the review
 * has left it out. Their conflicts are looked up before any of them is written, because rows of one
 * press that are alike are no conflicts.
 *
 * @param rows the rows of which the entries were made
 */
async function holdAndWrite(
  ledger: LedgerTransaction,
  entries: readonly Entry[],
  rows: readonly RowToSend[],
): Promise<readonly Entry[]> {
  const findConflictsOf = await createConflictFinder(ledger, entries.map(asOfAnotherBatch))
  const gated = await inSlices([...entries.entries()], async ([index, entry]) => {
    const leftOutFor = rows[index]?.leftOutFor ?? []
    return hold(entry, eachOnce([...leftOutFor, ...(await findConflictsOf(asOfAnotherBatch(entry)))]))
  })
  await inSlices(gated, ledger.put)
  return gated
}
