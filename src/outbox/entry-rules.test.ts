import { describe, expect, test } from 'vitest'
import {
  added,
  discarded,
  held,
  notSent,
  otherEntry as other,
  ownEntry as own,
  petOf,
  rejected,
  rowEntry as row,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { idsOf } from '#tests/support/outbox-scenario.ts'
import { type Accepted, type Entry, type EntryState, NOTHING_ACCEPTED } from './entry.ts'
import {
  nameConflicts,
  conflictsOf,
  countEntries,
  isAnsweredBy,
  isCheckable,
  isOpenByHand,
  isDeletable,
  joinAccepted,
  mayBeAdded,
  mayBeAddedTwice,
} from './entry-rules.ts'

const byHand = own(waiting)
const ofImport = row(waiting)
const ofOtherImport = (state: EntryState, part: Partial<Entry> = {}) =>
  row(state, { batch: 'other file', importId: 'other file', sequence: 4, ...part })
const wasUnknown = { wasUnknown: true }

describe('conflictsOf', () => {
  test.each<[when: string, entry: Entry, lookalike: Entry]>([
    ['it is unknown, in the same visit', byHand, own(unknown, { position: 1 })],
    ['it is unknown, in another visit', byHand, other(unknown)],
    ['it is unknown, and was entered later', byHand, other(unknown, { sequence: 6 })],
    ['it is unknown, in the same import', ofImport, row(unknown, { position: 1 })],
    ['it was discarded, and may have been added', byHand, other(discarded, wasUnknown)],
    ['another visit is sending it', byHand, other(sending)],
    ['an import is sending it', byHand, row(sending)],
    ['it waits in another visit, and was entered before', byHand, other(waiting)],
    ['it waits in an import, and was entered before', byHand, ofOtherImport(waiting)],
    ['it was entered before, although the clock said later', byHand, other(waiting, { enteredAt: 9e9 })],
    ['it was added by hand, for a row', ofImport, other(added)],
    ['it was entered later by hand and added, for a row', ofImport, other(added, { sequence: 6 })],
    ['another import has added it, for a row', ofImport, ofOtherImport(added)],
  ])('A look-alike is a conflict when %s.', (_when, entry, lookalike) => {
    expect(conflictsOf(entry, [lookalike])).toEqual([lookalike])
  })

  test.each<[when: string, entry: Entry, lookalike: Entry]>([
    ['it was discarded, and cannot have been added', byHand, other(discarded)],
    ['the same visit is sending it', byHand, own(sending, { position: 1 })],
    ['it waits in another visit, and was entered later', byHand, other(waiting, { sequence: 6 })],
    ['it waits in the same visit', byHand, own(waiting, { position: 1, sequence: 4 })],
    ['another visit has added it, for one by hand', byHand, other(added)],
    ['an import has added it, for one by hand', byHand, row(added)],
    ['the same import has added it', ofImport, row(added, { position: 1 })],
    ['it is held', ofImport, other(held)],
    ['it was rejected', ofImport, other(rejected)],
    ['it is a row with a problem', ofImport, ofOtherImport(notSent)],
  ])('A look-alike is no conflict when %s.', (_when, entry, lookalike) => {
    expect(conflictsOf(entry, [lookalike])).toEqual([])
  })

  test('An entry is no conflict of itself.', () => {
    const entry = own(unknown)
    expect(idsOf(conflictsOf(entry, [entry, own(unknown, { position: 1 })]))).toEqual(['own 1'])
  })
})

const entryThat = (accepted: Accepted) => row(waiting, { batch: 'third', importId: 'third', accepted })

describe('What the person has accepted', () => {
  const acceptsEntries: Accepted = { entries: ['other 0', 'file 0'], imports: [] }
  const acceptsImport: Accepted = { entries: [], imports: ['file'] }
  test.each<[what: string, accepted: Accepted, lookalike: Entry]>([
    ['an entry that was accepted', acceptsEntries, other(waiting)],
    ['an entry that was accepted, and is unconfirmed by now', acceptsEntries, other(unknown)],
    ['what an accepted import has added', acceptsImport, row(added)],
    ['what an accepted import has still to add', acceptsImport, row(waiting, { sequence: 4 })],
    ['what an accepted import is adding', acceptsImport, row(sending)],
  ])('covers %s.', (_what, accepted, lookalike) => {
    expect(conflictsOf(entryThat(accepted), [lookalike])).toEqual([])
  })

  test.each<[what: string, accepted: Accepted, lookalike: Entry]>([
    ['another entry of the same visit', acceptsEntries, other(unknown, { position: 1 })],
    ['another row of the same import', acceptsEntries, row(unknown, { position: 1 })],
    ['an unconfirmed row of an accepted import', acceptsImport, row(unknown)],
    ['a discarded row of it that may have been added', acceptsImport, row(discarded, wasUnknown)],
    ['what another import has added', acceptsImport, ofOtherImport(added)],
    ['what was added by hand', acceptsImport, other(added)],
  ])('does not cover %s.', (_what, accepted, lookalike) => {
    expect(conflictsOf(entryThat(accepted), [lookalike])).toEqual([lookalike])
  })
})

test.each<[what: string, conflicts: readonly Entry[], accepted: Accepted]>([
  ['nothing', [], NOTHING_ACCEPTED],
  ['an entry by hand', [other(unknown)], { entries: ['other 0'], imports: [] }],
  ['a row, and with it its import', [row(added)], { entries: ['file 0 5'], imports: ['file'] }],
  ['an unconfirmed row, and not its import', [row(unknown)], { entries: ['file 0 5'], imports: [] }],
  [
    'each import once',
    [row(added), row(waiting, { position: 1 }), row(unknown, { position: 2 })],
    { entries: ['file 0 5', 'file 1 5', 'file 2 5'], imports: ['file'] },
  ],
])('nameConflicts accepts %s.', (_what, conflicts, accepted) => {
  expect(nameConflicts(conflicts)).toEqual(accepted)
})

test('joinAccepted keeps both answers, and each of their parts once.', () => {
  const first: Accepted = { entries: ['a 0', 'b 0'], imports: ['f'] }
  const second: Accepted = { entries: ['b 0', 'c 0'], imports: ['f', 'g'] }
  expect(joinAccepted(first, second)).toEqual({ entries: ['a 0', 'b 0', 'c 0'], imports: ['f', 'g'] })
})

const withoutId: EntryState = { kind: 'added', id: undefined }
const withoutPet = { newPet: undefined }

test.each<[name: string, rule: (entry: Entry) => boolean, yes: readonly Entry[], no: readonly Entry[]]>([
  [
    'mayBeAdded',
    mayBeAdded,
    [own(unknown), own(discarded, wasUnknown)],
    [own(discarded), own(added, wasUnknown), own(waiting, wasUnknown), own(rejected)],
  ],
  [
    'isCheckable',
    isCheckable,
    [own(unknown), row(unknown)],
    [own(added), own(withoutId), own(waiting), own(discarded, wasUnknown), own(unknown, withoutPet)],
  ],
  [
    'mayHaveTwin',
    mayBeAddedTwice,
    [own(added, wasUnknown)],
    [
      own(added),
      own(added, { ...wasUnknown, ...withoutPet }),
      own(withoutId, wasUnknown),
      own(unknown, wasUnknown),
    ],
  ],
  [
    'isOpenByHand',
    isOpenByHand,
    [own(waiting), own(held), own(sending), own(rejected), own(unknown)],
    [own(added), own(discarded), own(discarded, wasUnknown), row(waiting), row(unknown)],
  ],
  [
    'isDeletable',
    isDeletable,
    [own(added), own(discarded), row(added, { row: undefined })],
    [row(added), own(discarded, wasUnknown), own(rejected), own(unknown), own(waiting)],
  ],
])('%s is true for the first of these entries, and false for the others.', (_name, rule, yes, no) => {
  expect(yes.filter((entry) => !rule(entry))).toEqual([])
  expect(no.filter(rule)).toEqual([])
})

test.each([
  ['with its ID, its name and its category', petOf(1), true],
  ['that has another status', petOf(1, { status: 'sold' }), true],
  ['whose name is written another way', petOf(1, { name: ' REX' }), true],
  ['with another ID', petOf(2), false],
  ['with its ID and another name', petOf(1, { name: 'Mia' }), false],
])('isAnsweredBy says of a pet %s whether it answers an added entry.', (_what, pet, isAnswer) => {
  expect(isAnsweredBy(own(added), pet)).toBe(isAnswer)
})

test('A pet answers no entry that was not added.', () => {
  expect(isAnsweredBy(own(unknown), petOf(1))).toBe(false)
})

test('countEntries counts what is being sent as waiting, and what was discarded not at all.', () => {
  const counts = { added: 1, rejected: 1, 'not-sent': 1, held: 1, unknown: 1, waiting: 2 }
  const states = [sending, waiting, discarded, rejected, added, notSent, held, unknown]
  expect(countEntries(states.map((state) => own(state)))).toEqual(counts)
})
