import { newId } from '#src/lib/new-id.ts'
import { type Entry, type Import, NOTHING_ACCEPTED, newEntry } from '#src/outbox/entry.ts'
import { type Database, NO_SERVICE_FACTS, type Upgrade, withFactsOf, withMarkers } from './schema.ts'

/**
 * A record of versions 1 and 2. Version 1 had one for what was entered by hand, too, and kept those
 * of discarded files.
 */
type OldBatch = Import & { readonly source?: string; readonly isDiscarded?: boolean }

/** An entry as versions 1 and 2 wrote it, where it differs. */
type OldEntry = Omit<Entry, 'state' | 'accepted'> & {
  readonly animal?: string
  readonly keyId?: string
  readonly before?: Entry['knownBefore']
  readonly accepted?: readonly Entry['accepted']['entries'][number][]
  readonly state: Entry['state'] & { readonly endedAt?: number; readonly note?: string }
}

/**
 * Brings the database from whatever version it has to the current one. Nothing that was sent is
 * lost.
 */
export async function migrate(database: Database, transaction: Upgrade, oldVersion: number): Promise<void> {
  if (oldVersion === 3) await nameForms(transaction)
  else await createAnew(database, transaction, oldVersion)
  const entries = await transaction.objectStore('entries').getAll()
  const services = entries.map(withChange).reduce(withFactsOf, NO_SERVICE_FACTS)
  await transaction.objectStore('about').put(services, 'services')
}

/** Version 3 had the form of a pet by hand under another name, and could not find entries by it. */
async function nameForms(transaction: Upgrade): Promise<void> {
  const store = transaction.objectStore('entries')
  store.createIndex('form', 'formId')
  for (const entry of await store.getAll())
    if (entry.importId === '' && entry.press !== undefined) await store.put({ ...entry, formId: entry.press })
}

/** Older versions have only said in the note that the service has changed a pet. */
function withChange(entry: Entry): Entry {
  const { state } = entry
  const isChanged = state.kind === 'added' && state.note?.startsWith('Saved as') === true
  return isChanged ? { ...entry, state: { ...state, isChanged } } : entry
}

/** Writes what versions 1 and 2 have left, whose stores had other names and fields. */
async function createAnew(database: Database, transaction: Upgrade, oldVersion: number): Promise<void> {
  const oldBatches = oldVersion === 0 ? [] : await oldBatchesOf(transaction)
  const oldEntries = oldVersion === 0 ? [] : await transaction.objectStore('entries').getAll()
  for (const name of database.objectStoreNames) database.deleteObjectStore(name)
  createStores(database)
  const entries = migratedEntries(oldEntries as unknown as readonly OldEntry[], oldBatches)
  for (const entry of entries) await transaction.objectStore('entries').put(withMarkers(entry))
  for (const batch of oldBatches) {
    if (batch.source === 'hand' || batch.isDiscarded === true) continue
    await transaction.objectStore('imports').put(batch)
  }
  await transaction.objectStore('about').put(entries.length, 'sequence')
  await transaction.objectStore('about').put(newId(), 'ledgerId')
}

function createStores(database: Database): void {
  database.createObjectStore('imports', { keyPath: 'id' })
  database.createObjectStore('about')
  const entries = database.createObjectStore('entries', { keyPath: ['batch', 'position'] })
  entries.createIndex('state', ['batch', 'state.kind'])
  entries.createIndex('lookalike', ['baseUrl', 'lookalikeKey', 'state.kind', 'importId', 'sequence'])
  entries.createIndex('id', ['baseUrl', 'state.id'])
  entries.createIndex('confirmed', ['baseUrl', 'state.confirmedTo', 'state.id'])
  entries.createIndex('heldBy', 'state.by', { multiEntry: true })
  entries.createIndex('form', 'formId')
  entries.createIndex('open', 'open')
  entries.createIndex('overSince', 'overSince')
}

async function oldBatchesOf(transaction: Upgrade): Promise<readonly OldBatch[]> {
  // The store had another name.
  const { objectStore } = transaction as unknown as OldTransaction
  return objectStore.call(transaction, 'batches').getAll()
}

type OldTransaction = {
  readonly objectStore: (name: string) => { readonly getAll: () => Promise<OldBatch[]> }
}

/**
 * Old entries are ordered by the time at which they were entered, and rows by the start of their
 * import.
 */
function migratedEntries(oldEntries: readonly OldEntry[], oldBatches: readonly OldBatch[]): readonly Entry[] {
  const batches = new Map(oldBatches.map((batch) => [batch.id, batch]))
  const timeOf = ({ batch, enteredAt, row }: OldEntry) =>
    row === undefined ? enteredAt : (batches.get(batch)?.startedAt ?? enteredAt)
  const inOrder = oldEntries.toSorted(
    (first, second) =>
      timeOf(first) - timeOf(second) ||
      first.batch.localeCompare(second.batch) ||
      first.position - second.position,
  )
  return inOrder.map((entry, index) => toEntry(entry, batches.get(entry.batch), index + 1))
}

function toEntry(oldEntry: OldEntry, batch: OldBatch | undefined, sequence: number): Entry {
  const { animal = '', keyId = '', before = [], accepted = [], ...entry } = oldEntry
  return newEntry({
    ...entry,
    ...migratedOutcome(oldEntry),
    environmentId: entry.environmentId ?? batch?.environmentId ?? '',
    lookalikeKey: animal,
    signInId: keyId,
    knownBefore: before,
    accepted: { ...NOTHING_ACCEPTED, entries: accepted },
    sequence,
    importId: batch?.source === 'hand' || entry.row === undefined ? '' : entry.batch,
  })
}

/**
 * A 2xx without a pet counted as added in older versions. It proves nothing, so lists are asked
 * now. Of what is left of a discarded import, they cannot tell anything.
 */
function migratedOutcome({
  state,
  newPet,
  wasUnknown,
  keyId,
}: OldEntry): Pick<Entry, 'state' | 'wasUnknown'> {
  if (state.kind === 'added' && state.id !== undefined)
    return { state: { ...state, confirmedTo: keyId }, wasUnknown }
  const isUnproven = state.kind === 'added' && state.endedAt !== undefined
  if (!isUnproven) return { state, wasUnknown }
  if (newPet === undefined) return { state: { kind: 'discarded' }, wasUnknown: true }
  return { state: { kind: 'unknown', message: state.note ?? '', endedAt: state.endedAt ?? 0 }, wasUnknown }
}
