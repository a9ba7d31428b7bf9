import type { Entry, EntryState } from '#src/outbox/entry.ts'
import { entryIdOf } from '#src/outbox/entry.ts'
import type { Ledger, LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { Pet } from '#src/pets/pet.ts'
import { createEmptyLedger } from './device.ts'
import { int64 } from './int64.ts'
import { entryOf, rex } from './outbox-scenario.ts'

// These are entries in each state, and a ledger that has some of them, for tests of rules and of
// single transactions.

export const [ONE, TWO, THREE] = [int64('1'), int64('2'), int64('3')]

export const waiting = { kind: 'waiting' } as const satisfies EntryState
export const held = { kind: 'held', by: ['other 0'] } as const satisfies EntryState
export const sending = { kind: 'sending', claim: 'a claim', at: 5 } as const satisfies EntryState
export const added = { kind: 'added', id: ONE } as const satisfies EntryState
export const rejected = { kind: 'rejected', message: 'Full.' } as const satisfies EntryState
export const notSent = { kind: 'not-sent', message: 'Name is missing.' } as const satisfies EntryState
export const unknown = { kind: 'unknown', message: '', endedAt: 5 } as const satisfies EntryState
export const discarded = { kind: 'discarded' } as const satisfies EntryState

/** Returns Rex, in the visit "own". */
export const ownEntry = (state: EntryState, part: Partial<Entry> = {}) => entryOf({ state, ...part })

/** Returns Rex, in the visit "other", before the own one in the order of the ledger. */
export const otherEntry = (state: EntryState, part: Partial<Entry> = {}) =>
  entryOf({ state, batch: 'other', sequence: 4, ...part })

/** Returns Rex, in a row of the import "file". */
export const rowEntry = (state: EntryState, part: Partial<Entry> = {}) =>
  entryOf({ state, batch: 'file', importId: 'file', row: { number: 2, cells: ['Rex'] }, ...part })

/** Returns a pet of a list, which is Rex unless the test says otherwise. */
export const petOf = (id: number, part: Partial<Pet> = {}): Pet => ({
  ...rex,
  ...part,
  id: int64(String(id)),
})

/** Writes these entries as they are. */
export async function putAll(ledger: Ledger, entries: readonly Entry[]): Promise<void> {
  await ledger.write(async (transaction) => {
    for (const entry of entries) await transaction.put(entry)
  })
}

/**
 * Changes a ledger that has these entries. Returns the result, and all entries that it has then.
 */
export async function change<T>(
  entries: readonly Entry[],
  act: (transaction: LedgerTransaction) => Promise<T>,
): Promise<{
  readonly result: T
  readonly left: readonly Entry[]
  /** The states of all entries, in the order of batch and position. */
  readonly states: readonly EntryState[]
  readonly find: (id: string) => Entry | undefined
}> {
  const ledger = createEmptyLedger()
  await putAll(ledger, entries)
  const result = await ledger.write(act)
  const left = await ledger.read((transaction) => transaction.findAll(['batch']))
  return {
    result,
    left,
    states: left.map(({ state }) => state),
    find: (id) => left.find((entry) => entryIdOf(entry) === id),
  }
}
