import { expect, test } from 'vitest'
import {
  added,
  discarded,
  held,
  notSent,
  ownEntry as own,
  petOf,
  rejected,
  rowEntry as row,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import type { Entry, EntryState } from './entry.ts'
import {
  countEntries,
  isAnsweredBy,
  isCheckable,
  isDeletable,
  isOpenByHand,
  mayBeAdded,
  mayBeAddedTwice,
} from './entry-rules.ts'

const wasUnknown = { wasUnknown: true }
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
    'mayBeAddedTwice',
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
