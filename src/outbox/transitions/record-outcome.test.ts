import { describe, expect, test } from 'vitest'
import { type Entry, type EntryState, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import {
  added,
  change,
  discarded,
  held,
  ONE,
  otherEntry as other,
  ownEntry as own,
  rejected,
  rowEntry as row,
  sending,
  TWO,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { rex } from '#tests/support/outbox-scenario.ts'
import { joinNotes, possibleDuplicate } from './answer-notes.ts'
import { type Candidates, type Claim, claimNext } from './claim.ts'
import { enter } from './enter.ts'
import { type Outcome, recordOutcome } from './record-outcome.ts'

const claimOf = (entry: Entry): Claim => ({
  entry,
  claimed: { ...entry, state: sending, signInId: 'key 1', knownBefore: [TWO] },
  state: sending,
  mayHaveBeenAccepted: false,
  signInId: 'key 1',
})

/** Settles the claim of the own entry, which is by now as `current` says. */
const settleOn = (current: Entry, outcome: Outcome, ...others: readonly Entry[]) =>
  change([current, ...others], (ledger) => recordOutcome(ledger, claimOf(own(waiting)), outcome))

const addedAsTwo: EntryState = { kind: 'added', id: TWO }
const withoutId: EntryState = { kind: 'added', id: undefined }
const takenForLost: EntryState = { ...unknown, claim: sending.claim }
const olderUnknown = { ...unknown, claim: 'an older claim' } as const satisfies EntryState
const laterUnknown = { ...unknown, claim: 'a later claim' } as const satisfies EntryState
/** The state that a failure leaves where nobody has the entry. */
const unknownNow: EntryState = { ...unknown, claim: sending.claim }
const claimElsewhere: EntryState = { kind: 'sending', claim: 'of another tab', at: 6 }

describe('An outcome', () => {
  test.each<[what: string, current: EntryState, outcome: Outcome, then: EntryState]>([
    ['is written onto its own claim', sending, rejected, rejected],
    ['leaves the entry waiting where the service did not act', sending, 'not-acted-on', waiting],
    [
      'changes nothing on the claim of another tab where the service did not act',
      claimElsewhere,
      'not-acted-on',
      claimElsewhere,
    ],
    [
      'that is a rejection does not count on the claim of another tab',
      claimElsewhere,
      rejected,
      claimElsewhere,
    ],
    ['that is unknown does not count on the claim of another tab', claimElsewhere, unknown, claimElsewhere],
    ['that is a 2xx counts on the claim of another tab', claimElsewhere, added, added],
    ['that is a 2xx counts where the request was taken for lost', takenForLost, added, added],
    ['that is a 2xx counts where the entry was discarded meanwhile', discarded, added, added],
    [
      'that is a rejection does not count where the request was taken for lost',
      takenForLost,
      rejected,
      takenForLost,
    ],
    ['that is unknown counts where another tab has written the entry back', waiting, unknown, unknownNow],
    ['that is unknown counts where that entry is held', held, unknown, unknownNow],
    ['that is unknown counts where an older request is unknown', olderUnknown, unknown, unknownNow],
    [
      'that is a rejection leaves open what became of an entry that another tab has written back',
      waiting,
      rejected,
      { kind: 'unknown', message: 'Full.', endedAt: 5, claim: sending.claim },
    ],
    ['that is unknown does not count where the entry is settled', rejected, unknown, rejected],
    ['that is unknown does not count where the entry was discarded', discarded, unknown, discarded],
    ['that names the same pet again says nothing new', added, added, added],
    ['without an ID does not take the ID away', added, withoutId, added],
    ['gives the ID where the person had only said that it was added', withoutId, added, added],
  ])('%s.', async (_what, current, outcome, then) => {
    const { states } = await settleOn(own(current), outcome)
    expect(states).toEqual([then])
  })

  test('A 2xx for the claim of another tab leaves open what that request adds.', async () => {
    expect((await settleOn(own(claimElsewhere), added)).left).toMatchObject([{ wasUnknown: true }])
    expect((await settleOn(own(sending), added)).left).toMatchObject([{ wasUnknown: false }])
    expect((await settleOn(own(takenForLost), added)).left).toMatchObject([{ wasUnknown: false }])
  })

  test('A 2xx leaves open what another request, which is unknown, has added.', async () => {
    const { left } = await settleOn(own(olderUnknown), added)
    expect(left).toMatchObject([{ state: added, wasUnknown: true }])
  })

  test('A failure says nothing new where the entry was sent again since.', async () => {
    const sentAgain = own(laterUnknown, { claims: [sending.claim, laterUnknown.claim] })
    for (const outcome of [unknown, rejected]) {
      const { left } = await settleOn(sentAgain, outcome)
      expect(left).toMatchObject([sentAgain])
    }
  })

  test('A failure leaves open what an older request has added, where the entry did not know of its own.', async () => {
    const { left } = await settleOn(own(olderUnknown, { claims: [olderUnknown.claim] }), unknown)
    expect(left).toMatchObject([
      { state: unknownNow, wasUnknown: true, claims: [olderUnknown.claim, sending.claim] },
    ])
  })

  test('A 2xx of the only request of a discarded entry leaves no doubt.', async () => {
    const current = own(discarded, { wasUnknown: true, claims: [sending.claim] })
    expect((await settleOn(current, added)).left).toMatchObject([{ state: added, wasUnknown: false }])
  })

  test('A 2xx is an entry of its own where the entry was discarded while another request was unknown.', async () => {
    const current = own(discarded, { wasUnknown: true, claims: [sending.claim, laterUnknown.claim] })
    const { left, find } = await settleOn(current, added)
    expect(find('own 0')).toMatchObject(current)
    expect(left).toMatchObject([{ state: added, newPet: rex }, current])
  })

  test('An entry that may have been added stays so when its second request is settled.', async () => {
    const { left } = await settleOn(own(sending, { wasUnknown: true }), added)
    expect(left).toMatchObject([{ wasUnknown: true, state: added }])
  })

  test.each<[outcome: Outcome, requestedBy: string | undefined]>([
    ['not-requested', undefined],
    ['not-acted-on', 'key 1'],
  ])(
    'A claim that ends as %s leaves in the entry only which pets were there before it.',
    async (outcome, requestedBy) => {
      const current = own(sending, { signInId: 'key 1', knownBefore: [ONE], requestedBy: 'key 1' })
      const { left } = await settleOn(current, outcome)
      expect(left).toMatchObject([{ ...own(waiting), knownBefore: [ONE], requestedBy }])
    },
  )

  test('A request that never left leaves the entry in its place in the order, also in another database.', async () => {
    const current = own(sending, { sequence: 1, claims: [sending.claim] })
    expect((await settleOn(current, 'not-requested')).left).toMatchObject([{ state: waiting, sequence: 1 }])
  })

  test('An entry that another tab has written back keeps which key has sent it, and what was known before.', async () => {
    const { left } = await settleOn(own(waiting), unknown)
    expect(left).toMatchObject([{ signInId: 'key 1', knownBefore: [TWO] }])
    const several = await settleOn(own(olderUnknown, { signInId: 'key 2', knownBefore: [ONE] }), unknown)
    expect(several.left).toMatchObject([{ signInId: SEVERAL_SIGN_INS, knownBefore: [ONE] }])
  })
})

const ofThisVersion: Partial<Entry> = {
  state: { ...unknown, claim: 'an earlier claim' },
  claims: ['an earlier claim'],
}

test.each([
  ['this version', ofThisVersion],
  ['an older version', {}],
])(
  'A request that %s has sent stays in doubt where a later one is answered after "Discard".',
  async (_version, part) => {
    const { find } = await change([own(unknown, { signInId: 'key 0', ...part })], async (ledger) => {
      const candidates: Candidates = {
        batch: 'own',
        only: ['own 0'],
        decideSendAgain: async () => 'send-as-unknown',
      }
      const claim = await claimNext(ledger, candidates, {
        signInId: 'key 1',
        now: 0,
        knownIds: () => [],
        knownUnderOtherNames: () => [],
        lastSeenId: undefined,
        seenIdCount: 0,
      })
      if (claim === undefined) throw new Error('it was not claimed')
      await ledger.put({ ...claim.claimed, state: discarded })
      await recordOutcome(ledger, claim, added)
      await enter(ledger, own(waiting, { batch: 'another visit' }))
    })
    expect(find('another visit 0')?.state).toEqual({ kind: 'held', by: ['own 0'] })
  },
)

const mia = { ...rex, name: 'Mia' }

/** Settles the claim of Rex, whose row Mia has taken by now. */
const settleReplaced = (outcome: Outcome) =>
  change([row(waiting, { newPet: mia })], (ledger) => recordOutcome(ledger, claimOf(row(waiting)), outcome))

describe('A row that was corrected while its request was on its way', () => {
  test('A late 2xx is a row of its own, and the corrected pet still waits.', async () => {
    const { find } = await settleReplaced(added)
    expect(find('file 0')).toMatchObject({ newPet: mia, state: waiting })
    expect(find('file 1')).toMatchObject({ newPet: rex, state: added, row: { number: 2 }, signInId: 'key 1' })
  })

  test.each([unknown, rejected])('%o says nothing about the corrected pet.', async (outcome) => {
    const { left } = await settleReplaced(outcome)
    expect(left).toMatchObject([{ newPet: mia, state: waiting }])
  })
})

const settleDeleted = (outcome: Outcome) =>
  change([], (ledger) => recordOutcome(ledger, claimOf(own(waiting)), outcome))

/** Settles the claim of Rex, whose row Mia has taken by now, and whose import was discarded. */
const settleDiscarded = (part: Partial<Entry>) => {
  const left = row(discarded, { newPet: undefined, row: undefined, wasUnknown: true, ...part })
  return change([left], (ledger) => recordOutcome(ledger, claimOf(row(waiting)), added))
}

describe('A row that was corrected, sent and discarded with its import', () => {
  test.each([{ lookalikeKey: lookalikeKeyOf(mia) }, { claims: [laterUnknown.claim] }])(
    'A late 2xx leaves the doubt about the corrected pet (%o), and is a row of its own.',
    async (part) => {
      const { find } = await settleDiscarded(part)
      expect(find('file 0')).toMatchObject({ state: discarded, wasUnknown: true, ...part })
      expect(find('file 1')).toMatchObject({ state: added, newPet: undefined, row: undefined })
    },
  )
})

describe('What is no longer in the ledger', () => {
  test('It is written anew with what became of it: what has happened is proof all the same.', async () => {
    expect((await settleDeleted(unknown)).left).toMatchObject([{ state: unknown }])
    expect((await settleDeleted('not-requested')).left).toMatchObject([{ newPet: rex, state: waiting }])
  })

  test.each([unknown, added, 'not-requested'] satisfies readonly Outcome[])(
    'It comes last in the order of the new database (%o).',
    async (outcome) => {
      const { result, left } = await change([], async (ledger) => {
        const last = (await ledger.takeSequence(3)) + 2
        await recordOutcome(ledger, claimOf(own(waiting, { sequence: 2 })), outcome)
        return last
      })
      expect(left).toMatchObject([{ sequence: result + 1 }])
    },
  )

  test('It keeps which API key has sent it, so that another key does not prove its absence.', async () => {
    expect((await settleDeleted(unknown)).left).toMatchObject([{ signInId: 'key 1' }])
  })
})

const noteWith = async (earlier: Entry) => (await settleOn(own(sending), added, earlier)).find('own 0')?.state

const noted = (name: string) => ({ ...added, note: `ID 1 was already given to ${name}.` })

describe('The ID of an answer', () => {
  test('An ID that another entry has is named, and whose it was.', async () => {
    expect(await noteWith(other(added))).toEqual(noted('Rex'))
    expect(await noteWith(row(added))).toEqual(noted('row 2 of pasted rows'))
    expect(await noteWith(row(added, { batch: 'own', position: 1 }))).toEqual(noted('row 2'))
    expect(await noteWith({ ...other(added), newPet: undefined })).toEqual(noted('another pet'))
  })

  test('The same ID at another service says nothing.', async () => {
    const earlier = other(added, { baseUrl: 'https://b.example' })
    expect((await settleOn(own(sending), added, earlier)).find('own 0')?.state).toEqual(added)
  })

  test('That note comes after the one about the answer.', async () => {
    const outcome = { ...added, note: 'Saved as “Mia”, category 1.' }
    const { find } = await settleOn(own(sending), outcome, other(added))
    expect(find('own 0')?.state).toMatchObject({
      note: 'Saved as “Mia”, category 1. ID 1 was already given to Rex.',
    })
  })

  test('Where two requests of one entry were answered, the second pet is a possible duplicate.', async () => {
    const note = 'Possible duplicate: ID 2.'
    const once = await settleOn(own(added), addedAsTwo)
    expect(once.states).toEqual([{ ...added, note }])
    const twice = await settleOn(own({ ...added, note }), addedAsTwo)
    expect(twice.states).toEqual([{ ...added, note }])
  })

  test('An answer takes the place of what a person has said, because it is proof.', async () => {
    const byPerson = own({ ...added, isByPerson: true })
    expect((await settleOn(byPerson, added)).states).toEqual([added])
    expect((await settleOn(byPerson, addedAsTwo)).states).toEqual([addedAsTwo])
  })
})

const heldByOwn = (part: Partial<Entry> = {}) =>
  own({ kind: 'held', by: ['own 0'] }, { position: 1, ...part })

describe('What was held', () => {
  test.each<[outcome: Outcome, then: EntryState['kind'], released: readonly string[]]>([
    [rejected, 'waiting', ['own 1']],
    [added, 'waiting', ['own 1']],
    [unknown, 'held', []],
  ])('A pet that is held by one which is %o by now is %s.', async (outcome, then, released) => {
    const { result, find } = await settleOn(own(sending), outcome, heldByOwn())
    expect(find('own 1')?.state.kind).toBe(then)
    expect(result).toEqual(released)
  })

  test('A pet of another visit stays held: its person has not decided yet.', async () => {
    const elsewhere = heldByOwn({ batch: 'other' })
    const { result, find } = await settleOn(own(sending), rejected, elsewhere)
    expect([find('other 1')?.state, result]).toEqual([elsewhere.state, []])
  })
})

test('joinNotes says nothing twice.', () => {
  const duplicate = possibleDuplicate(ONE)
  expect(joinNotes(undefined, duplicate)).toBe('Possible duplicate: ID 1.')
  expect(joinNotes('Saved as “Mia”.', duplicate)).toBe('Saved as “Mia”. Possible duplicate: ID 1.')
  expect(joinNotes(`${duplicate} Saved.`, duplicate)).toBe(`${duplicate} Saved.`)
})
