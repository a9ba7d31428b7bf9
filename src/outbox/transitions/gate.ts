import {
  type Accepted,
  type Entry,
  type EntryId,
  entryIdOf,
  newEntry,
  NOTHING_ACCEPTED,
} from '#src/outbox/entry.ts'
import { nameConflicts, isAcceptedAlone, joinAccepted } from '#src/outbox/answers.ts'
import { conflictsOf } from '#src/outbox/conflict-rules.ts'
import { answerKeyOf, isGivenUp } from '#src/outbox/entry-rules.ts'
import type { OutboxPorts } from '#src/outbox/ports.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { inSlices } from './in-slices.ts'
import { eachOnce, readForm, readLookalikes, readLookalikesAndForm } from './read-lookalikes.ts'

/**
 * Returns the entries that may already have added this pet, or are about to. An import may have
 * many such rows that it has added or still has to add. The newest of them stands for all, so that
 * this takes few steps.
 */
export async function findConflicts(ledger: LedgerTransaction, entry: Entry): Promise<readonly Entry[]> {
  const conflicts = conflictsOf(entry, await readLookalikesAndForm(ledger, entry))
  if (conflicts.length === 0 || entry.importId !== '') return conflicts
  // The answers of its visit count, too. They are read only now, because few entries need them.
  const answers = joinAnswers(entry, await readVisitOf(ledger, entry))
  const others = await readLookalikesAndForm(ledger, { ...entry, accepted: answers })
  return conflictsOf(entry, others, answers)
}

/**
 * Returns the entry as held by these conflicts, or the entry itself if there are none. `askedAbout`
 * notes them, because they stay a question until the person answers it.
 */
export function hold(entry: Entry, conflicts: readonly Entry[]): Entry {
  if (conflicts.length === 0) return entry
  const question = nameConflicts(conflicts)
  const { imports } = question
  const by = conflicts.map(entryIdOf)
  return {
    ...entry,
    state: { kind: 'held', by, ...(imports.length > 0 && { imports }) },
    askedAbout: entry.askedAbout === undefined ? question : joinAccepted(entry.askedAbout, question),
  }
}

/**
 * Returns a row that is left out as held by these entries, too. Each of them stands for itself, and
 * none for its import.
 */
export function addHolders(row: Entry, holders: readonly Entry[]): Entry {
  if (row.state.kind !== 'held') return row
  const { askedAbout = NOTHING_ACCEPTED, state } = row
  const by = [...new Set([...state.by, ...holders.map(entryIdOf)])]
  const question = { entries: holders.map(answerKeyOf), imports: [] }
  return { ...row, state: { ...state, by }, askedAbout: joinAccepted(askedAbout, question) }
}

/**
 * Holds the look-alikes of this entry that wait in its batch and have conflicts. The conflicts are
 * looked up once for all of them.
 */
export async function holdLookalikes(ledger: LedgerTransaction, entry: Entry): Promise<void> {
  const { batch, baseUrl, lookalikeKey, importId } = entry
  const waiting = await ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'waiting', importId])
  const ofBatch = waiting.filter((lookalike) => lookalike.batch === batch)
  await holdConflicting(ledger, ofBatch)
}

/**
 * Holds those of these rows of one import that wait and conflict by now, before it is resumed. The
 * rows may come in several transactions, because each is looked at again in the one that claims it.
 */
export async function holdWaiting(ledger: LedgerTransaction, ids: readonly EntryId[]): Promise<void> {
  const entries = (await Promise.all(ids.map(ledger.get))).filter((entry) => entry !== undefined)
  const waiting = entries.filter(({ state }) => state.kind === 'waiting')
  await holdConflicting(ledger, waiting)
}

/** Writes each of these waiting entries of one batch as held, where it conflicts. */
export async function holdConflicting(ledger: LedgerTransaction, entries: readonly Entry[]): Promise<void> {
  const findConflictsOf = await createConflictFinder(ledger, entries)
  await inSlices(entries, async (entry) => {
    const next = hold(entry, await findConflictsOf(entry))
    if (next !== entry) await ledger.put(next)
  })
}

/**
 * Looks up the conflicts of many entries of one batch. The ledger is asked once for all entries
 * that are alike, where that is enough. The returned function returns the conflicts of one of the
 * entries, and none of an entry that does not wait.
 */
