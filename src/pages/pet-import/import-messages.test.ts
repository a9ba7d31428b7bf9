import { expect, test } from 'vitest'
import type { CheckState } from '#src/importer/open-import.ts'
import type { ImportRecord, ListedImport } from '#src/importer/import-journal.ts'
import type { ImportSnapshot } from '#src/importer/import-runner.ts'
import {
  countsText,
  duplicatesMessage,
  foundMessage,
  importedBeforeDetails,
  importedBeforeMessage,
  importName,
  matchingRowsMessage,
  noDuplicatesMessage,
  rejectedRowsName,
  reportName,
  reviewSummary,
  savedImportProblem,
  stateMessage,
  stillUnknownMessage,
  unknownRowsMessage,
} from './import-messages.ts'

const NONE = { added: 0, rejected: 0, unknown: 0, waiting: 0 }
const COUNTS = { added: 1204, rejected: 2, unknown: 3, waiting: 4 }
const AT_NOON = new Date(2026, 10, 22, 12, 5).getTime()

function saved(counts: Partial<ImportSnapshot['counts']>): ListedImport {
  const record = { fileName: 'pets.csv', startedAt: AT_NOON, baseUrl: 'https://api.example.com/v1' }
  return { record: record as ImportRecord, counts: { ...NONE, ...counts } }
}

test.each([
  ['pets.csv', 'pets.csv', 'report pets.csv', 'rejected rows pets.csv'],
  ['pets.2026.TXT', 'pets.2026.TXT', 'report pets.2026.csv', 'rejected rows pets.2026.csv'],
  ['pets.v2 final', 'pets.v2 final', 'report pets.v2 final.csv', 'rejected rows pets.v2 final.csv'],
  [undefined, 'Pasted rows', 'report Pasted rows.csv', 'rejected rows Pasted rows.csv'],
])('the files of an import of %j', (fileName, name, report, rejected) => {
  expect([importName({ fileName }), reportName({ fileName }), rejectedRowsName({ fileName })]).toEqual([
    name,
    report,
    rejected,
  ])
})

test('counts have separators', () => {
  expect(countsText(COUNTS)).toBe('1,204 added, 2 rejected, 3 unknown, 4 waiting')
})

test.each([
  [1, 0, 0, 'All rows are ready to add.'],
  [2, 1, 0, '1 row has a problem and will not be added.'],
  [0, 1204, 0, '1,204 rows have problems and will not be added.'],
  [0, 0, 0, ''],
  [2, 0, 1, 'All rows are ready to add. 1 row duplicates another. Both will be added.'],
  [4, 0, 2, 'All rows are ready to add. 2 rows duplicate others. All of them will be added.'],
])('%i valid rows, %i invalid and %i duplicates: %s', (valid, invalid, duplicates, message) => {
  expect(reviewSummary({ valid, invalid, duplicates })).toBe(message)
})

test.each([
  [1, /^1 row matches a pet .* it is another animal/],
  [1204, /^1,204 rows match pets .* they are other animals/],
])('%i rows that match pets of other imports', (count, message) => {
  expect(matchingRowsMessage(count)).toMatch(message)
})

test('earlier imports of the same rows are listed; only a report has none', () => {
  const before = { leftOut: new Set<number>(), matching: new Set<number>() }
  expect(importedBeforeMessage({ ...before, imports: [] })).toBe('This is the report of an import.')
  expect(
    importedBeforeMessage({ ...before, imports: [saved({ added: 2 }), saved({ rejected: 1 })] }),
  ).toMatch(
    /^You already imported these rows: .*12:05.*, 2 added, 0 .* waiting; .*12:05.*, 0 added, 1 rejected, .* waiting\.$/,
  )
})

const LEFT_OUT = 'Rows that were added, or may be added by that import, are left out.'
const RESOLVE = 'Resolve unknown rows in that import first.'
const RESUME = 'Resume that import to add the rows that are waiting.'

