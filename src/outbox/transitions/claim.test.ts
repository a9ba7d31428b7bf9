import { describe, expect, test, vi } from 'vitest'
import type { Entry, EntryId } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { createEmptyLedger } from '#tests/support/device.ts'
import {
  added,
  change,
  held,
  ONE,
  otherEntry as other,
  ownEntry as own,
  putAll,
  rejected,
  rowEntry as row,
  sending,
  TWO,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { idsOf, mia } from '#tests/support/outbox-scenario.ts'
import { type Claimant, claimNext, type DecideSendAgain } from './claim.ts'

const claimant: Claimant = {
  signInId: 'key 2',
  now: 7,
  knownIds: () => [TWO],
  knownUnderOtherNames: () => ['2 Rex 2'],
  lastSeenId: TWO,
  seenIdCount: 2,
}

const claimFrom = (entries: readonly Entry[], only?: readonly EntryId[], decideSendAgain?: DecideSendAgain) =>
  change(entries, (ledger) => claimNext(ledger, { batch: 'own', only, decideSendAgain }, claimant))

describe('What is claimed', () => {
  test('The first entry that waits is claimed, and no other.', async () => {
    const entries = [own(added), own(waiting, { position: 1 }), own(waiting, { position: 2 })]
    const { result, find } = await claimFrom(entries)
    expect(result).toMatchObject({ entry: entries[1], mayHaveBeenAccepted: false, signInId: 'key 2' })
    expect(find('own 1')?.state).toEqual(result?.state)
    expect(result?.state).toMatchObject({ kind: 'sending', at: 7 })
    expect(result?.claimed.sentAt).toBe(7)
    expect(find('own 2')?.state).toEqual(waiting)
  })

  test('Each claim is another one.', async () => {
    const { result } = await change([own(waiting), own(waiting, { position: 1 })], async (ledger) => {
      const first = await claimNext(ledger, { batch: 'own' }, claimant)
      return [first, await claimNext(ledger, { batch: 'own' }, claimant)]
    })
    expect(result.map((claim) => claim?.entry.position)).toEqual([0, 1])
    expect(result[0]?.state.claim).not.toBe(result[1]?.state.claim)
  })

  test('Nothing is claimed where nothing of the batch waits.', async () => {
    const entries = [own(held), own(rejected, { position: 1 }), own(unknown, { position: 2 })]
    const { result, states } = await claimFrom([...entries, other(waiting)])
    expect(result).toBeUndefined()
    expect(states).toEqual([waiting, held, rejected, unknown])
  })

  test('Of named entries, the first that waits is claimed, in the order in which they are named.', async () => {
    const entries = [0, 1, 2].map((position) => own(waiting, { position }))
    const { result, states } = await claimFrom(entries, ['own 9', 'own 2', 'own 1'])
    expect(result?.entry.position).toBe(2)
    expect(states.map(({ kind }) => kind)).toEqual(['waiting', 'waiting', 'sending'])
  })

  test.each<[how: string, sent: Partial<Entry>, then: Partial<Entry>]>([
    [
      'first',
      {},
      {
        signInId: 'key 2',
        knownBefore: [TWO],
        knownUnderOtherNames: ['2 Rex 2'],
        lastSeenId: TWO,
        seenIdCount: 2,
      },
    ],
    [
      'after a request',
      {
        signInId: 'key 1',
        knownBefore: [ONE],
        knownUnderOtherNames: ['1 Rex 1'],
        lastSeenId: ONE,
        seenIdCount: 1,
      },
      {
        signInId: 'key 2',
        knownBefore: [ONE],
        knownUnderOtherNames: ['1 Rex 1'],
        lastSeenId: ONE,
        seenIdCount: 1,
      },
    ],
    [
      'after a claim whose request never left',
      { knownBefore: [ONE], knownUnderOtherNames: ['1 Rex 1'], lastSeenId: ONE, seenIdCount: 1 },
      {
        signInId: 'key 2',
        knownBefore: [ONE, TWO],
        knownUnderOtherNames: ['1 Rex 1', '2 Rex 2'],
        lastSeenId: TWO,
        seenIdCount: 2,
      },
    ],
    [
      'after a request on which the service did not act',
      { requestedBy: 'key 2', knownBefore: [ONE], lastSeenId: ONE, seenIdCount: 1 },
      { signInId: 'key 2', knownBefore: [ONE], lastSeenId: ONE, seenIdCount: 1 },
    ],
    [
      'after such a request with another API key',
      { requestedBy: 'key 1', knownBefore: [ONE], lastSeenId: ONE, seenIdCount: 1 },
      { signInId: 'key 2', requestedBy: 'key 2', knownBefore: [ONE, TWO], lastSeenId: TWO, seenIdCount: 2 },
    ],
    [
      'once more with the same API key',
      { wasUnknown: true, signInId: 'key 2' },
      { signInId: 'key 2', knownBefore: [] },
    ],
    [
      'once more with another API key',
      { wasUnknown: true, signInId: 'key 1' },
      { signInId: 'several', knownBefore: [] },
    ],
  ])(
    'An entry that is sent %s records its sign-in and the pets that were there before.',
    async (_how, sent, then) => {
      const { left } = await claimFrom([own(waiting, sent)])
      expect(left).toMatchObject([{ ...then, wasUnknown: sent.wasUnknown ?? false }])
    },
  )

  test('The known pets are asked for those that are like the entry.', async () => {
    const knownIds = vi.fn<Claimant['knownIds']>(() => [])
    await change([own(waiting)], (ledger) => claimNext(ledger, { batch: 'own' }, { ...claimant, knownIds }))
    expect(knownIds).toHaveBeenCalledExactlyOnceWith(own(waiting).lookalikeKey)
  })
})

const decide: DecideSendAgain = async (_ledger, { position }) =>
  position === 0 ? 'do-not-send' : 'send-as-unknown'

describe('Sending an unconfirmed entry once more', () => {
  const sentBefore = own(unknown, { signInId: 'key 1', knownBefore: [ONE] })

  test('Without evidence, it is not claimed.', async () => {
    const { result, states } = await claimFrom([sentBefore], ['own 0'])
    expect([result, ...states]).toEqual([undefined, unknown])
  })

  test('It is not claimed where the lists do not allow it, and the next one is.', async () => {
    const { result, states } = await claimFrom(
      [sentBefore, own(unknown, { position: 1 })],
      ['own 0', 'own 1'],
      decide,
    )
    expect(result?.entry.position).toBe(1)
    expect(states).toMatchObject([unknown, { kind: 'sending' }])
  })

  test('Where nothing proves that it was not added, a later rejection will prove nothing either.', async () => {
    const { result, left } = await claimFrom([sentBefore], ['own 0'], async () => 'send-as-unknown')
    expect(result?.mayHaveBeenAccepted).toBe(true)
    expect(left).toMatchObject([{ wasUnknown: true, signInId: 'several', knownBefore: [ONE] }])
  })

  test('Where it is proved that it was not added, it is sent like a new one.', async () => {
    const entry = { ...sentBefore, wasUnknown: true }
    const { result, left } = await claimFrom([entry], ['own 0'], async () => 'send-as-new')
    expect(result?.mayHaveBeenAccepted).toBe(false)
    expect(left).toMatchObject([{ wasUnknown: false, signInId: 'key 2', knownBefore: [ONE] }])
  })
})

describe('The gate', () => {
  test('An entry that conflicts is held, and the next one that does not is claimed.', async () => {
    const entries = [other(unknown), own(waiting), own(waiting, { position: 1, newPet: mia })]
    const { result, states } = await claimFrom(entries)
    expect(result?.entry.position).toBe(1)
    expect(states).toMatchObject([unknown, held, { kind: 'sending' }])
  })

  test('All look-alikes of the batch are held at once when one of them conflicts.', async () => {
    const entries = [0, 1, 2].map((position) => own(waiting, { position }))
    const { result, states } = await claimFrom([other(unknown), ...entries], ['own 0'])
    expect(result).toBeUndefined()
    expect(states).toEqual([unknown, held, held, held])
  })

  test('A look-alike of the batch whose conflict was accepted is not held.', async () => {
    const accepted = { entries: ['other 0'], imports: [] } as const
    const entries = [row(waiting), row(waiting, { position: 1, accepted })]
    const { result, states } = await change([other(unknown), ...entries], (ledger) =>
      claimNext(ledger, { batch: 'file' }, claimant),
    )
    expect(result?.entry.position).toBe(1)
    expect(states).toMatchObject([held, { kind: 'sending' }, unknown])
  })

  test('A pet that is entered ten times in one visit is sent ten times.', async () => {
    const entries = [own(added), own(sending, { position: 1 }), own(waiting, { position: 2 })]
    expect((await claimFrom(entries)).result?.entry.position).toBe(2)
  })

  test('Nothing more of a visit is claimed that is like one which is unconfirmed.', async () => {
    const { result, states } = await claimFrom([own(unknown), own(waiting, { position: 1 })])
    expect(result).toBeUndefined()
    expect(states[1]).toEqual({ kind: 'held', by: ['own 0'] })
  })
})

const otherRows = (count: number, part: Partial<Entry> = {}) =>
  Array.from({ length: count }, (_, position) => row(waiting, { position, sequence: 10 + position, ...part }))

describe('The same at ten thousand (rule 10)', () => {
  /**
   * Each request of fake-indexeddb comes here. Spies on the public methods would keep `idb` from
   * knowing them.
   */
  type FakeTransaction = IDBTransaction & { _execRequestAsync: (request: unknown) => unknown }

  /**
   * Counts the requests to the database, each step of a cursor too, and the entries that are read.
   */
  function counting(transaction: LedgerTransaction) {
    const requests = vi.spyOn(IDBTransaction.prototype as FakeTransaction, '_execRequestAsync')
    let entries = 0
    const findAll: LedgerTransaction['findAll'] = async (...where) => {
      const found = await transaction.findAll(...where)
      entries += found.length
      return found
    }
    const total = () => ({ requests: requests.mock.calls.length, entries })
    return { transaction: { ...transaction, findAll }, total, stop: () => requests.mockRestore() }
  }

  /** Counts the requests to the database that it takes to claim the next entry of a batch. */
  async function costOfClaim(batch: string, entries: readonly Entry[]) {
    const ledger = createEmptyLedger()
    await putAll(ledger, entries)
    return ledger.write(async (transaction) => {
      const counted = counting(transaction)
      const claim = await claimNext(counted.transaction, { batch }, claimant)
      const total = counted.total()
      counted.stop()
      return { ...total, claimed: claim && idsOf([claim.entry]) }
    })
  }

  test('Claiming an entry costs the same with 1,000 look-alikes waiting in another import.', async () => {
    const one = await costOfClaim('own', [own(waiting), ...otherRows(1)])
    const thousand = await costOfClaim('own', [own(waiting), ...otherRows(1000)])
    expect(one.claimed).toEqual(['own 0'])
    expect(one.requests).toBeGreaterThan(5)
    expect(one.requests).toBeLessThan(20)
    expect(thousand).toEqual(one)
  })

  test('Claiming an entry costs the same with 1,000 other pets waiting in another import.', async () => {
    const one = await costOfClaim('own', [own(waiting), ...otherRows(1, { newPet: mia })])
    expect(await costOfClaim('own', [own(waiting), ...otherRows(1000, { newPet: mia })])).toEqual(one)
  })

  test('Claiming an entry that has no look-alike costs less than half of that.', async () => {
    const alike = await costOfClaim('own', [own(waiting), ...otherRows(1)])
    const alone = await costOfClaim('own', [own(waiting), ...otherRows(1, { newPet: mia })])
    expect(alone.requests).toBeLessThan(alike.requests / 2)
  })

  test('Holding an entry costs the same with 1,000 look-alikes that were entered before it.', async () => {
    const last = own(waiting, { sequence: 9999 })
    const one = await costOfClaim('own', [last, ...otherRows(1)])
    expect(one.claimed).toBeUndefined()
    expect(await costOfClaim('own', [last, ...otherRows(1000)])).toEqual(one)
  })

  test('Claiming a row costs the same with 1,000 look-alikes in its own import, waiting or added.', async () => {
    const two = await costOfClaim('file', otherRows(2))
    const addedRows = Array.from({ length: 1000 }, (_, index) => row(added, { position: 1000 + index }))
    const among = [...otherRows(1000), ...addedRows]
    expect(await costOfClaim('file', among)).toMatchObject({ requests: two.requests + 1 })
  })

  test('Holding the look-alikes of a batch looks them up once, and not once for each row.', async () => {
    const conflict = other(unknown)
    const ten = await costOfClaim('file', [conflict, ...otherRows(10)])
    const hundred = await costOfClaim('file', [conflict, ...otherRows(100)])
    // Each row is written once more, and nothing else.
    expect(hundred.requests - ten.requests).toBe(90)
    expect(hundred.entries - ten.entries).toBe(90)
  })
})
