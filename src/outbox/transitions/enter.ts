import { newId } from '#src/lib/new-id.ts'
import { type Entry, type EntryId, entryIdOf, type Import, newEntry } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { canBeCorrected, pressOf } from '#src/outbox/entry-rules.ts'
import { createConflictCheck, findConflicts, hold } from './gate.ts'
import { inSlices } from './in-slices.ts'

/** Puts a pet that was entered by hand into its visit, and holds it where it conflicts. */
export async function enter(ledger: LedgerTransaction, entry: Entry): Promise<void> {
  await holdOrPut(ledger, await withSequence(ledger, entry))
}

/**
 * Does the same with a pet that takes the place of a rejected one.
 *
 * @param correctedId the rejected pet
 */
export async function enterCorrection(
  ledger: LedgerTransaction,
  entry: Entry,
  correctedId: EntryId,
): Promise<void> {
  const entered = await withSequence(ledger, entry)
  const corrected = await ledger.get(correctedId)
  if (corrected === undefined) {
    // The record is gone, with a ledger in memory or a database that was deleted.
    await holdOrPut(ledger, entered)
    return
  }
  if (corrected.state.kind !== 'rejected') {
    // Another tab has corrected or discarded it meanwhile: the person decides.
    await holdOrPut(ledger, entered, [await findCorrection(ledger, corrected)])
    return
  }
  const correctedBy = entryIdOf(entered)
  await ledger.put({ ...corrected, state: { kind: 'discarded', isCorrected: true, correctedBy } })
  await holdOrPut(ledger, entered)
}

/** Returns the entry that has taken the place of this one, or itself where none has. */
async function findCorrection(ledger: LedgerTransaction, entry: Entry): Promise<Entry> {
  const correctedBy = entry.state.kind === 'discarded' ? entry.state.correctedBy : undefined
  const correction = correctedBy && (await ledger.get(correctedBy))
  return correction === undefined ? entry : findCorrection(ledger, correction)
}

/**
 * Returns what the same press has entered before, or what has taken its place. A browser that has
 * crashed restores a form that was sent already, and a duplicated tab has a copy of it.
 */
async function findEnteredBySamePress(
  ledger: LedgerTransaction,
  { press, baseUrl, lookalikeKey }: Entry,
): Promise<readonly Entry[]> {
  if (press === undefined) return []
  // Those in other states are conflicts by themselves.
  const kinds = ['held', 'added', 'discarded'] as const
  const lookalikes = await Promise.all(
    kinds.map((kind) => ledger.findAll(['lookalike', baseUrl, lookalikeKey, kind, ''])),
  )
  const ofPress = lookalikes.flat().filter((lookalike) => lookalike.press === press)
  const current = await Promise.all(ofPress.map((entry) => findCorrection(ledger, entry)))
  return current.filter(({ state }) => state.kind !== 'discarded' && state.kind !== 'rejected')
}

async function withSequence(ledger: LedgerTransaction, entry: Entry): Promise<Entry> {
  return { ...entry, sequence: await ledger.takeSequence(1) }
}

/**
 * Holds the entry by what its press has entered before, and by its conflicts, or lets it wait.
 *
 * @param corrections what another tab has entered in its place
 */
async function holdOrPut(
  ledger: LedgerTransaction,
  entered: Entry,
  corrections: readonly Entry[] = [],
): Promise<void> {
  const enteredBefore = await findEnteredBySamePress(ledger, entered)
  const conflicts = [...corrections, ...enteredBefore, ...(await findConflicts(ledger, entered))]
  const conflictsById = new Map(conflicts.map((conflict) => [entryIdOf(conflict), conflict]))
  // The pet may wait long. By then the conflict may be added, and no longer be a conflict.
  await ledger.put(noteQuestion(hold(entered, [...conflictsById.values()])))
}

/** Notes in an entry that is held when it is entered what the person is asked about. */
function noteQuestion(entry: Entry): Entry {
  if (entry.state.kind !== 'held') return entry
  const { by, imports = [] } = entry.state
  return { ...entry, askedAbout: { entries: by, imports } }
}

/** A row of a file, as the person has reviewed it. */
export type RowToSend = Pick<Entry, 'newPet' | 'position' | 'row'> &
  Partial<Pick<Entry, 'state' | 'accepted'>> & {
    /** `pressOf` the entry that it corrects, as the person has reviewed that. */
    readonly corrects?: string | undefined
  }

/**
 * Writes corrected rows of an import in the places of those that were rejected or not sent. It
 * writes none where another entry is in the place of one that was reviewed, or that one was added
 * after all: the person looks again.
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
  return areAsReviewed.includes(false) ? 'changed' : enterRows(ledger, record, rows)
}

/**
 * Writes rows of an import. Those that conflict with what this device has added or sent before are
 * held, unless the person has accepted that. Returns the entries as they are then, in the order of
 * the rows.
 */
export async function enterRows(
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
  const entries = rows.map(({ corrects: _corrects, ...row }, index) =>
    newEntry({ ...row, ...where, sequence: firstSequence + index }),
  )
  const holdIfConflicting = await createConflictCheck(ledger, entries)
  return inSlices(entries, async (entry) => {
    const next = noteQuestion(await holdIfConflicting(entry))
    await ledger.put(next)
    return next
  })
}