test.each([
  ['with a definite outcome', { added: 1, rejected: 1 }, false, LEFT_OUT],
  ['with a definite outcome', { added: 1 }, true, 'Every row will be added again.'],
  ['with unknown rows', { unknown: 1 }, false, `${LEFT_OUT} ${RESOLVE}`],
  ['with waiting rows', { waiting: 1 }, false, `${LEFT_OUT} ${RESUME}`],
  ['with both', { unknown: 1, waiting: 1 }, true, `Every row will be added again. ${RESOLVE} ${RESUME}`],
])('what happens to rows of an import %s: %j, all included: %j', (_what, counts, isIncluded, message) => {
  expect(importedBeforeDetails([saved({ added: 1 }), saved(counts)], isIncluded)).toBe(message)
})

test.each<[ImportSnapshot['state'], RegExp]>([
  [{ phase: 'running' }, /^Adding pets to Staging: 1,209 of 2,000$/],
  [{ phase: 'running', waitingUntil: AT_NOON }, /^Staging is busy\. Continuing at .*12:05/],
  [{ phase: 'pausing', reason: 'user' }, /^Pausing after the current row$/],
  [{ phase: 'paused', reason: 'user' }, /^Paused\./],
  [{ phase: 'paused', reason: 'key' }, /^Import paused\. Your key for Staging no longer works/],
  [{ phase: 'paused', reason: 'offline' }, /^Import paused because you are offline/],
  [
    { phase: 'paused', reason: 'consecutive-unknown' },
    /^Import paused: Staging did not respond to three rows/,
  ],
  [{ phase: 'paused', reason: 'storage' }, /^Import paused: progress could not be saved/],
  [{ phase: 'finished' }, /^Import finished: 1,204 added, 2 rejected, 3 unknown$/],
])('the state %j', (state, message) => {
  expect(stateMessage({ state, counts: COUNTS, progress: { done: 1209, total: 2000 } }, 'Staging')).toMatch(
    message,
  )
})

const CHECKED = { kind: 'checked' } as CheckState

test.each<[number, CheckState, string]>([
  [
    1,
    { kind: 'none' },
    '1 row is unknown: Staging did not confirm whether it was added. Check the list before you send it again.',
  ],
  [
    1204,
    { kind: 'failed', error: undefined },
    '1,204 rows are unknown: Staging did not confirm whether they were added. Check the list before you send them again.',
  ],
  [1, { kind: 'checking' }, '1 row is unknown: Staging did not confirm whether it was added.'],
  [2, CHECKED, '2 rows are unknown: Staging did not confirm whether they were added.'],
])('%i unknown rows, check: %j', (count, check, message) => {
  expect(unknownRowsMessage(count, 'Staging', check)).toBe(message)
})

test.each([
  [1, '1 unknown row was found in the list:'],
  [1204, '1,204 unknown rows were found in the list:'],
])('%i rows that a check found', (count, message) => {
  expect(foundMessage(count)).toBe(message)
})

test.each([
  ['notFound', 1, '1 unknown row was not found in the full list: 7.'],
  [
    'notFoundYet',
    1,
    '1 unknown row was not found yet: 7. Its request may still be on the way. Check again in a minute.',
  ],
  [
    'notFoundYet',
    2,
    '2 unknown rows were not found yet: 7. Their requests may still be on the way. Check again in a minute.',
  ],
  [
    'inconclusive',
    1,
    '1 unknown row was not found, but Staging returns at most 100 pets per list: 7. Sending it again could create a duplicate.',
  ],
  [
    'inconclusive',
    2,
    '2 unknown rows were not found, but Staging returns at most 100 pets per list: 7. Sending them again could create duplicates.',
  ],
] as const)('rows that a check did not find: %s, %i', (kind, count, message) => {
  expect(stillUnknownMessage(kind, count, '7', 'Staging')).toBe(message)
})

test.each([true, false])(
  'the words about duplicates allow for lists that are truncated: %j',
  (isTruncated) => {
    for (const message of [noDuplicatesMessage, duplicatesMessage]) {
      expect(/there may be others/i.test(message(isTruncated, 'Staging'))).toBe(isTruncated)
    }
  },
)

test.each([
  ['elsewhere', 'pets.csv is open in another tab.'],
  ['other-address', 'pets.csv was started for https://api.example.com/v1.'],
  ['gone', 'pets.csv was discarded in another tab.'],
] as const)('a saved import that cannot be opened: %s', (failure, message) => {
  expect(savedImportProblem(saved({}).record, failure)).toBe(message)
})
