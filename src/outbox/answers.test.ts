import { expect, test } from 'vitest'
import {
  added,
  otherEntry as other,
  rowEntry as row,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { joinAccepted, nameConflicts } from './answers.ts'
import { type Accepted, type Entry, NOTHING_ACCEPTED } from './entry.ts'

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
