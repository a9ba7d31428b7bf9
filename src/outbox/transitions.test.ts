import { describe, expect, test, vi } from 'vitest'
import { createEmptyLedger } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import { entryOf, rex } from '#tests/support/outbox-tabs.ts'
import {
  causesOf,
  countEntries,
  type Entry,
  type EntryState,
  isCheckable,
  isOver,
  type Key,
  keyOf,
  mayBeAdded,
  mayHaveTwin,
} from './entry.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import {
  type Again,
  claimNext,
  deleteOld,
  discard,
  discardBatch,
  enter,
  enterRows,
  holdWaiting,
  lookUp,
  markAdded,
  recover,
  settle,
} from './transitions.ts'

const [ONE, TWO] = [int64('1'), int64('2')]
const DAY = 86_400_000

const added: EntryState = { kind: 'added', id: ONE }
const unknown: EntryState = { kind: 'unknown', message: '', endedAt: 5 }
const sending = { kind: 'sending', claim: 'a claim', at: 5 } as const
const waiting: EntryState = { kind: 'waiting' }
const discarded: EntryState = { kind: 'discarded' }
const held: EntryState = { kind: 'held', by: ['other 0'] }
const rejected: EntryState = { kind: 'rejected', message: 'Full.' }
const notSent: EntryState = { kind: 'not-sent', message: 'Name is missing.' }
const row = { number: 2, cells: [] }

const entry = (state: EntryState, rest: Partial<Entry> = {}): Entry => entryOf({ state, ...rest })
const other = (state: EntryState, rest: Partial<Entry> = {}) => entry(state, { batch: 'other', ...rest })

const causes = (one: Entry, ...alike: Entry[]) => causesOf(one, alike).map(keyOf)

describe('what else may have added a pet', () => {
  const own = entry(waiting)
  const ofFile = entry(waiting, { row })
  const ofNewerVersion = { kind: 'of a newer version' } as unknown as EntryState

  test.each<[what: string, own: Entry, other: Entry, isCause: boolean]>([
    ['unknown', own, entry(unknown, { position: 1 }), true],
    ['discarded, but it may have been added', own, other(discarded, { wasUnknown: true }), true],
    ['discarded', own, other(discarded), false],
    ['being sent in another batch', own, other(sending), true],
    ['being sent in the same one', own, entry(sending, { position: 1 }), false],
    ['entered before, in another batch', own, other(waiting, { enteredAt: 4 }), true],
    ['entered at the same time, first by its key', entry(waiting, { batch: 'z' }), other(waiting), true],
    ['entered at the same time, last by its key', entry(waiting, { batch: 'a' }), other(waiting), false],
    ['entered later', entry(waiting, { batch: 'z' }), other(waiting, { enteredAt: 6 }), false],
    ['entered before, in the same batch', own, entry(waiting, { position: 1, enteredAt: 4 }), false],
    ['added by another batch, for one by hand', own, other(added), false],
    ['added by another batch, for a row', ofFile, other(added), true],
    ['added by the same file', ofFile, entry(added, { row, position: 1 }), false],
    ['held', ofFile, other(held), false],
    ['rejected', ofFile, other(rejected), false],
    ['not sent', ofFile, other(notSent), false],
    ['in a state of a newer version', own, other(ofNewerVersion), true],
  ])('one that is %s', (_what, one, alike, isCause) => {
    expect(causes(one, alike)).toEqual(isCause ? [keyOf(alike)] : [])
  })

  test('is never itself, nor what the person has said is another animal', () => {
    expect(causes(entry(unknown), entry(unknown))).toEqual([])
    const accepting = { accepted: ['other 0'] } as const
    expect(causes(entry(waiting, accepting), other(unknown))).toEqual([])
    // Said once for what is entered by hand in one batch, and for each row.
    expect(causes(own, other(unknown), entry(held, { ...accepting, position: 1 }))).toEqual([])
    expect(causes(own, other(unknown), entry(held, { ...accepting, position: 1, row }))).toEqual(['other 0'])
    expect(causes(own, other(unknown), entry(held, { ...accepting, batch: 'third' }))).toEqual(['other 0'])
  })
})

test.each<[what: string, is: (one: Entry) => boolean, yes: Entry[], no: Entry[]]>([
  [
    'may be added',
    mayBeAdded,
    [entry(unknown), entry(discarded, { wasUnknown: true })],
    [entry(discarded), entry(added, { wasUnknown: true }), entry(waiting, { wasUnknown: true })],
  ],
  [
    'is looked for in lists',
    isCheckable,
    [entry(unknown)],
    [entry({ kind: 'added', id: undefined }), entry(waiting), entry(unknown, { newPet: undefined })],
  ],
  [
    'may be there twice',
    mayHaveTwin,
    [entry(added, { wasUnknown: true })],
    [
      entry(added),
      entry(added, { wasUnknown: true, newPet: undefined }),
      entry({ kind: 'added', id: undefined }, { wasUnknown: true }),
      entry(unknown, { wasUnknown: true }),
    ],
  ],
  [
    'is over',
    isOver,
    [entry(added), entry(discarded)],
    [entry(added, { row }), entry(discarded, { wasUnknown: true }), entry(rejected), entry(unknown)],
  ],
])('an entry %s', (_what, is, yes, no) => {
  expect(yes.filter((one) => !is(one))).toEqual([])
  expect(no.filter(is)).toEqual([])
})

