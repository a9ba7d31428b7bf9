import { describe, expect, test } from 'vitest'
import { type Entry, entryIdOf, type EntryState, type Import } from '#src/outbox/entry.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { nameConflicts } from '#src/outbox/answers.ts'
import { answerKeyOf, pressOf } from '#src/outbox/entry-rules.ts'
import {
  added,
  change,
  discarded,
  held,
  notSent,
  otherEntry as other,
  ownEntry as own,
  rejected,
  rowEntry as row,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { bo, entryOf, mia, rex } from '#tests/support/outbox-scenario.ts'
import { holdWaiting } from './gate.ts'
import { correctRows, enter, enterCorrection, enterRows, type RowToSend } from './enter.ts'

/** The parts of an entry that say which pet it is. */
const petParts = (newPet: NewPet) => ({ newPet, lookalikeKey: lookalikeKeyOf(newPet) })

const newest = (part: Partial<Entry> = {}) => entryOf({ sequence: 0, position: 1, ...part })

describe('enter', () => {
  test('A pet that is entered waits, after everything that was entered before.', async () => {
    const { left } = await change([], async (ledger) => {
      await enter(ledger, newest())
      await enter(ledger, newest({ batch: 'visit', newPet: mia }))
    })
    expect(left.map(({ state, sequence }) => [state.kind, sequence])).toEqual([
      ['waiting', 1],
      ['waiting', 2],
    ])
  })

  test.each<[what: string, conflict: Entry]>([
    ['waits in another visit', other(waiting)],
    ['waits in an import', row(waiting)],
    ['another visit is sending', other(sending)],
    ['is unconfirmed, in the same visit', own(unknown)],
  ])('A pet that is entered while the same pet %s is held at once.', async (_what, conflict) => {
    const { find } = await change([conflict], async (ledger) => {
      await ledger.takeSequence(conflict.sequence)
      await enter(ledger, newest())
    })
    const sequence = conflict.sequence + 1
    expect(find('own 1')).toMatchObject({ state: { kind: 'held', by: [entryIdOf(conflict)] }, sequence })
  })

  test.each<[what: string, lookalike: Entry]>([
    ['waits in the same visit', own(waiting)],
    ['was added', other(added, { formId: 'another form' })],
    ['was added by an import', row(added)],
  ])('A pet that is entered while the same pet %s waits.', async (_what, lookalike) => {
    const { find } = await change([lookalike], async (ledger) => {
      await ledger.takeSequence(lookalike.sequence)
      await enter(ledger, newest({ formId: 'a form' }))
    })
    expect(find('own 1')?.state).toEqual(waiting)
  })

  describe('from a copy of a form', () => {
    const ofForm = { formId: 'a form' } as const

    test.each<[what: string, lookalike: Entry]>([
      ['was added', other(added, ofForm)],
      ['is held', other(held, ofForm)],
      ['was added in the same visit', own(added, ofForm)],
    ])('A pet that %s is asked about.', async (_what, lookalike) => {
      const { find } = await change([lookalike], async (ledger) => {
        await ledger.takeSequence(lookalike.sequence)
        await enter(ledger, newest(ofForm))
      })
      const by = entryIdOf(lookalike)
      expect(find('own 1')).toMatchObject({
        state: { kind: 'held', by: [by] },
        askedAbout: { entries: [by] },
      })
    })

    test('A pet that was rejected is entered again, and the rejected one stays.', async () => {
      const { states } = await change([other(rejected, ofForm)], (ledger) => enter(ledger, newest(ofForm)))
      expect(states).toEqual([rejected, waiting])
    })

    test('Another pet waits, because it was typed over the copy.', async () => {
      const { find } = await change([other(added, ofForm)], (ledger) =>
        enter(ledger, newest({ ...ofForm, ...petParts(mia) })),
      )
      expect(find('own 1')?.state).toEqual(waiting)
    })

    test.each<[what: string, part: Partial<Entry>]>([
      ['whatever its name', petParts(mia)],
      ['which was discarded, and may have been added', { state: discarded, wasUnknown: true }],
    ])('The correction of its pet is asked about, %s.', async (_what, part) => {
      const correction = other(added, { ...ofForm, isCorrection: true, ...part })
      const { find } = await change([correction], (ledger) => enter(ledger, newest(ofForm)))
      expect(find('own 1')?.state).toEqual({ kind: 'held', by: ['other 0'] })
    })
  })

  test('A pet that is entered waits where its visit has accepted the conflict.', async () => {
    const accepted = { entries: ['other 0'], imports: [] } as const
    const { find } = await change([other(unknown), own(added, { accepted })], (ledger) =>
      enter(ledger, newest()),
    )
    expect(find('own 1')?.state).toEqual(waiting)
  })

  test('A correction that is like another pet is held by that, and the rejected pet is discarded.', async () => {
    const { find } = await change([own(rejected), other(unknown)], (ledger) =>
      enterCorrection(ledger, newest(), 'own 0'),
    )
    expect(find('own 0')?.state).toEqual({ kind: 'discarded', isCorrected: true })
    expect(find('own 1')?.state).toEqual(held)
  })

  test('A correction takes the place of the pet that was rejected.', async () => {
    const { states } = await change([own(rejected)], (ledger) => enterCorrection(ledger, newest(), 'own 0'))
    expect(states).toEqual([{ kind: 'discarded', isCorrected: true }, waiting])
  })

  test.each<[what: string, others: readonly Entry[]]>([
    [
      'another tab has added as its correction',
      [other(added, { formId: 'a form', isCorrection: true, ...petParts(mia) })],
    ],
    ['a copy of its form has added', [other(added, { formId: 'a form' })]],
    [
      'is the correction of the correction',
      [
        own({ kind: 'discarded', isCorrected: true }, { position: 2, formId: 'a form', isCorrection: true }),
        other(added, { formId: 'a form', isCorrection: true, ...petParts(mia) }),
      ],
    ],
  ])('A correction is held by what %s.', async (_what, others) => {
    const corrected = own({ kind: 'discarded', isCorrected: true })
    const { find } = await change([corrected, ...others], (ledger) =>
      enterCorrection(ledger, newest({ formId: 'a form' }), 'own 0'),
    )
    expect(find('own 1')).toMatchObject({
      state: { kind: 'held', by: ['other 0'] },
      askedAbout: { entries: ['other 0'] },
    })
  })

  test('A correction of what another tab has discarded, and nobody has added, waits.', async () => {
    const { find } = await change([own(discarded, { formId: 'a form' })], (ledger) =>
      enterCorrection(ledger, newest({ formId: 'a form' }), 'own 0'),
    )
    expect(find('own 1')?.state).toEqual(waiting)
  })

  test('A correction of what is no longer in the ledger is entered like any other pet.', async () => {
    const { states } = await change([], (ledger) => enterCorrection(ledger, newest(), 'own 0'))
    expect(states).toEqual([waiting])
  })
})

const rowToSend = (position: number, part: Partial<RowToSend> = {}): RowToSend => ({
  position,
  newPet: rex,
  row: { number: position + 2, cells: [] },
  ...part,
})

const record: Import = {
  id: 'file',
  environmentId: 'staging',
  baseUrl: 'https://a.example',
  startedAt: 5,
  fileName: 'a.csv',
}

/** Enters the rows of a file, and holds those that conflict, as it is done when it is imported. */
async function enterAndHold(ledger: LedgerTransaction, rows: readonly RowToSend[]): Promise<void> {
  await enterRows(ledger, record, rows)
  const ids = rows.map(({ position }) => entryIdOf({ batch: record.id, position }))
  await holdWaiting(ledger, ids)
}

describe('enterRows', () => {
  test('The rows of a file wait in their order, after everything that was entered before.', async () => {
    const { left, find } = await change([], async (ledger) => {
      await ledger.takeSequence(7)
      await enterRows(ledger, record, [rowToSend(0), rowToSend(1)])
    })
    expect(left.map(({ position, sequence }) => [position, sequence])).toEqual([
      [0, 8],
      [1, 9],
    ])
    expect(find('file 0')).toMatchObject({ importId: 'file', enteredAt: 5, state: waiting })
  })

  test('The record of the file is written with its rows.', async () => {
    const { result } = await change([], async (ledger) => {
      await enterRows(ledger, record, [rowToSend(0)])
      return ledger.imports()
    })
    expect(result).toEqual([record])
  })

  test('A row that conflicts is held after that, and a row with a problem is kept as it is.', async () => {
    const rows = [rowToSend(0), rowToSend(1, { newPet: undefined, state: notSent })]
    const { find } = await change([other(added)], (ledger) => enterAndHold(ledger, rows))
    expect(find('file 0')?.state).toEqual(held)
    expect(find('file 1')?.state).toEqual(notSent)
  })

  test('A row that the review has left out is held from the start, whatever became of its conflict.', async () => {
    const rows = [rowToSend(0, { leftOutFor: [other(waiting)] })]
    const { find } = await change([], (ledger) => enterRows(ledger, record, rows))
    expect(find('file 0')?.state).toEqual(held)
  })

  test('A row whose conflict was accepted in the review waits.', async () => {
    const accepted = { entries: ['other 0'], imports: [] } as const
    const { find } = await change([other(added)], (ledger) =>
      enterAndHold(ledger, [rowToSend(0, { accepted })]),
    )
    expect(find('file 0')?.state).toEqual(waiting)
  })

  test('Equal rows of one file do not hold each other.', async () => {
    const { states } = await change([], (ledger) =>
      enterAndHold(ledger, [rowToSend(0), rowToSend(1), rowToSend(2)]),
    )
    expect(states).toEqual([waiting, waiting, waiting])
  })
})

const correct = (entries: readonly Entry[], ...rows: readonly RowToSend[]) =>
  change(entries, async (ledger) => {
    await ledger.putImport(record)
    await ledger.takeSequence(100)
    return correctRows(ledger, { ...record, environmentId: 'renamed', startedAt: 9 }, rows)
  })

/** Corrects this row, as it was reviewed. */
const correctionOf = (entry: Entry, part: Partial<RowToSend> = {}) =>
  rowToSend(entry.position, { newPet: bo, corrects: pressOf(entry), ...part })

describe('correctRows', () => {
  test('Corrected rows take the places of those that were rejected or not sent.', async () => {
    const before = [added, rejected, notSent].map((state, position) => row(state, { position }))
    const rows = before.slice(1).map((entry) => correctionOf(entry))
    const { result, left, states } = await correct(before, ...rows)
    expect(states).toEqual([added, waiting, waiting])
    expect(left.map(({ newPet }) => newPet?.name)).toEqual(['Rex', 'Bo', 'Bo'])
    expect(left.slice(1)).toEqual(result)
  })

  test.each([added, unknown, waiting, held, sending])(
    'No row is corrected where one of them is %o by now.',
    async (state) => {
      const before = [row(rejected), row(state, { position: 1 })]
      const rows = before.map((entry) => correctionOf(entry))
      const { result, left } = await correct(before, ...rows)
      expect(result).toBe('changed')
      expect(left).toMatchObject(before)
    },
  )

  test.each<[what: string, before: readonly Entry[]]>([
    ['another rejected pet has taken its place', [row(rejected, { sequence: 9, newPet: mia })]],
    ['another press has entered the same number', [row(rejected, { sequence: 3, press: 'a press' })]],
    ['nothing is in its place', []],
  ])('No row is corrected where %s.', async (_what, before) => {
    const { result, left } = await correct(before, correctionOf(row(rejected, { sequence: 3 })))
    expect(result).toBe('changed')
    expect(left).toMatchObject(before)
  })

  test('A corrected row comes after everything that was entered before it was corrected.', async () => {
    const { find } = await correct(
      [row(rejected, { sequence: 3 })],
      rowToSend(0, { newPet: bo, corrects: '3' }),
    )
    expect(find('file 0')).toMatchObject({ sequence: 101, newPet: bo, state: waiting })
  })

  test('A corrected row is held by what waits since its import was started.', async () => {
    const before = [row(rejected, { sequence: 3 }), other(waiting, { sequence: 4 })]
    expect((await correct(before, rowToSend(0, { corrects: '3' }))).find('file 0')?.state).toEqual(held)
  })

  test.each([added, unknown, sending, waiting])(
    'A corrected row is held by a look-alike in its import that is %o, unless the person has accepted that one.',
    async (state) => {
      const before = [row(rejected), row(state, { position: 1, newPet: bo })]
      const correction = correctionOf(row(rejected))
      const { find } = await correct(before, correction)
      expect(find('file 0')?.state).toMatchObject({ kind: 'held', by: ['file 1'] })
      const accepted = nameConflicts(before.slice(1))
      expect((await correct(before, { ...correction, accepted })).find('file 0')?.state).toEqual(waiting)
    },
  )

  test('Corrected rows that are alike are held neither by each other nor by the rows that they correct.', async () => {
    const before = [rejected, rejected, rejected].map((state, position) =>
      row(state, { position, newPet: bo }),
    )
    const rows = before.slice(1).map((entry) => correctionOf(entry))
    expect((await correct(before, ...rows)).states).toEqual([rejected, waiting, waiting])
    const waitsElsewhere = row(waiting, { batch: 'z', importId: 'z', newPet: bo, sequence: 200 })
    expect((await correct([...before, waitsElsewhere], ...rows)).states).toEqual([
      rejected,
      waiting,
      waiting,
      waiting,
    ])
  })

  test('A row that is left out of the import is also held by each corrected row that is like it.', async () => {
    const leftOut: EntryState = { kind: 'held', by: ['other 0'] }
    const before = [
      row(rejected),
      row(rejected, { position: 1 }),
      row(leftOut, { position: 2, newPet: bo }),
      row(leftOut, { position: 3, newPet: mia }),
    ]
    const { find, result } = await correct(before, ...before.slice(0, 2).map((entry) => correctionOf(entry)))
    if (result === 'changed') throw new Error('the rows were not corrected')
    expect(find('file 2')).toMatchObject({
      state: { kind: 'held', by: ['other 0', 'file 0', 'file 1'] },
      askedAbout: { entries: result.map(answerKeyOf), imports: [] },
    })
    expect(find('file 3')?.state).toEqual(leftOut)
  })

  test('A corrected row belongs to the environment of its import.', async () => {
    const { find } = await correct([row(rejected)], correctionOf(row(rejected)))
    expect(find('file 0')?.environmentId).toBe('staging')
  })
})
