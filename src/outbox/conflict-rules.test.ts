import { describe, expect, test } from 'vitest'
import {
  added,
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
import { idsOf } from '#tests/support/outbox-scenario.ts'
import { conflictsOf } from './conflict-rules.ts'
import type { Accepted, Entry, EntryState } from './entry.ts'

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
