import { expect, test } from 'vitest'
import {
  added,
  held,
  otherEntry,
  ownEntry,
  rejected,
  rowEntry,
  waiting,
} from '#tests/support/ledger-entries.ts'
import type { Entry } from './entry.ts'
import { renumber } from './renumber.ts'

test('Entries keep their order, with sequence numbers from the given one on.', () => {
  const entries = [ownEntry(waiting, { sequence: 9 }), otherEntry(added, { sequence: 4 })]
  expect(renumber(entries, 21).map(({ batch, sequence }) => [batch, sequence])).toEqual([
    ['other', 21],
    ['own', 22],
  ])
})

test.each<[what: string, entry: Entry]>([
  ['is held', ownEntry(held)],
  ['was held', ownEntry(waiting, { firstSequence: 3 })],
  ['was rejected, and may be corrected', ownEntry(rejected)],
  ['corrects a rejected one', ownEntry(waiting, { askedAfter: 3 })],
])('A pet by hand that %s asks about all that was added.', (_what, entry) => {
  expect(renumber([entry], 21)).toMatchObject([{ askedAfter: 0 }])
})

test.each<[what: string, entry: Entry]>([
  ['A pet by hand that waits', ownEntry(waiting)],
  ['A pet by hand that was added', ownEntry(added)],
  ['A row', rowEntry(held)],
])('%s asks about no more than before.', (_what, entry) => {
  expect(renumber([entry], 21)[0]?.askedAfter).toBeUndefined()
})
