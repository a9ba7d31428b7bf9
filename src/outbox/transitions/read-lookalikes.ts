import { type Entry, type EntryId, entryIdOf, entryIdOfAnswerKey } from '#src/outbox/entry.ts'
import { isAcceptedAlone } from '#src/outbox/answers.ts'
import { addressesOf } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'

/**
 * Reads all that may be a conflict of the entry (`conflictsOf` decides): its look-alikes, and what
 * was entered from the same form.
 */
export async function readLookalikesAndForm(
  ledger: LedgerTransaction,
  entry: Entry,
): Promise<readonly Entry[]> {
  const lookalikes = await readLookalikes(ledger, entry)
  const ofForm = await readForm(ledger, entry)
  return eachOnce([...lookalikes, ...ofForm])
}

/** Reads what was entered from the form of this entry, which is mostly the entry alone. */
export async function readForm(ledger: LedgerTransaction, { formId }: Entry): Promise<readonly Entry[]> {
  return formId === undefined ? [] : ledger.findAll(['form', formId])
}

/**
 * Reads all look-alikes that can conflict with the entry, also those that were entered when the
 * environment had another address. That may have been another service, but we rather ask too often
 * than too seldom.
 */
export async function readLookalikes(ledger: LedgerTransaction, entry: Entry): Promise<readonly Entry[]> {
  const baseUrls = await addressesOf(ledger, entry)
  const lookalikes = await Promise.all(baseUrls.map((baseUrl) => readLookalikesAt(ledger, entry, baseUrl)))
  return eachOnce(lookalikes.flat()).filter((lookalike) => !areRowsOfTwoAddresses(lookalike, entry))
}

/** Returns each entry once, in the order in which they first come. */
export function eachOnce(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entryIdOf(entry), entry])).values()]
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

/**
 * Reads the look-alikes at one address.
 *
 * @param baseUrl the one of the entry, or another one that its environment had, or has now
 */
async function readLookalikesAt(
  ledger: LedgerTransaction,
  entry: Entry,
  baseUrl: string,
): Promise<readonly Entry[]> {
  const entryThere = { ...entry, baseUrl }
  if (entry.askedAbout === undefined && (await isAlone(ledger, entryThere))) return []
  const lookalikes = await Promise.all([
    readInDoubt(ledger, entryThere),
    readToBeSent(ledger, entryThere),
    readAdded(ledger, entryThere),
    readAskedAbout(ledger, entry),
  ])
  return eachOnce(lookalikes.flat())
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

/**
 * Reads the look-alikes that may have been added, as far as anybody knows. There are few: a batch
 * sends one at a time, and pauses after three that are unknown.
 */
async function readInDoubt(ledger: LedgerTransaction, { baseUrl, lookalikeKey }: Entry) {
  const inDoubt = await Promise.all([
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'unknown']),
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'discarded']),
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'sending']),
  ])
  return inDoubt.flat()
}

/**
 * Reads the look-alikes that are still to be sent. One row stands for its import: the newest of
 * those that were entered before the entry.
 */
async function readToBeSent(ledger: LedgerTransaction, entry: Entry) {
  const { baseUrl, lookalikeKey } = entry
  const toBeSent = await Promise.all([
    ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'waiting', '']),
    ledger.newestOfEachImport(entry, 'waiting', entry.sequence, isPassedOverFor(entry)),
    isInMemory(entry) ? ledger.findAll(['lookalike', baseUrl, lookalikeKey, 'held']) : [],
  ])
  return toBeSent.flat()
}

/**
 * Reads the look-alikes that were added, if any of them can be a conflict. One row stands for its
 * import.
 */
async function readAdded(ledger: LedgerTransaction, entry: Entry) {
  if (!canConflictWithAdded(entry)) return []
  const added = await Promise.all([
    ledger.findAll(['lookalike', entry.baseUrl, entry.lookalikeKey, 'added', '']),
    ledger.newestOfEachImport(entry, 'added', Infinity, isPassedOverFor(entry)),
  ])
  return added.flat()
}

/**
 * Returns whether a pet that was added can be a conflict. For a row and for a correction it always
 * can. For another pet by hand it can only where nobody could be asked about the two when that pet
 * was entered.
 */
function canConflictWithAdded(entry: Entry): boolean {
  const { importId, isCorrection = false, firstSequence, askedAfter, askedAbout } = entry
  const wasHeld = firstSequence !== undefined || askedAfter !== undefined
  return importId !== '' || isCorrection || isInMemory(entry) || wasHeld || askedAbout !== undefined
}

/** Reads what the person was asked about, which a newer row of the same import may hide. */
async function readAskedAbout(ledger: LedgerTransaction, { askedAbout }: Entry) {
  const ids: readonly EntryId[] = (askedAbout?.entries ?? []).map(entryIdOfAnswerKey)
  const entries = await Promise.all(ids.map((id) => ledger.get(id)))
  return entries.filter((entry) => entry !== undefined)
}

function isInMemory({ enteredAfter }: Entry): boolean {
  return enteredAfter !== undefined
}

/** Returns whether a row does not stand for its import, because it was accepted for itself. */
function isPassedOverFor({ accepted }: Entry): (row: Entry) => boolean {
  return (row) => isAcceptedAlone(accepted, row)
}
