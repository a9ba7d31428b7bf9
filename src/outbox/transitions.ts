import type { Int64 } from '#src/lib/int64.ts'
import {
  type Batch,
  causesOf,
  type Entry,
  type EntryState,
  isCheckable,
  isSameKey,
  type Key,
  keyOf,
  mayBeAdded,
} from './entry.ts'
import type { LedgerTransaction } from './outbox-database.ts'

/** Requests to the database at a time: all rows of a file at once would block the page. */
const AT_ONCE = 200

/** Without Web Locks nobody can tell whether the tab that sends is alive; after so long its request has ended. */
const SENDING_MAX_MS = 60_000

const CRASHED_MESSAGE = 'The app closed while this pet was being added.'

/** In place of a `keyId`: no single key sees what the requests of an entry may have added. */
const SEVERAL_KEYS = 'several'

const SETTLED_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Puts a pet that was entered by hand into its batch. `replaces`: the rejected one that it corrects. */
export async function enter(
  ledger: LedgerTransaction,
  batch: Batch,
  entry: Entry,
  replaces?: Key,
): Promise<void> {
  const alike = await ledger.alike(entry.baseUrl, entry.animal)
  const accepted = alike.filter((other) => other.batch === entry.batch).flatMap((other) => other.accepted)
  if ((await ledger.batch(batch.id)) === undefined) await ledger.putBatch(batch)
  const replaced = replaces === undefined ? undefined : await ledger.get(replaces)
  // Another tab may have corrected or discarded it.
  const isGone = replaces !== undefined && replaced?.state.kind !== 'rejected'
  if (replaced?.state.kind === 'rejected') await ledger.put({ ...replaced, state: { kind: 'discarded' } })
  const state: EntryState = isGone ? { kind: 'held', by: [replaces] } : entry.state
  await ledger.put({ ...entry, accepted: unique([...entry.accepted, ...accepted]), state })
}

/**
 * Writes the rows of a file. Those that are like what this device has added or sent before, or is still to send, are left
 * out: unless the person, who was shown why, has accepted that.
 */
export async function enterRows(
  ledger: LedgerTransaction,
  batch: Batch,
  rows: readonly Entry[],
): Promise<readonly Entry[]> {
  await ledger.putBatch(batch)
  const entered: Entry[] = []
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const some = await Promise.all(rows.slice(start, start + AT_ONCE).map((row) => gated(ledger, row)))
    await Promise.all(some.map((row) => ledger.put(row)))
    entered.push(...some)
  }
  return entered
}

/** Holds a waiting entry that may already be there. */
async function gated(ledger: LedgerTransaction, entry: Entry): Promise<Entry> {
  if (entry.state.kind !== 'waiting') return entry
  const causes = causesOf(entry, await ledger.alike(entry.baseUrl, entry.animal))
  return causes.length === 0 ? entry : { ...entry, state: { kind: 'held', by: causes.map(keyOf) } }
}

/** The same for what waits in a batch, before it is resumed. */
export async function holdWaiting(ledger: LedgerTransaction, batch: string): Promise<void> {
  const waiting = await ledger.inBatch(batch, 'waiting')
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    const some = waiting.slice(start, start + AT_ONCE)
    const held = await Promise.all(some.map((entry) => gated(ledger, entry)))
    await Promise.all(held.filter(({ state }) => state.kind === 'held').map((entry) => ledger.put(entry)))
  }
}

/** By which entries these pets of a file may already be there. */
export async function lookUp(
  ledger: LedgerTransaction,
  rows: readonly Entry[],
): Promise<readonly (readonly Entry[])[]> {
  const found: (readonly Entry[])[] = []
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const some = rows.slice(start, start + AT_ONCE)
    found.push(
      ...(await Promise.all(
        some.map(async (row) => causesOf(row, await ledger.alike(row.baseUrl, row.animal))),
      )),
    )
  }
  return found
}

/** An entry that is sent once more: as it was when the lists were read, and what the person was shown. */
export type Again = {
  readonly entry: Entry
  /** The lists have proved that it was not added. */
  readonly isProvenAbsent: boolean
  readonly shown: readonly Key[]
}

export type Claim = {
  readonly claim: string
  readonly keyId: string
  readonly at: number
  /** Of pets like an entry, which exist before it is sent. */
  readonly knownIds: (animal: string) => readonly Int64[]
}

export type Claimed = {
  /** As it was before. */
  readonly entry: Entry
  readonly claim: string
  /** An earlier request of it may have been accepted. */
  readonly wasUnknown: boolean
}

/**
 * The one place where an entry is claimed: the first that waits and that nothing holds.
 *
 * @param only of these.
 */
export async function claimWaiting(
  ledger: LedgerTransaction,
  batch: string,
  claim: Claim,
  only?: readonly Key[],
): Promise<Claimed | undefined> {
  const some = [...(only ?? [])]
  for (;;) {
    const key = some.shift()
    if (only !== undefined && key === undefined) return undefined
    const entry = key === undefined ? await ledger.first(batch, 'waiting') : await ledger.get(key)
    if (entry === undefined && only === undefined) return undefined
    if (entry?.state.kind !== 'waiting') continue
    const next = await gated(ledger, entry)
    if (next.state.kind === 'waiting') return put(ledger, entry, claim, entry.wasUnknown)
    await ledger.put(next)
  }
}

