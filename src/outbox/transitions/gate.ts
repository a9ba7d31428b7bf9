import {
  type Accepted,
  type Entry,
  type EntryId,
  entryIdOf,
  entryIdOfAnswerKey,
  newEntry,
  NOTHING_ACCEPTED,
} from '#src/outbox/entry.ts'
import {
  nameConflicts,
  conflictsOf,
  isAcceptedAlone,
  isLetGo,
  joinAccepted,
} from '#src/outbox/entry-rules.ts'
import type { OutboxPorts } from '#src/outbox/ports.ts'
import { addressesOf } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { inSlices } from './in-slices.ts'

/**
 * Returns the entries that may already have added this pet, or are about to. Of the rows that one
 * import has added, or still has to add, the newest stands for all, so that this takes few steps.
 */
export async function findConflicts(ledger: LedgerTransaction, entry: Entry): Promise<readonly Entry[]> {
  const conflicts = conflictsOf(entry, await readLookalikesAndForm(ledger, entry))
  if (conflicts.length === 0 || entry.importId !== '') return conflicts
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
  const state = imports.length === 0 ? { kind: 'held' as const, by } : { kind: 'held' as const, by, imports }
  const askedAbout = entry.askedAbout === undefined ? question : joinAccepted(entry.askedAbout, question)
  return { ...entry, state, askedAbout }
}

/**
 * Holds everything that waits in the batch of this entry and is like it, where it conflicts. The
 * conflicts are looked up once.
 */
export async function holdLookalikes(ledger: LedgerTransaction, entry: Entry): Promise<void> {
  const { batch, baseUrl, lookalikeKey } = entry
  const waiting = await ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'waiting', entry.importId])
  await holdConflicting(
    ledger,
    waiting.filter((lookalike) => lookalike.batch === batch),
  )
}

/**
 * Holds those of these rows of one import that wait and conflict by now, before it is resumed. The
 * rows may come in several transactions, because each is looked at again in the one that claims it.
 */
export async function holdWaiting(ledger: LedgerTransaction, ids: readonly EntryId[]): Promise<void> {
  const entries = await Promise.all(ids.map(ledger.get))
  await holdConflicting(
    ledger,
    entries.flatMap((entry) => (entry?.state.kind === 'waiting' ? entry : [])),
  )
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
 * Looks up the conflicts of many entries of one batch, once for each look-alike key. The returned
 * function returns those of one of the entries, and none of an entry that does not wait.
 */
export async function createConflictFinder(
  ledger: LedgerTransaction,
  entries: readonly Entry[],
): Promise<(entry: Entry) => Promise<readonly Entry[]>> {
  // We look up the conflicts of the newest entry of each key, because they include those of older
  // ones, with one exception: of an import, the ledger returns only the newest row. If that is no
  // conflict of an entry, an older row may still be one, so we look again below.
  const newestOfEach = new Map<string, Entry>()
  for (const entry of entries) {
    const newest = newestOfEach.get(entry.lookalikeKey)
    if (newest === undefined || entry.sequence >= newest.sequence) newestOfEach.set(entry.lookalikeKey, entry)
  }
  const lookalikesByKey = new Map(
    await inSlices([...newestOfEach], async ([key, newest]) => {
      return [key, await readLookalikes(ledger, { ...newest, accepted: NOTHING_ACCEPTED })] as const
    }),
  )
  const visitEntries = await readVisitOf(ledger, entries[0])
  return async (entry) => {
    if (entry.state.kind !== 'waiting') return []
    const wasAsked = entry.askedAbout !== undefined
    const lookalikes = lookalikesByKey.get(entry.lookalikeKey) ?? []
    const ofForm = await readForm(ledger, entry)
    if (lookalikes.length + ofForm.length === 0 && !wasAsked) return []
    const answers = joinAnswers(entry, visitEntries)
    const answered = { ...entry, accepted: answers }
    const mustLookAgain = wasAsked || lookalikes.some((lookalike) => mayHideOlder(answered, lookalike))
    const ofEntry = mustLookAgain ? await readLookalikes(ledger, answered) : lookalikes
    return conflictsOf(entry, eachOnce([...ofEntry, ...ofForm]), answers)
  }
}

/** Returns whether the newest row of another import is no conflict, and an older one may be. */
function mayHideOlder(entry: Entry, newest: Entry): boolean {
  if (newest.importId === '' || newest.importId === entry.importId) return false
  const isEnteredLater = newest.state.kind === 'waiting' && newest.sequence >= entry.sequence
  return isEnteredLater || isAcceptedAlone(entry.accepted, newest)
}

/**
 * Returns the conflicts of pets that are not entered yet, by look-alike key.
 *
 * @param importId of the import whose rows they correct, or empty
 */
export async function findConflictsOfFile(
  ledger: LedgerTransaction,
  { id: environmentId, baseUrl }: Pick<OutboxPorts['environment'], 'id' | 'baseUrl'>,
  newPets: readonly NewPet[],
  importId: string,
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  // An ID that no import has, so that every import counts as another batch.
  const batch = importId === '' ? 'not entered yet' : importId
  const rows = newPets.map((newPet) =>
    newEntry({
      batch,
      importId: batch,
      position: -1,
      environmentId,
      baseUrl,
      newPet,
      enteredAt: 0,
      sequence: Infinity,
    }),
  )
  const rowOfEach = new Map(rows.map((entry) => [entry.lookalikeKey, entry]))
  const conflictsOfEach = await inSlices([...rowOfEach], async ([key, entry]) => {
    return [key, await findConflicts(ledger, entry)] as const
  })
  return new Map(conflictsOfEach.filter(([, conflicts]) => conflicts.length > 0))
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
 * was let go, its answer is taken back.
 */
function joinAnswers(entry: Entry, visitEntries: readonly Entry[]): Accepted {
  const lookalikes = visitEntries.filter(
    (other) => other.lookalikeKey === entry.lookalikeKey && !isLetGo(other),
  )
  return lookalikes.map((lookalike) => lookalike.accepted).reduce(joinAccepted, entry.accepted)
}

/**
 * Returns whether the ledger has no other entry that is like this one. That is so of most entries,
 * and takes one request in place of many.
 */
async function isAlone(ledger: LedgerTransaction, entry: Entry): Promise<boolean> {
  const { baseUrl, lookalikeKey } = entry
  const someLookalikes = await ledger.findAll(['lookalike', baseUrl, lookalikeKey], 2)
  return someLookalikes.every((lookalike) => entryIdOf(lookalike) === entryIdOf(entry))
}

async function readLookalikesAndForm(ledger: LedgerTransaction, entry: Entry): Promise<readonly Entry[]> {
  const lookalikes = await readLookalikes(ledger, entry)
  const ofForm = await readForm(ledger, entry)
  return eachOnce([...lookalikes, ...ofForm])
}

/** Reads what was entered from the form of this entry, which is mostly the entry alone. */
async function readForm(ledger: LedgerTransaction, { formId }: Entry): Promise<readonly Entry[]> {
  return formId === undefined ? [] : ledger.findAll(['form', formId])
}

function eachOnce(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entryIdOf(entry), entry])).values()]
}

