import type { Int64 } from '#src/lib/int64.ts'
import { newId } from '#src/lib/new-id.ts'
import type { NewPet } from '#src/pets/pet.ts'
import {
  type Batch,
  causesOf,
  type Entry,
  type EntryState,
  isCheckable,
  type Key,
  keyOf,
  mayBeAdded,
  newEntry,
} from './entry.ts'
import type { LedgerTransaction } from './outbox-database.ts'

/** Without Web Locks nobody can tell whether the tab that sends is alive; after so long its request has ended. */
const SENDING_MAX_MS = 60_000

const CRASHED_MESSAGE = 'The app closed while this pet was being added.'

/** In place of a `keyId`: no single key sees what the requests of an entry may have added. */
const SEVERAL_KEYS = 'several'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** All rows of a file at once would block the page. */
async function inSlices<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += 50)
    results.push(...(await Promise.all(items.slice(start, start + 50).map(act))))
  return results
}

/** Puts a pet that was entered by hand into its batch. `replaces`: the rejected one that it corrects. */
export async function enter(ledger: LedgerTransaction, entry: Entry, replaces?: Key): Promise<Key[]> {
  const replaced = replaces && (await ledger.get(replaces))
  if (replaced?.state.kind === 'rejected') await ledger.put({ ...replaced, state: { kind: 'discarded' } })
  // Another tab may have corrected or discarded it.
  else if (replaces !== undefined) entry = { ...entry, state: { kind: 'held', by: [replaces] } }
  await ledger.put(entry)
  return []
}

/** Of a file, as the person has reviewed them. `accepted`: by which they may already be there, which is no question any more. */
export type RowToSend = Pick<Entry, 'newPet' | 'position' | 'row'> &
  Partial<Pick<Entry, 'state' | 'accepted'>>

/**
 * Writes rows of a file that is started, or goes on, now: new ones, or corrected ones in the place of those that were
 * rejected or not sent. Those that are like what this device has added or sent before, or is still to send, are left out:
 * unless the person, who was shown why, has accepted that.
 */
export async function enterRows(
  ledger: LedgerTransaction,
  batch: Batch,
  rows: readonly RowToSend[],
): Promise<readonly Entry[]> {
  const { id, environmentId, baseUrl, startedAt: enteredAt } = batch
  const known = await ledger.batch(id)
  // Also where it is there: without storage, a file on the disk gets no rows, which could not be sent.
  await ledger.putBatch(known ?? batch)
  const newPets = rows.flatMap(({ newPet }) => newPet ?? [])
  const found = await lookUp(ledger, baseUrl, newPets, id)
  return inSlices(rows, async (row) => {
    const entry = newEntry({ ...row, batch: id, environmentId, baseUrl, enteredAt })
    const now = known && (await ledger.get(keyOf(entry)))
    const isFree = now === undefined || now.state.kind === 'rejected' || now.state.kind === 'not-sent'
    const next = isFree ? gated(entry, found.get(entry.animal)) : now
    await ledger.put(next)
    return next
  })
}

/** Holds a waiting entry that may already be there by one of those that are like it. */
function gated(entry: Entry, alike: readonly Entry[] = []): Entry {
  const causes = entry.state.kind === 'waiting' ? causesOf(entry, alike) : []
  return causes.length === 0 ? entry : { ...entry, state: { kind: 'held', by: causes.map(keyOf) } }
}

/** The same for what waits in a file, before it is resumed. */
export async function holdWaiting(ledger: LedgerTransaction, { id, baseUrl }: Batch): Promise<void> {
  const waiting = await ledger.all('state', id, 'waiting')
  const newPets = waiting.flatMap(({ newPet }) => newPet ?? [])
  const found = await lookUp(ledger, baseUrl, newPets, id)
  await inSlices(waiting, async (entry) => {
    const next = gated(entry, found.get(entry.animal))
    if (next !== entry) await ledger.put(next)
  })
}

/** By which entries these pets of a file may already be there, by animal: thousands may be alike, and are looked up once. */
export async function lookUp(
  ledger: LedgerTransaction,
  baseUrl: string,
  newPets: readonly NewPet[],
  batch: string,
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const other = { batch, position: -1, environmentId: '', row: { number: 0, cells: [] } }
  const rows = newPets.map((newPet) => newEntry({ ...other, baseUrl, newPet, enteredAt: Infinity }))
  const animals = new Map(rows.map((row) => [row.animal, row]))
  const found = await inSlices([...animals], async ([animal, row]) => {
    const alike = await ledger.all('animal', baseUrl, animal)
    return [animal, causesOf(row, alike)] as const
  })
  return new Map(found.filter(([, causes]) => causes.length > 0))
}