test('one that is being sent is counted as waiting, and one that was discarded not at all', () => {
  const counts = { added: 0, rejected: 1, 'not-sent': 0, held: 0, unknown: 0, waiting: 2 }
  expect(countEntries([sending, waiting, discarded, rejected].map((one) => entry(one)))).toEqual(counts)
})

/** What a ledger with these entries has after this was done in one transaction. */
async function after<T>(entries: readonly Entry[], act: (ledger: LedgerTransaction) => Promise<T>) {
  const ledger = createEmptyLedger()
  return ledger.write(async (transaction) => {
    for (const one of entries) await transaction.put(one)
    const result = await act(transaction)
    const left = await transaction.all('batch')
    const own = left.find((one) => keyOf(one) === 'own 0')
    return { result, left, own, states: left.map(({ state }) => state) }
  })
}

describe('claiming', () => {
  const by = { keyId: 'key 2', now: 7, knownIds: () => [TWO] }
  const claim = (one: Entry, again?: Again) =>
    after([one], (ledger) => claimNext(ledger, 'own', by, again && [keyOf(one)], again))

  test.each<[string, Partial<Entry>, wasUnknown: boolean, keyId: string, before: Entry['before']]>([
    ['first', {}, false, 'key 2', [TWO]],
    ['again, after it was not processed', { keyId: 'key 1', before: [ONE] }, false, 'key 2', [ONE]],
    ['again with the same key', { keyId: 'key 2' }, true, 'key 2', []],
    ['again with another key', { keyId: 'key 1' }, true, 'several', []],
  ])('sent %s, knows by which key, and what was there', async (_what, sent, wasUnknown, keyId, before) => {
    const { left } = await claim(entry(waiting, { ...sent, wasUnknown }))
    expect(left).toMatchObject([{ keyId, before, wasUnknown, state: { kind: 'sending', at: 7 } }])
  })

  test('one that may have been added is sent again only when the lists have said enough', async () => {
    expect((await claim(entry(unknown), async () => undefined)).states).toEqual([unknown])
    expect((await claim(entry(unknown), async () => true)).left).toMatchObject([{ wasUnknown: true }])
  })
})

describe('what became of a request', () => {
  const settled = async (now: Entry, state: EntryState | undefined, ...others: Entry[]) => {
    const claimed = { entry: entry(waiting), claim: sending, wasUnknown: false }
    return (await after([now, ...others], (ledger) => settle(ledger, claimed, state))).own
  }
  const ofAnother = entry({ kind: 'sending', claim: 'another', at: 6 })
  const note = 'Possible duplicate: ID 2.'

  test.each<[what: string, now: Entry, said: EntryState | undefined, then: EntryState, wasUnknown: boolean]>([
    ['is written onto its own claim', entry(sending), rejected, rejected, false],
    ['leaves it waiting where it was not processed', entry(sending), undefined, waiting, false],
    ['is nothing for a claim of another tab', ofAnother, undefined, ofAnother.state, false],
    ['is no failure for that one', ofAnother, rejected, ofAnother.state, false],
    ['is a 2xx for that one, whose own request may be accepted, too', ofAnother, added, added, true],
    ['is a 2xx for one that was given up', entry(unknown), added, added, false],
    ['is the same pet', entry(added), added, added, false],
    ['is no other pet without an ID', entry(added), { kind: 'added', id: undefined }, added, false],
    ['is another pet', entry(added), { kind: 'added', id: TWO }, { ...added, note }, false],
    ['is said once', entry({ ...added, note }), { kind: 'added', id: TWO }, { ...added, note }, false],
    ['is the ID where there was none', entry({ kind: 'added', id: undefined }), added, added, false],
  ])('%s', async (_what, now, said, then, wasUnknown) => {
    const own = await settled(now, said)
    expect([own?.state, own?.wasUnknown]).toEqual([then, wasUnknown])
  })

  test('with the ID of another entry, says whose it was', async () => {
    const noted = (text: string) => ({ state: { ...added, note: `ID 1 was already given to ${text}.` } })
    expect(await settled(entry(sending), added, other(added))).toMatchObject(noted('Rex'))
    expect(await settled(entry(sending), added, other(added, { row }))).toMatchObject(noted('row 2'))
    expect(await settled(entry(sending), added, other(added, { newPet: undefined }))).toMatchObject(
      noted('another pet'),
    )
  })
})

test.each([
  [true, 6, 'unknown'],
  [false, 60_005, 'sending'],
  [false, 60_006, 'unknown'],
  // A clock that was set back.
  [false, -59_996, 'unknown'],
] as const)('what a tab sent at 5 (its lock is here: %s) is at %i: %s', async (isAlone, now, kind) => {
  const { result, own } = await after([entry(sending)], (ledger) => recover(ledger, 'own', { isAlone, now }))
  expect([own?.state.kind, result]).toEqual([kind, kind === 'sending'])
})