/**
 * Reads all look-alikes that can conflict with the entry, also those that were entered when the
 * environment had another address. That may have been another service, but we rather ask too often
 * than too seldom.
 */
async function readLookalikes(ledger: LedgerTransaction, entry: Entry): Promise<readonly Entry[]> {
  const baseUrls = await addressesOf(ledger, entry)
  const lookalikes = await Promise.all(baseUrls.map((baseUrl) => readLookalikesAt(ledger, entry, baseUrl)))
  return eachOnce(lookalikes.flat()).filter((lookalike) => !areRowsOfTwoAddresses(lookalike, entry))
}

/**
 * Returns whether both are rows, and the look-alike waits for another address of the environment.
 * Its import cannot go on here, and whichever of the two comes second asks about all that was
 * added, as every row does. So the file of that import can be added here.
 */
function areRowsOfTwoAddresses({ importId, baseUrl, state }: Entry, entry: Entry): boolean {
  const isWaiting = state.kind === 'waiting' || state.kind === 'held'
  return importId !== '' && entry.importId !== '' && baseUrl !== entry.baseUrl && isWaiting
}

/** @param baseUrl the one of the entry, or another one that its environment had, or has now */
async function readLookalikesAt(
  ledger: LedgerTransaction,
  entryAtItsAddress: Entry,
  baseUrl: string,
): Promise<readonly Entry[]> {
  const entry = { ...entryAtItsAddress, baseUrl }
  if (entry.askedAbout === undefined && (await isAlone(ledger, entry))) return []
  const { lookalikeKey, importId, accepted, askedAbout } = entry
  const isInMemory = entry.enteredAfter !== undefined
  const wasHeld = entry.firstSequence !== undefined || entry.askedAfter !== undefined
  const asksAboutAdded = importId !== '' || isInMemory || wasHeld || askedAbout !== undefined
  const isPassedOver = (lookalike: Entry) => isAcceptedAlone(accepted, lookalike)
  const lookalikes = await Promise.all([
    // There are few of these: a batch sends one at a time, and pauses after three that are unknown.
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'unknown']),
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'discarded']),
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'sending']),
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'waiting', '']),
    ledger.newestOfEachImport(entry, 'waiting', entry.sequence, isPassedOver),
    isInMemory ? ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'held']) : [],
    asksAboutAdded ? ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'added', '']) : [],
    asksAboutAdded ? ledger.newestOfEachImport(entry, 'added', Infinity, isPassedOver) : [],
    readEntries(ledger, (askedAbout?.entries ?? []).map(entryIdOfAnswerKey)),
  ])
  return eachOnce(lookalikes.flat())
}

/** Reads these entries, of which a newer row of their import may hide some. */
async function readEntries(ledger: LedgerTransaction, ids: readonly EntryId[]): Promise<readonly Entry[]> {
  const entries = await Promise.all(ids.map((id) => ledger.get(id)))
  return entries.filter((entry) => entry !== undefined)
}