/** "Send again", where it is claimed: whether an earlier request may have been accepted; `undefined`: it is not sent again. */
export type Again = (ledger: LedgerTransaction, entry: Entry) => Promise<boolean | undefined>

/** What was claimed, as it was before. `wasUnknown`: an earlier request of it may have been accepted. */
export type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * The one place where an entry is claimed: the first that waits and that nothing holds, or of `only`. `knownIds`: of pets
 * like it, which exist before it is sent.
 */
export async function claimNext(
  ledger: LedgerTransaction,
  batch: string,
  by: { keyId: string; now: number; knownIds: (animal: string) => readonly Int64[] },
  only?: Iterable<Key>,
  again?: Again,
) {
  for await (const entry of candidates(ledger, batch, only)) {
    const isWaiting = entry.state.kind === 'waiting'
    const next = gated(entry, isWaiting ? await ledger.all('animal', entry.baseUrl, entry.animal) : [])
    if (next !== entry) await ledger.put(next)
    else {
      const wasUnknown = isWaiting ? entry.wasUnknown : await again?.(ledger, entry)
      if (wasUnknown === undefined) continue
      const isFirst = entry.keyId === ''
      const claim = { kind: 'sending', claim: newId(), at: by.now } as const
      await ledger.put({
        ...entry,
        keyId: isFirst || !wasUnknown || entry.keyId === by.keyId ? by.keyId : SEVERAL_KEYS,
        wasUnknown,
        before: isFirst ? by.knownIds(entry.animal) : entry.before,
        state: claim,
      })
      return { entry, claim, wasUnknown }
    }
  }
  return undefined
}

async function* candidates(ledger: LedgerTransaction, batch: string, only?: Iterable<Key>) {
  const first = () => (only === undefined ? ledger.first('state', batch, 'waiting') : undefined)
  for (let entry = await first(); entry !== undefined; entry = await first()) yield entry
  for (const key of only ?? []) {
    const entry = await ledger.get(key)
    if (entry !== undefined) yield entry
  }
}

/**
 * What an earlier tab was sending is unknown: all of it where this tab holds the lock of the batch (`isAlone`), else what is so
 * old that it has ended. @returns whether something may still be on its way.
 */
export async function recover(
  ledger: LedgerTransaction,
  batch: string,
  { isAlone, now }: { isAlone: boolean; now: number },
): Promise<boolean> {
  let isSending = false
  for (const entry of await ledger.all('state', batch, 'sending')) {
    if (entry.state.kind !== 'sending') continue
    if (isAlone || Math.abs(now - entry.state.at) > SENDING_MAX_MS)
      await ledger.put({ ...entry, state: { kind: 'unknown', message: CRASHED_MESSAGE, endedAt: now } })
    else isSending = true
  }
  return isSending
}

/**
 * Writes what became of a request (`undefined`: it was not processed), onto its own claim. Where this tab slept, and others
 * took its request for lost, what the service says is true all the same; a failure is not.
 *
 * @returns what was entered by hand and goes on now; `undefined` where its entry was no longer in the ledger.
 */
export async function settle(
  ledger: LedgerTransaction,
  { entry: before, claim }: Claimed,
  state: EntryState | undefined,
): Promise<readonly Key[] | undefined> {
  const now = await ledger.get(keyOf(before))
  if (now === undefined) {
    // What has happened is proof all the same.
    await ledger.put({ ...before, state: state ?? before.state })
    return undefined
  }
  const isOwn = now.state.kind === 'sending' && now.state.claim === claim.claim
  if (isOwn && state === undefined) await ledger.put(before)
  else if (state !== undefined && (isOwn || state.kind === 'added')) {
    // While another request of it is on its way, that one may be accepted, too.
    const wasUnknown = now.wasUnknown || (!isOwn && now.state.kind === 'sending')
    await ledger.put({ ...now, wasUnknown, state: await compared(ledger, now, state) })
  }
  return release(ledger, now, [keyOf(now)])
}

/** Two requests of one entry may both have added a pet; two entries cannot be one pet. */
async function compared(ledger: LedgerTransaction, entry: Entry, state: EntryState): Promise<EntryState> {
  const known = entry.state
  if (state.kind !== 'added') return state
  if (known.kind === 'added' && known.id !== undefined)
    return state.id === undefined || state.id === known.id
      ? known
      : { ...known, note: joined(known.note, possibleDuplicate(state.id)) }
  if (state.id === undefined) return state
  const other = (await ledger.all('id', entry.baseUrl, state.id)).find((one) => keyOf(one) !== keyOf(entry))
  if (other === undefined) return state
  const what = other.row === undefined ? (other.newPet?.name ?? 'another pet') : `row ${other.row.number}`
  return { ...state, note: joined(state.note, `ID ${state.id} was already given to ${what}.`) }
}