export async function createConflictFinder(
  ledger: LedgerTransaction,
  entries: readonly Entry[],
): Promise<(entry: Entry) => Promise<readonly Entry[]>> {
  const lookalikesByKey = await readLookalikesOfNewest(ledger, entries)
  const visitEntries = await readVisitOf(ledger, entries[0])

  async function lookalikesOf(entry: Entry): Promise<readonly Entry[]> {
    const ofNewest = lookalikesByKey.get(entry.lookalikeKey) ?? []
    const isSomeMissing =
      entry.askedAbout !== undefined || ofNewest.some((lookalike) => mayHideOlder(entry, lookalike))
    return isSomeMissing ? readLookalikes(ledger, entry) : ofNewest
  }

  return async (entry) => {
    if (entry.state.kind !== 'waiting') return []
    const answers = joinAnswers(entry, visitEntries)
    const lookalikes = await lookalikesOf({ ...entry, accepted: answers })
    const ofForm = await readForm(ledger, entry)
    return conflictsOf(entry, eachOnce([...lookalikes, ...ofForm]), answers)
  }
}

/**
 * Reads the look-alikes of the newest of these entries that have the same key. They include those
 * of the older ones, with two exceptions: what an older one was asked about, and an older row of
 * another import, of which the ledger returns only the newest row (`mayHideOlder`). Added pets may
 * be missing for an older one that was written late; its claim asks about them.
 */
async function readLookalikesOfNewest(
  ledger: LedgerTransaction,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const newestByKey = new Map<string, Entry>()
  for (const entry of entries) {
    const newest = newestByKey.get(entry.lookalikeKey)
    if (newest === undefined || entry.sequence >= newest.sequence) newestByKey.set(entry.lookalikeKey, entry)
  }
  const lookalikes = await inSlices([...newestByKey], async ([key, newest]) => {
    return [key, await readLookalikes(ledger, { ...newest, accepted: NOTHING_ACCEPTED })] as const
  })
  return new Map(lookalikes)
}

/** Returns whether the newest row of another import is no conflict, and an older one may be. */
function mayHideOlder(entry: Entry, newest: Entry): boolean {
  if (newest.importId === '' || newest.importId === entry.importId) return false
  const isEnteredLater = newest.state.kind === 'waiting' && newest.sequence >= entry.sequence
  return isEnteredLater || isAcceptedAlone(entry.accepted, newest)
}

/** Returns the conflicts of pets that are not entered yet, by look-alike key. */
export async function findConflictsOfNewPets(
  ledger: LedgerTransaction,
  environment: Pick<OutboxPorts['environment'], 'id' | 'baseUrl'>,
  newPets: readonly NewPet[],
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const rows = newPets.map((newPet) => rowEnteredLast(environment, newPet))
  const rowByKey = new Map(rows.map((row) => [row.lookalikeKey, row]))
  const conflictsByKey = await inSlices([...rowByKey], async ([key, row]) => {
    return [key, await findConflicts(ledger, row)] as const
  })
  return new Map(conflictsByKey.filter(([, conflicts]) => conflicts.length > 0))
}

/** No import has this ID, so to a row with it, every import is another batch. */
const NO_IMPORT = 'no import'

/**
 * Returns the row as if it were of no import, so that all rows of its import are of another batch.
 */
export function asOfAnotherBatch(row: Entry): Entry {
  return { ...row, batch: NO_IMPORT, importId: NO_IMPORT }
}

/** Returns the row that a pet would be if it was entered after everything else. */
function rowEnteredLast(
  { id: environmentId, baseUrl }: Pick<OutboxPorts['environment'], 'id' | 'baseUrl'>,
  newPet: NewPet,
): Entry {
  return newEntry({
    batch: NO_IMPORT,
    importId: NO_IMPORT,
    position: -1,
    environmentId,
    baseUrl,
    newPet,
    enteredAt: 0,
    sequence: Infinity,
  })
}

/**
 * Reads the entries whose answers count for this one: by hand, "Add it anyway" answers for the
 * whole visit. For a row of an import only its own answers count.
 */
async function readVisitOf(ledger: LedgerTransaction, entry: Entry | undefined): Promise<readonly Entry[]> {
  return entry?.importId === '' ? ledger.findAll(['batch', entry.batch]) : []
}

/**
 * Returns the answers of the entry and of its look-alikes in the visit as one. With an entry that
 * was given up, its answer is taken back.
 */
function joinAnswers(entry: Entry, visitEntries: readonly Entry[]): Accepted {
  const lookalikes = visitEntries.filter(
    (other) => other.lookalikeKey === entry.lookalikeKey && !isGivenUp(other),
  )
  return lookalikes.map((lookalike) => lookalike.accepted).reduce(joinAccepted, entry.accepted)
}