test.each<[EntryState, then: unknown[]]>([
  [rejected, ['discarded', false, 'waiting', false, 'own 1']],
  [unknown, ['discarded', true, 'held', false]],
  [added, ['added', false, 'held', false]],
])('discarding %j frees what it held, unless it may have been added', async (state, then) => {
  const behind = entry({ kind: 'held', by: ['own 0'] }, { position: 1 })
  const { result, left } = await after([entry(state), behind], (ledger) => discard(ledger, 'own 0'))
  expect([...left.flatMap((one) => [one.state.kind, one.wasUnknown]), ...result]).toEqual(then)
})

test('what is set free is of the same batch; a row of it waits, and is not sent by that', async () => {
  const heldByTwo: EntryState = { kind: 'held', by: ['own 0', 'gone 1'] }
  const all = [entry(rejected), entry(heldByTwo, { position: 1, row }), other(heldByTwo)]
  const { result, states } = await after(all, (ledger) => discard(ledger, 'own 0'))
  expect([...states, ...result]).toEqual([heldByTwo, discarded, waiting])
})

test('only what lists can tell about is marked as added, and with an ID that no other entry has', async () => {
  const marks = ['own 0', 'own 9'].map((key) => ({ key: key as Key, id: ONE }))
  const marked = async (...all: Entry[]) =>
    (await after(all, (ledger) => markAdded(ledger, marks))).own?.state
  expect(await marked(entry(unknown))).toEqual(added)
  expect(await marked(entry(rejected))).toEqual(rejected)
  expect(await marked(entry(unknown), other(added))).toEqual(unknown)
})

describe('a file', () => {
  const batch = { id: 'own', environmentId: 'staging', baseUrl: 'https://a.example', startedAt: 5 }

  test('takes corrected rows in the places of those that were rejected or not sent, and of no other', async () => {
    const before = [added, rejected, notSent, unknown].map((state, position) =>
      entry(state, { position, row }),
    )
    const corrected = before.map(({ position }) => ({ position, row, newPet: { ...rex, name: 'Bo' } }))
    const { states } = await after(before, async (ledger) => {
      await ledger.putBatch(batch)
      await enterRows(ledger, batch, corrected)
    })
    expect(states).toEqual([added, waiting, waiting, unknown])
  })

  test('is entered, looked up and held whole, whatever its length', async () => {
    const all = Array.from({ length: 101 }, (_, position) => entry(waiting, { position, row }))
    const { result, states } = await after([...all, other(unknown)], async (ledger) => {
      const inner = vi.spyOn(ledger, 'all')
      await holdWaiting(ledger, batch)
      // Not once for each of them.
      expect(inner.mock.calls.filter((where: unknown[]) => where[0] === 'animal')).toHaveLength(1)
      return lookUp(ledger, 'https://a.example', [rex, { ...rex, name: 'Bo' }], 'own')
    })
    expect(states.filter(({ kind }) => kind === 'held')).toHaveLength(101)
    expect([...result].map(([, by]) => by.map(keyOf))).toEqual([['other 0']])
  })

  test('that is discarded stays accounted for, as far as it was sent', async () => {
    const all = [added, unknown, sending, waiting, rejected]
    const { left } = await after(
      all.map((state, position) => entry(state, { position, row })),
      (ledger) => discardBatch(ledger, 'own'),
    )
    const rest = { row: undefined, newPet: undefined, animal: entry(added).animal }
    const mayBe = { ...rest, wasUnknown: true, state: discarded }
    expect(left).toMatchObject([{ ...rest, wasUnknown: false, state: added }, mayBe, mayBe])
  })
})

test('a correction of what another tab has corrected meanwhile is held by it', async () => {
  const corrected = entry(waiting, { position: 1 })
  const enterInstead = (state: EntryState) =>
    after([entry(state)], (ledger) => enter(ledger, corrected, 'own 0'))
  expect((await enterInstead(rejected)).states).toEqual([discarded, waiting])
  expect((await enterInstead(discarded)).states).toEqual([discarded, { kind: 'held', by: ['own 0'] }])
})

test('what is over is deleted after 30 days, unless one like it may have been added', async () => {
  const old = entry(added)
  const deleted = async (now: number, ...others: Entry[]) =>
    (await after([old, ...others], (ledger) => deleteOld(ledger, now))).left.every(
      (one) => keyOf(one) !== keyOf(old),
    )
  expect(await deleted(old.enteredAt + 30 * DAY)).toBe(true)
  expect(await deleted(old.enteredAt + 30 * DAY - 1)).toBe(false)
  expect(await deleted(old.enteredAt + 30 * DAY, other(rejected))).toBe(true)
  expect(await deleted(old.enteredAt + 30 * DAY, other(rejected), other(unknown, { position: 1 }))).toBe(
    false,
  )
})