/** @returns `undefined` when it is not what the person was shown any more. */
export async function claimAgain(
  ledger: LedgerTransaction,
  { entry: { ...shownEntry }, isProvenAbsent, shown }: Again,
  claim: Claim,
): Promise<Claimed | undefined> {
  const entry = await ledger.get(keyOf(shownEntry))
  if (entry === undefined || !isCheckable(entry) || !isSameState(entry.state, shownEntry.state))
    return undefined
  const causes = causesElsewhere(entry, await ledger.alike(entry.baseUrl, entry.animal))
  if (causes.some((cause) => !shown.some((key) => isSameKey(key, keyOf(cause))))) return undefined
  return put(ledger, entry, claim, !isProvenAbsent)
}

/** The others of its batch are looked for in the same lists: each pet answers one of them. */
export function causesElsewhere(entry: Entry, alike: readonly Entry[]): readonly Entry[] {
  return causesOf(entry, alike).filter(({ batch }) => batch !== entry.batch)
}

function isSameState(a: EntryState, b: EntryState): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

async function put(
  ledger: LedgerTransaction,
  entry: Entry,
  { claim, keyId, at, knownIds }: Claim,
  wasUnknown: boolean,
): Promise<Claimed> {
  const isFirst = entry.keyId === ''
  await ledger.put({
    ...entry,
    keyId: isFirst || !wasUnknown || entry.keyId === keyId ? keyId : SEVERAL_KEYS,
    wasUnknown,
    before: isFirst ? unique([...entry.before, ...knownIds(entry.animal)]) : entry.before,
    state: { kind: 'sending', claim, at },
  })
  return { entry, claim, wasUnknown }
}

/**
 * What an earlier tab was sending is unknown.
 *
 * @param isAlone whether this tab holds the lock of the batch; else only what is so old that it has ended is recovered.
 * @returns whether something may still be on its way.
 */
export async function recover(
  ledger: LedgerTransaction,
  batch: string,
  { isAlone, now }: { isAlone: boolean; now: number },
): Promise<boolean> {
  let isSending = false
  for (const entry of await ledger.inBatch(batch, 'sending')) {
    if (entry.state.kind !== 'sending') continue
    if (isAlone || Math.abs(now - entry.state.at) > SENDING_MAX_MS)
      await ledger.put({ ...entry, state: { kind: 'unknown', message: CRASHED_MESSAGE, endedAt: now } })
    else isSending = true
  }
  return isSending
}

/** Writes what became of a request, onto its own claim. @returns whether its entry is still in the ledger. */
export async function settle(
  ledger: LedgerTransaction,
  { entry: before, claim }: Claimed,
  state: EntryState,
): Promise<boolean> {
  const now = await ledger.get(keyOf(before))
  if (now === undefined) return false
  if (now.state.kind === 'sending' && now.state.claim === claim) {
    const isAgain = isSameState(state, before.state)
    await ledger.put({
      ...now,
      ...(isAgain ? { keyId: before.keyId, before: before.before, wasUnknown: before.wasUnknown } : {}),
      state: await compared(ledger, now, withLate(state, now.late)),
    })
    await releaseHeld(ledger, now)
  } else if (state.kind === 'added') await settleLate(ledger, now, state)
  return true
}

/** This tab slept, and others took its request for lost: what the service says is true all the same; a failure is not. */
async function settleLate(
  ledger: LedgerTransaction,
  now: Entry,
  { id, note }: Extract<EntryState, { kind: 'added' }>,
): Promise<void> {
  if (now.state.kind === 'sending') return ledger.put({ ...now, late: id })
  if (now.state.kind === 'added') {
    if (id === undefined || id === now.state.id) return
    const state: EntryState =
      now.state.id === undefined
        ? { kind: 'added', id, note }
        : { ...now.state, note: joined(now.state.note, possibleDuplicate(id)) }
    return ledger.put({ ...now, state: await compared(ledger, now, state) })
  }
  await ledger.put({ ...now, state: await compared(ledger, now, { kind: 'added', id, note }) })
  await releaseHeld(ledger, now)
}

function withLate(state: EntryState, late: Int64 | undefined): EntryState {
  if (late === undefined) return state
  if (state.kind !== 'added' || state.id === undefined) return { kind: 'added', id: late }
  return { ...state, note: joined(state.note, possibleDuplicate(late)) }
}