export function possibleDuplicate(id: Int64): string {
  return `Possible duplicate: ID ${id}.`
}

function joined(note: string | undefined, more: string): string {
  return note === undefined ? more : note.includes(more) ? note : `${note} ${more}`
}

/**
 * Sets free those of the batch that were held `by` one of these, where no other one holds them. @returns those that were
 * entered by hand: the press that did it sends them.
 */
async function release(
  ledger: LedgerTransaction,
  { batch, baseUrl, animal }: Entry,
  by: readonly Key[],
): Promise<readonly Key[]> {
  const alike = await ledger.all('animal', baseUrl, animal)
  const held = alike.filter(
    ({ batch: own, state }) =>
      own === batch && state.kind === 'held' && state.by.some((key) => by.includes(key)),
  )
  const next = held.map((entry) => gated({ ...entry, state: { kind: 'waiting' } }, alike))
  for (const entry of next) await ledger.put(entry)
  return next.filter(({ row, state }) => row === undefined && state.kind === 'waiting').map(keyOf)
}

/** "Add it anyway": an answer for the causes that were `shown`, and no others. @returns what is free. */
export async function addAnyway(
  ledger: LedgerTransaction,
  key: Key,
  shown: readonly Key[],
): Promise<readonly Key[]> {
  const asked = await ledger.get(key)
  if (asked?.state.kind !== 'held') return []
  await ledger.put({ ...asked, accepted: [...asked.accepted, ...shown] })
  return release(ledger, asked, asked.state.by)
}

/** "Include them": the same for rows of a file that were left out. The gate asks anew where there is another cause. */
export async function includeHeld(ledger: LedgerTransaction, shown: readonly Entry[]): Promise<Key[]> {
  await inSlices(shown, async ({ state, ...row }) => {
    const now = await ledger.get(keyOf(row))
    if (now?.state.kind !== 'held' || state.kind !== 'held') return
    await ledger.put({ ...now, accepted: [...now.accepted, ...state.by], state: { kind: 'waiting' } })
  })
  return []
}

/** What the person says became of an entry that lists can tell about. */
export type Mark = { readonly key: Key; readonly id: Int64 | undefined; readonly note?: string | undefined }

/** Not those that were settled elsewhere, nor as a pet that answers another entry. @returns what they held, by hand. */
export async function markAdded(ledger: LedgerTransaction, marks: readonly Mark[]): Promise<readonly Key[]> {
  const released: Key[] = []
  for (const { key, id, note } of marks) {
    const entry = await ledger.get(key)
    if (entry === undefined || !isCheckable(entry)) continue
    if (id !== undefined && (await ledger.all('id', entry.baseUrl, id)).length > 0) continue
    await ledger.put({ ...entry, state: { kind: 'added', id, note } })
    released.push(...(await release(ledger, entry, [key])))
  }
  return released
}

/** Takes an entry off the screen. What may have been added stays known to the gate. @returns what it held. */
export async function discard(ledger: LedgerTransaction, key: Key): Promise<readonly Key[]> {
  const entry = await ledger.get(key)
  if (entry === undefined || !['waiting', 'held', 'rejected', 'unknown'].includes(entry.state.kind)) return []
  const wasUnknown = entry.wasUnknown || mayBeAdded(entry)
  await ledger.put({ ...entry, wasUnknown, state: { kind: 'discarded' } })
  return release(ledger, entry, [key])
}

/** Of a file. What it added, and may have added, is still accounted for. */
export async function discardBatch(ledger: LedgerTransaction, batch: string): Promise<void> {
  await ledger.deleteBatch(batch)
  await inSlices(await ledger.all('batch', batch), (entry) => {
    const rest = { ...entry, row: undefined, newPet: undefined }
    if (entry.state.kind === 'added') return ledger.put(rest)
    return mayBeAdded(entry) || entry.state.kind === 'sending'
      ? ledger.put({ ...rest, wasUnknown: true, state: { kind: 'discarded' } })
      : ledger.delete(keyOf(entry))
  })
}

/** Deletes what has been over for 30 days. */
export async function deleteOld(ledger: LedgerTransaction, now: number): Promise<void> {
  for (const entry of await ledger.all('overSince', now - KEPT_MS)) {
    // Its pet must not be offered for one of the same animal that may have been added.
    const alike = await ledger.all('animal', entry.baseUrl, entry.animal)
    if (!alike.some(mayBeAdded)) await ledger.delete(keyOf(entry))
  }
}
