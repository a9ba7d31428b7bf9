import { expect, test } from 'vitest'
import { formatTime } from '#src/lib/format-time.ts'
import {
  added,
  discarded,
  held,
  notSent,
  ownEntry as own,
  rejected,
  rowEntry as row,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { conflictSentence, conflictText, MAY_MATCH } from './conflict-text.ts'
import type { Entry, EntryState } from './entry.ts'

const ENVIRONMENT_NAMES = new Map([['north', 'Berlin North']])

const time = formatTime(own(waiting).enteredAt)
const sentAt = Date.parse('2026-11-22T15:41:00')
const timeSent = formatTime(sentAt)
const corrected: EntryState = { kind: 'discarded', isCorrected: true }
const fromFile = { number: 2, cells: [], fileName: 'a.csv' }

test.each<[conflict: Entry, text: string]>([
  [own(unknown), `sent at ${time}, not confirmed`],
  [own(discarded, { wasUnknown: true }), `sent at ${time}, not confirmed`],
  [own(corrected), `not added at ${time}, corrected since`],
  [own(discarded), `discarded, entered at ${time}`],
  [own({ kind: 'sending', claim: 'c', at: sentAt }), `sent at ${timeSent}, no answer yet`],
  [own(added), `added at ${time} (ID 1)`],
  [own({ kind: 'added', id: undefined }), `added at ${time}`],
  [own({ ...added, isByPerson: true }), `sent at ${time}, marked as added (ID 1)`],
  [own({ kind: 'added', id: undefined, isByPerson: true }), `sent at ${time}, marked as added`],
  [own(waiting), `entered at ${time}, still waiting`],
  [own(held), `entered at ${time}, waits for a decision`],
  [row(held, { row: fromFile }), `row 2 of a.csv, entered at ${time}, left out`],
  [own(rejected), 'not added'],
  [own(unknown, { sentAt }), `sent at ${timeSent}, not confirmed`],
  [own(discarded, { wasUnknown: true, sentAt }), `sent at ${timeSent}, not confirmed`],
  [own(added, { sentAt }), `added at ${timeSent} (ID 1)`],
  [own(discarded, { sentAt }), `discarded, entered at ${time}`],
  [row(notSent), 'row 2 of pasted rows, not added'],
  [
    own(added, { baseUrl: 'https://old.example' }),
    `added at ${time}, at the former address https://old.example`,
  ],
  [own(added, { environmentId: 'north' }), `added at ${time}, in the environment Berlin North`],
  [own(added, { environmentId: 'gone' }), `added at ${time}, in the environment gone`],
  [row(unknown), `row 2 of pasted rows, sent at ${time}, not confirmed`],
  [row(added, { row: fromFile }), `row 2 of a.csv, added at ${time} (ID 1)`],
])('conflictText says of a conflict what is known of it: %#.', (conflict, text) => {
  expect(conflictText(conflict, own(held), ENVIRONMENT_NAMES)).toBe(text)
})

test('All conflicts stand in one sentence, and without any there is none.', () => {
  expect(conflictSentence(MAY_MATCH, [own(rejected), own(held)], own(held), ENVIRONMENT_NAMES)).toBe(
    `May match another pet added from this browser: not added; entered at ${time}, waits for a decision.`,
  )
  expect(conflictSentence(MAY_MATCH, [], own(held), ENVIRONMENT_NAMES)).toBeUndefined()
})