/** Two entries cannot be one pet. */
async function compared(ledger: LedgerTransaction, entry: Entry, state: EntryState): Promise<EntryState> {
  if (state.kind !== 'added' || state.id === undefined) return state
  const other = (await ledger.withId(entry.baseUrl, state.id)).find(
    (one) => !isSameKey(keyOf(one), keyOf(entry)),
  )
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

/** When a cause in the same batch is settled, what it held goes on. @returns what that was. */
async function releaseHeld(
  ledger: LedgerTransaction,
  { baseUrl, animal, batch }: Entry,
): Promise<readonly Key[]> {
  const released: Key[] = []
  const alike = await ledger.alike(baseUrl, animal)
  for (const entry of alike) {
    if (entry.batch !== batch || entry.state.kind !== 'held') continue
    const isHeldHere = entry.state.by.some(([cause]) => cause === batch)
    if (!isHeldHere || causesOf(entry, alike).length > 0) continue
    await ledger.put({ ...entry, state: { kind: 'waiting' } })
    released.push(keyOf(entry))
  }
  return released
}

/**
 * "Add it anyway": an answer for these causes, and for all entries of that animal in the batch.
 *
 * @returns those that nothing holds any more.
 */
export async function addAnyway(ledger: LedgerTransaction, key: Key): Promise<readonly Key[]> {
  const released: Key[] = []
  const asked = await ledger.get(key)
  if (asked?.state.kind !== 'held') return released
  const { by } = asked.state
  const alike = await ledger.alike(asked.baseUrl, asked.animal)
  const ofBatch = alike.filter(({ batch, state }) => batch === asked.batch && state.kind !== 'sending')
  for (const one of ofBatch) {
    const entry = { ...one, accepted: unique([...one.accepted, ...by]) }
    const isFree = entry.state.kind === 'held' && causesOf(entry, alike).length === 0
    await ledger.put(isFree ? { ...entry, state: { kind: 'waiting' } } : entry)
    if (isFree) released.push(keyOf(entry))
  }
  return released
}

/** "Include them": the same for all rows of a file that were left out. */
export async function includeHeld(ledger: LedgerTransaction, batch: string): Promise<void> {
  const held = await ledger.inBatch(batch, 'held')
  for (let start = 0; start < held.length; start += AT_ONCE) {
    await Promise.all(
      held.slice(start, start + AT_ONCE).map((entry) => {
        const by = entry.state.kind === 'held' ? entry.state.by : []
        return ledger.put({
          ...entry,
          accepted: unique([...entry.accepted, ...by]),
          state: { kind: 'waiting' },
        })
      }),
    )
  }
}

/** What the person says became of an entry that lists can tell about. */
export type Mark = { readonly key: Key; readonly id: Int64 | undefined; readonly note?: string | undefined }

/**
 * Not those that were settled elsewhere, nor as a pet that answers another entry.
 *
 * @returns what they held.
 */
export async function markAdded(ledger: LedgerTransaction, marks: readonly Mark[]): Promise<readonly Key[]> {
  const released: Key[] = []
  for (const mark of marks) {
    const entry = await ledger.get(mark.key)
    const others =
      entry === undefined || mark.id === undefined ? [] : await ledger.withId(entry.baseUrl, mark.id)
    if (entry === undefined || !isCheckable(entry) || others.length > 0) continue
    await ledger.put({ ...entry, state: { kind: 'added', id: mark.id, note: mark.note } })
    released.push(...(await releaseHeld(ledger, entry)))
  }
  return released
}

/** Takes an entry off the screen. What may have been added stays known to the gate. @returns what it held. */
export async function discard(ledger: LedgerTransaction, key: Key): Promise<readonly Key[]> {
  const entry = await ledger.get(key)
  if (entry === undefined || !['waiting', 'held', 'rejected', 'unknown'].includes(entry.state.kind)) return []
  const wasUnknown = entry.wasUnknown || mayBeAdded(entry)
  await ledger.put({ ...entry, wasUnknown, state: { kind: 'discarded' } })
  return releaseHeld(ledger, entry)
}

/** Of a file. What it added, and may have added, is still accounted for. */
export async function discardBatch(ledger: LedgerTransaction, batch: Batch): Promise<void> {
  const entries = await ledger.inBatch(batch.id)
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    await Promise.all(
      entries.slice(start, start + AT_ONCE).map(({ row: _row, newPet: _newPet, ...entry }) => {
        if (entry.state.kind === 'added') return ledger.put({ ...entry, newPet: undefined })
        return mayBeAdded({ ...entry, newPet: undefined }) || entry.state.kind === 'sending'
          ? ledger.put({ ...entry, newPet: undefined, wasUnknown: true, state: { kind: 'discarded' } })
          : ledger.delete([entry.batch, entry.position])
      }),
    )
  }
  await ledger.putBatch({ ...batch, isDiscarded: true })
}

/** Deletes settled entries by hand, and those of discarded files, after 30 days. What may have been added is kept. */
export async function deleteOld(ledger: LedgerTransaction, now: number): Promise<void> {
  for (const batch of await ledger.batches()) {
    const isOld = now - batch.startedAt > SETTLED_KEPT_MS
    if (!isOld || (batch.source === 'file' && batch.isDiscarded !== true)) continue
    let isEmpty = true
    for (const entry of await ledger.inBatch(batch.id)) {
      const isSettled =
        (entry.state.kind === 'added' || entry.state.kind === 'discarded') && !mayBeAdded(entry)
      if (isSettled) await ledger.delete(keyOf(entry))
      else isEmpty = false
    }
    if (isEmpty) await ledger.deleteBatch(batch.id)
  }
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
