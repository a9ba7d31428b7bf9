import { describe, expect, test } from 'vitest'
import type { Entry, EntryState } from '#src/outbox/entry.ts'
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
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { mia } from '#tests/support/outbox-scenario.ts'
import { addAnyway, discard, includeHeld, leaveOutAgain, markAdded } from './decide.ts'

const addOwnAnyway = (entries: readonly Entry[], ...conflicts: readonly Entry[]) =>
  change(entries, (ledger) => addAnyway(ledger, 'own 0', conflicts))

describe('"Add it anyway"', () => {
  test('frees the pet from the conflicts that were on the screen.', async () => {
    const { result, find } = await addOwnAnyway([own(held), other(unknown)], other(unknown))
    expect(result).toEqual(['own 0'])
    expect(find('own 0')).toMatchObject({ state: waiting, accepted: { entries: ['other 0'], imports: [] } })
  })

  test('keeps the pet held by a conflict that was not on the screen.', async () => {
    const newConflict = other(unknown, { position: 1 })
    const { result, find } = await addOwnAnyway([own(held), other(unknown), newConflict], other(unknown))
    expect(result).toEqual([])
    expect(find('own 0')?.state).toEqual({ kind: 'held', by: ['other 1'] })
  })

  test('adds to what was accepted before.', async () => {
    const accepted = { entries: ['other 1'], imports: ['file'] } as const
    const { find } = await addOwnAnyway([own(held, { accepted }), other(unknown)], other(unknown))
    expect(find('own 0')?.accepted).toEqual({ entries: ['other 1', 'other 0'], imports: ['file'] })
  })

  test('answers for all of the visit that the same conflicts hold.', async () => {
    const entries = [own(held), own(held, { position: 1 }), other(unknown)]
    const { result } = await addOwnAnyway(entries, other(unknown))
    expect(result).toEqual(['own 0', 'own 1'])
  })

  test('does not answer for a pet that something else holds.', async () => {
    const corrected: EntryState = { kind: 'held', by: ['own 9'] }
    const entries = [
      own(held),
      own(corrected, { position: 1 }),
      own({ ...held }, { position: 2, newPet: mia }),
    ]
    const { result, states } = await addOwnAnyway([...entries, other(unknown)], other(unknown))
    expect(result).toEqual(['own 0'])
    expect(states.slice(2)).toEqual([corrected, held])
  })

  test('A correction of a pet that another tab had corrected is unheld.', async () => {
    const corrected = own({ kind: 'discarded', isCorrected: true }, { position: 1 })
    const { result } = await addOwnAnyway([own({ kind: 'held', by: ['own 1'] }), corrected], corrected)
    expect(result).toEqual(['own 0'])
  })

  test('Entries with another conflict stay held by that conflict alone, also if it was entered after them.', async () => {
    const heldByTwo = own({ kind: 'held', by: ['other 0', 'other 1'] }, { position: 1, sequence: 6 })
    const later = other(waiting, { position: 1, sequence: 7 })
    const { result, find } = await change([own(held), heldByTwo, other(unknown), later], async (ledger) => {
      await ledger.takeSequence(later.sequence)
      return addAnyway(ledger, 'own 0', [other(unknown)])
    })
    expect(result).toEqual([])
    for (const id of ['own 0', 'own 1']) expect(find(id)?.state).toEqual({ kind: 'held', by: ['other 1'] })
  })

  test('does nothing where the pet is not held any more.', async () => {
    const { result, find } = await addOwnAnyway([own(added), other(unknown)], other(unknown))
    expect(result).toEqual([])
    expect(find('own 0')).toMatchObject(own(added))
  })
})

describe('"Include them"', () => {
  test('makes the rows wait, with the conflicts that were on the screen accepted.', async () => {
    const heldByImport: EntryState = { kind: 'held', by: ['file2 0'] }
    const conflict = row(added, { batch: 'file2', importId: 'file2' })
    const { find } = await change([row(heldByImport), conflict], (ledger) =>
      includeHeld(ledger, [{ id: 'file 0', accepted: { entries: ['file2 0'], imports: ['file2'] } }]),
    )
    expect(find('file 0')).toMatchObject({
      state: waiting,
      accepted: { entries: ['file2 0'], imports: ['file2'] },
    })
  })

  test('does not accept a conflict that the row has got since.', async () => {
    const heldByTwo = row({ kind: 'held', by: ['other 0', 'other 1'] })
    const conflicts = [other(unknown), other(unknown, { position: 1 })]
    const { find } = await change([heldByTwo, ...conflicts], (ledger) =>
      includeHeld(ledger, [{ id: 'file 0', accepted: { entries: ['other 0'], imports: [] } }]),
    )
    expect(find('file 0')?.accepted.entries).toEqual(['other 0'])
  })

  test('leaves out what is not held any more, and includes any number of rows.', async () => {
    const rows = Array.from({ length: 101 }, (_, position) =>
      row(position === 7 ? added : held, { position }),
    )
    const { left } = await change(rows, (ledger) =>
      includeHeld(
        ledger,
        rows.map(({ position }) => ({
          id: `file ${position}` as const,
          accepted: { entries: ['other 0'] as const, imports: [] },
        })),
      ),
    )
    expect(left.filter(({ state }) => state.kind === 'waiting')).toHaveLength(100)
    expect(left[7]?.state).toEqual(added)
  })
})

