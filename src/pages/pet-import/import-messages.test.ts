import { expect, test } from 'vitest'
import type { Batch, Counts, EntryState } from '#src/outbox/entry.ts'
import type { PauseReason, RunState } from '#src/outbox/sender.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  checkedMessage,
  countsText,
  fixRowsName,
  headline,
  outcomeCells,
  progressAnnouncement,
  reportName,
  rowNumbersText,
  savedImportProblem,
  stateMessage,
  stillUnknownMessage,
} from './import-messages.ts'

const NONE: Counts = { added: 0, rejected: 0, 'not-sent': 0, held: 0, unknown: 0, waiting: 0 }
const COUNTS: Counts = { ...NONE, added: 1204, rejected: 2, unknown: 3, waiting: 4 }
const NOON = new Date(2026, 10, 22, 12, 5).getTime()
const AT_NOON = formatTime(NOON)

test.each([
  ['pets.csv', 'report pets.csv', 'rows to fix pets.csv'],
  ['pets.2026.TXT', 'report pets.2026.csv', 'rows to fix pets.2026.csv'],
  ['pets.v2 final', 'report pets.v2 final.csv', 'rows to fix pets.v2 final.csv'],
  [undefined, 'report Pasted rows.csv', 'rows to fix Pasted rows.csv'],
])('the files of an import of %j', (fileName, ...names) => {
  expect([reportName({ fileName }), fixRowsName({ fileName })]).toEqual(names)
})

test.each<[Partial<Counts>, string]>([
  [COUNTS, '1,204 added, 3 need your decision, 2 rejected, 4 waiting'],
  [{ 'not-sent': 1, held: 2 }, '1 not sent, 2 left out'],
  [{}, '0 added'],
])('the counts %j: %s', (counts, message) => {
  expect(countsText({ ...NONE, ...counts })).toBe(message)
})

test.each<[EntryState, readonly string[]]>([
  [{ kind: 'added', id: int64('7') }, ['added', '7', '']],
  [{ kind: 'added', id: undefined }, ['added', '', 'Added, but its ID is not known']],
  [{ kind: 'added', id: int64('7'), note: 'Possible duplicate' }, ['added', '7', 'Possible duplicate']],
  [{ kind: 'rejected', message: 'No.' }, ['rejected', '', 'No.']],
  [{ kind: 'unknown', message: 'Lost.', endedAt: 0 }, ['unknown', '', 'Lost.']],
  [{ kind: 'not-sent', message: 'Name is missing' }, ['not sent', '', 'Name is missing']],
  [{ kind: 'held', by: [] }, ['left out', '', 'It may already have been added']],
  [
    { kind: 'sending', claim: '', at: 0 },
    ['unknown', '', 'This row was being sent when the report was created'],
  ],
  [{ kind: 'waiting' }, ['waiting', '', 'Not sent yet']],
])('the cells of a report for %j', (state, cells) => {
  expect(outcomeCells(state)).toEqual(cells)
})

test.each([
  [[3], 'row 3'],
  [[3, 4], 'rows 3, 4'],
  [Array(21).fill(5), `rows ${Array(20).fill(5).join(', ')}, …`],
])('the numbers of the rows %j', (numbers, text) => {
  expect(rowNumbersText(numbers as number[])).toBe(text)
})

test.each<[RunState, number | undefined, string]>([
  [{ phase: 'running' }, undefined, ''],
  [{ phase: 'running' }, 0, 'Less than a minute left'],
  [{ phase: 'running' }, 90, 'About 2 hours left'],
  [{ phase: 'running', waitingUntil: NOON }, undefined, `Staging is busy. Continuing at ${AT_NOON}`],
  [{ phase: 'pausing', reason: 'user' }, undefined, 'Pausing after the current row'],
  [{ phase: 'idle' }, undefined, ''],
])('the state %j, minutes left: %j', (run, minutesLeft, message) => {
  expect(stateMessage({ run, minutesLeft }, 'Staging', false)).toBe(message)
})

test.each<[PauseReason, string]>([
  ['user', ''],
  ['key', ''],
  ['offline', 'You went offline.'],
  ['consecutive-unknown', 'Three rows in a row are unknown.'],
  ['storage', 'Progress could not be saved. Free up disk space.'],
  ['elsewhere', 'It runs in another tab.'],
])('paused by %s: %s', (reason, message) => {
  const paused = { run: { phase: 'paused', reason }, minutesLeft: undefined } as const
  expect(stateMessage(paused, 'Staging', false)).toBe(message)
  expect(stateMessage(paused, 'Staging', true)).toBe('Your key for Staging no longer works.')
})

test.each<[RunState, Partial<Counts>, string]>([
  [{ phase: 'running' }, COUNTS, 'Adding pets: 1,209 of 2,000'],
  [{ phase: 'paused', reason: 'user' }, COUNTS, 'Paused at 1,209 of 2,000'],
  [{ phase: 'idle' }, { ...COUNTS, waiting: 0 }, '1,204 added, 3 need your decision, 2 rejected'],
])('the headline of the state %j with %j: %s', (run, counts, message) => {
  const progress = { done: 1209, total: 2000 }
  expect(headline({ run, counts: { ...NONE, ...counts }, progress })).toBe(message)
})

test.each([
  [0, 0, ''],
  [150, 1500, '150 of 1,500 rows done'],
  [299, 1500, '150 of 1,500 rows done'],
  [3, 3, '3 of 3 rows done'],
])('after %i of %i rows, a screen reader says %j', (done, total, message) => {
  expect(progressAnnouncement({ done, total })).toBe(message)
})

test.each([
  [false, [], `No duplicates (checked ${AT_NOON})`],
  [
    true,
    [],
    `No duplicates found (checked ${AT_NOON}); Staging shows at most 100 pets a list, so there may be others`,
  ],
  [false, [{}], `They may be duplicates or older pets (checked ${AT_NOON})`],
])('what a check found besides, where the lists are cut: %s', (isCut, duplicates, message) => {
  expect(checkedMessage({ at: NOON, isCut, duplicates: duplicates as never[] }, 'Staging')).toBe(message)
})

test.each([
  ['not-added', `1 unknown row was not added (Staging checked at ${AT_NOON}): row 7.`],
  ['not-found-yet', `1 unknown row was not found yet: row 7. Looking again at ${AT_NOON}.`],
  [
    'cannot-tell',
    '1 unknown row was not among the pets Staging shows: row 7. Sending it again could create a duplicate.',
  ],
] as const)('rows that a check did not find: %s', (kind, message) => {
  const verdict = { at: NOON, againAt: NOON }
  expect(stillUnknownMessage(kind, 1, 'row 7', 'Staging', verdict)).toBe(message)
})

test.each([
  ['elsewhere', 'pets.csv is open in another tab.'],
  ['other-address', 'pets.csv was started for https://api.example.com/v1.'],
  ['gone', 'pets.csv was discarded in another tab.'],
  ['changed', 'pets.csv has changed in another tab, so it was not discarded.'],
] as const)('a saved import that cannot be opened or discarded: %s', (failure, message) => {
  const batch = { fileName: 'pets.csv', baseUrl: 'https://api.example.com/v1' } as Batch
  expect(savedImportProblem(batch, failure)).toBe(message)
})