describe('"Leave them out", after "Include them",', () => {
  const asked = { entries: ['other 0'], imports: [] } as const
  const included = row(waiting, {
    accepted: { ...asked, entries: ['other 0', 'other 1'] },
    askedAbout: asked,
  })

  test('holds the rows by what the person was asked about, and takes back only that answer.', async () => {
    const { find } = await change([included, other(added)], (ledger) => leaveOutAgain(ledger, ['file 0']))
    expect(find('file 0')).toMatchObject({
      state: { ...held, isByPerson: true },
      accepted: { entries: ['other 1'], imports: [] },
    })
  })

  test('also holds rows that nobody has included, and that wait because what held them was rejected.', async () => {
    const unheld = row(waiting, { askedAbout: asked })
    const { find } = await change([unheld, other(rejected)], (ledger) => leaveOutAgain(ledger, ['file 0']))
    expect(find('file 0')?.state).toEqual({ ...held, isByPerson: true })
  })

  test('lets a row stand for its whole import again.', async () => {
    const answer = { entries: ['file2 0'], imports: ['file2'] } as const
    const { find } = await change([row(waiting, { accepted: answer, askedAbout: answer })], (ledger) =>
      leaveOutAgain(ledger, ['file 0']),
    )
    expect(find('file 0')).toMatchObject({
      state: { kind: 'held', by: ['file2 0'], imports: ['file2'] },
      accepted: { entries: [], imports: [] },
    })
  })

  test.each<[what: string, entry: Entry]>([
    ['is sent by now', { ...included, state: sending }],
    ['was never left out', row(waiting)],
  ])('changes no row that %s.', async (_what, entry) => {
    const { find } = await change([entry], (ledger) => leaveOutAgain(ledger, ['file 0']))
    expect(find('file 0')).toMatchObject({ state: entry.state, accepted: entry.accepted })
  })
})

const PRESS = { signInId: 'key 1', markedAt: 7 }

const markOwn = (entries: readonly Entry[], petId: typeof ONE | undefined = ONE) =>
  change(entries, (ledger) => markAdded(ledger, [{ entryId: 'own 0', petId }], PRESS))

const marked = { ...added, confirmedTo: 'key 1', isByPerson: true, markedAt: 7, before: unknown }

describe('markAdded', () => {
  test('An unconfirmed pet is added as the one that the person chose from the lists of this sign-in.', async () => {
    expect((await markOwn([own(unknown)])).states).toEqual([marked])
  })

  test('It may be added as no pet in particular.', async () => {
    const { states } = await change([own(unknown)], (ledger) =>
      markAdded(ledger, [{ entryId: 'own 0', petId: undefined, note: 'A note.' }], PRESS),
    )
    expect(states).toEqual([
      { kind: 'added', id: undefined, note: 'A note.', isByPerson: true, markedAt: 7, before: unknown },
    ])
  })

  test.each([waiting, sending, rejected, discarded])(
    'What is settled elsewhere stays: %o.',
    async (state) => {
      expect((await markOwn([own(state)])).states).toEqual([state])
    },
  )

  test('What is no longer in the ledger is left out.', async () => {
    expect((await markOwn([own(unknown, { position: 1 })])).states).toEqual([unknown])
  })

  test('An ID that a look-alike has is not given a second time.', async () => {
    expect((await markOwn([own(unknown), other(added)])).states).toEqual([added, unknown])
  })

  test('An ID with which another, different pet was answered may be the right one.', async () => {
    const ofMia = other(added, { newPet: mia })
    expect((await markOwn([own(unknown), ofMia])).find('own 0')?.state).toEqual(marked)
  })

  test('An ID that a look-alike has at a former address is not given a second time.', async () => {
    const ofFormerAddress = other(added, { baseUrl: 'https://b.example' })
    expect((await markOwn([own(unknown), ofFormerAddress])).find('own 0')?.state).toEqual(unknown)
  })

  test('The same ID in another environment may be the right one.', async () => {
    const elsewhere = other(added, { environmentId: 'production', baseUrl: 'https://b.example' })
    expect((await markOwn([own(unknown), elsewhere])).find('own 0')?.state).toEqual(marked)
  })

  test('Of two marks with one ID, the first one counts.', async () => {
    const { states } = await change([own(unknown), own(unknown, { position: 1 })], (ledger) =>
      markAdded(
        ledger,
        [
          { entryId: 'own 0', petId: ONE },
          { entryId: 'own 1', petId: ONE },
        ],
        PRESS,
      ),
    )
    expect(states).toEqual([marked, unknown])
  })

  test('What it has held goes on.', async () => {
    const behind = own({ kind: 'held', by: ['own 0'] }, { position: 1 })
    expect((await markOwn([own(unknown), behind])).result).toEqual(['own 1'])
  })
})

const discardOwn = (...entries: readonly Entry[]) => change(entries, (ledger) => discard(ledger, 'own 0'))

describe('Discarding a pet', () => {
  const behind = own({ kind: 'held', by: ['own 0'] }, { position: 1 })

  test.each<[state: EntryState, wasUnknown: boolean]>([
    [waiting, false],
    [held, false],
    [rejected, false],
    [unknown, true],
  ])('%o is discarded, and whether it may have been added stays known: %s.', async (state, wasUnknown) => {
    expect((await discardOwn(own(state))).left).toMatchObject([{ state: discarded, wasUnknown }])
  })

  test.each([sending, added])('%o is not discarded.', async (state) => {
    const { result, states } = await discardOwn(own(state), behind)
    expect([...states, ...result]).toEqual([state, behind.state])
  })

  test('A pet that is no longer in the ledger is not discarded.', async () => {
    expect((await discardOwn(behind)).result).toEqual([])
  })

  test('What a rejected pet has held is unheld.', async () => {
    expect((await discardOwn(own(rejected), behind)).result).toEqual(['own 1'])
  })

  test('What an unconfirmed pet has held stays held.', async () => {
    const { result, find } = await discardOwn(own(unknown), behind)
    expect([result, find('own 1')?.state]).toEqual([[], behind.state])
  })
})
