import { expect, test } from 'vitest'
import type { CheckState } from '#src/importer/open-import.ts'
import { importName } from '#src/importer/import-name.ts'
import type { ImportRecord, ImportRow, ListedImport } from '#src/importer/import-journal.ts'
import type { ImportSnapshot, PauseReason } from '#src/importer/import-runner.ts'
import type { ReviewSummary } from '#src/importer/review-summary.ts'
import {
  countsText,
  duplicateRowsMessage,
  headline,
  notSentMessage,
  problemMessage,
  progressAnnouncement,
  rejectedRowsMessage,
  remainsText,
  similarRowsMessage,
  duplicatesMessage,
  foundMessage,
  importedBeforeDetails,
  importedBeforeMessage,
  matchingRowsMessage,
  noDuplicatesMessage,
  rejectedRowsName,
  reportName,
  reviewSummary,
  savedImportProblem,
  stateMessage,
  stillUnknownMessage,
  unconfirmedRowsMessage,
  unknownRowsMessage,
} from './import-messages.ts'

const NONE = { added: 0, rejected: 0, unknown: 0, waiting: 0 }
const COUNTS = { added: 1204, rejected: 2, unknown: 3, waiting: 4 }
const AT_NOON = new Date(2026, 10, 22, 12, 5).getTime()

const positions = (length: number) => Array.from({ length }, (_, position) => position)

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

test.each([
  [COUNTS, '1,204 added, 2 rejected, 3 unknown, 4 waiting'],
  [{ ...NONE, added: 2, waiting: 1 }, '2 added, 1 waiting'],
  [{ ...NONE, unknown: 1 }, '1 unknown'],
  [NONE, '0 added'],
])('the counts %j: %s', (counts, message) => {
  expect(countsText(counts)).toBe(message)
})

test.each([
  [1, 0, 0, '1 ready'],
  [1204, 1, 0, '1,204 ready, 1 with problems'],
  [0, 1204, 2, '0 ready, 1,204 with problems, 2 left out'],
])('%i rows that are ready, %i with problems and %i left out: %s', (ready, invalid, excluded, message) => {
  const summary = { ready: positions(ready), invalid: positions(invalid), excluded: positions(excluded) }
  expect(reviewSummary(summary as unknown as ReviewSummary)).toBe(message)
})

test('a word where a category is expected does not change the order of the others', () => {
  const problem = { field: 'categoryId', error: 'Choose a category', word: '\u05D0' } as const
  expect(problemMessage(problem)).toBe('No category “\u2068\u05D0\u2069”')
  expect(problemMessage({ ...problem, word: 'Hamster' })).toBe('No category “Hamster”')
})

test.each([
  [duplicateRowsMessage, /^Duplicates another row\. Both/, /^Duplicates of other rows\. All of them/],
  [unconfirmedRowsMessage, /Check there first\.$/, /Check them there first\.$/],
  [matchingRowsMessage, /^Matches a pet .* it is another animal/, /^Match pets .* they are other animals/],
  [similarRowsMessage, /^Has the name .* it is another animal/, /^Have the names .* they are other animals/],
])('what one row and several rows are like', (message, one, several) => {
  expect([message(1), message(1204)]).toEqual([expect.stringMatching(one), expect.stringMatching(several)])
})

test.each([
  [{}, undefined],
  [{ waiting: 1 }, '1 row is still to be added'],
  [{ waiting: 1204, unknown: 1 }, '1,204 rows are still to be added, 1 row needs a decision'],
  [{ unknown: 3, added: 4, rejected: 5 }, '3 rows need a decision'],
])('what remains of a saved import with %j: %s', (counts, message) => {
  expect(remainsText({ ...NONE, ...counts })).toBe(message)
})

test('earlier imports of the same rows are listed; only a report has none', () => {
  const before = { leftOut: new Set<number>(), matching: new Set<number>() }
  expect(importedBeforeMessage({ ...before, imports: [] })).toBe('This is the report of an import.')
  expect(
    importedBeforeMessage({ ...before, imports: [saved({ added: 2 }), saved({ rejected: 1 })] }),
  ).toMatch(/^You already imported these rows: .*12:05.*, 2 added; .*12:05.*, 1 rejected\.$/)
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

const PLAIN = { hasKeyEnded: false, needsCheck: false }

test.each<[ImportSnapshot['state'], number | undefined, RegExp]>([
  [{ phase: 'running' }, undefined, /^$/],
  [{ phase: 'running' }, 0, /^Less than a minute left$/],
  [{ phase: 'running' }, 1, /^About 1 minute left$/],
  [{ phase: 'running' }, 55, /^About 55 minutes left$/],
  [{ phase: 'running' }, 60, /^About 1 hour left$/],
  [{ phase: 'running' }, 90, /^About 1\.5 hours left$/],
  [{ phase: 'running', waitingUntil: AT_NOON }, undefined, /^Staging is busy\. Continuing at .*12:05/],
  [{ phase: 'pausing', reason: 'user' }, undefined, /^Pausing after the current row$/],
  [{ phase: 'finished' }, undefined, /^Import finished\.$/],
])('the state %j, minutes left: %j', (state, minutesLeft, message) => {
  expect(stateMessage({ state, minutesLeft, counts: NONE }, 'Staging', PLAIN)).toMatch(message)
})

test.each([
  [1, false, 'Import finished. 1 row needs a decision.'],
  [3, false, 'Import finished. 3 rows need a decision.'],
  [0, true, 'Import finished. Your key for Staging no longer works. Sign in again to check the list.'],
])('a finished import with %i unknown rows, the key has ended: %j', (unknown, hasKeyEnded, message) => {
  const finished = {
    state: { phase: 'finished' },
    minutesLeft: undefined,
    counts: { ...NONE, unknown },
  } as const
  expect(stateMessage(finished, 'Staging', { ...PLAIN, hasKeyEnded })).toBe(message)
})

const CHECK = { ...PLAIN, needsCheck: true }
const ENDED = { hasKeyEnded: true, needsCheck: true }

test.each<[PauseReason, typeof PLAIN, RegExp]>([
  ['user', PLAIN, /^Paused\. Select Resume to continue\.$/],
  ['user', CHECK, /^Paused\. Check the list, then select Resume\.$/],
  [
    'user',
    ENDED,
    /^Import paused\. Your key for Staging no longer works\. Sign in again, then select Resume\.$/,
  ],
  ['key', ENDED, /^Import paused\. Your key for Staging no longer works\. Sign in again to continue\.$/],
  ['key', PLAIN, /^You are signed in again\. Select Resume to continue\.$/],
  ['leaving', CHECK, /cut off .* this page\. Check the list, then select Resume\.$/],
  ['offline', PLAIN, /^Import paused because you are offline\. Reconnect, then select Resume\.$/],
  ['offline', CHECK, /offline\. Reconnect, check the list, then select Resume\.$/],
  ['offline', ENDED, /no longer works\. Sign in again, then select Resume\.$/],
  ['consecutive-unknown', CHECK, /three rows in a row are unknown\. Check the list, then select Resume\.$/],
  ['consecutive-unknown', PLAIN, /three rows in a row are unknown\. Select Resume to continue\.$/],
  ['storage', PLAIN, /could not be saved\. Free up disk space, then select Resume\. If it is open/],
])('paused by %s with the buttons %j', (reason, buttons, message) => {
  const snapshot = { state: { phase: 'paused', reason }, minutesLeft: undefined, counts: NONE } as const
  expect(stateMessage(snapshot, 'Staging', buttons)).toMatch(message)
})

test.each<[ImportSnapshot['state'], Partial<ImportSnapshot['counts']>, string]>([
  [{ phase: 'running' }, COUNTS, 'Adding pets: 1,209 of 2,000'],
  [{ phase: 'pausing', reason: 'user' }, COUNTS, 'Adding pets: 1,209 of 2,000'],
  [{ phase: 'paused', reason: 'user' }, COUNTS, 'Paused at 1,209 of 2,000'],
  [{ phase: 'finished' }, { ...COUNTS, waiting: 0 }, '1,204 added, 2 rejected, 3 unknown'],
  [{ phase: 'finished' }, { unknown: 1 }, '0 added, 1 unknown'],
  [{ phase: 'finished' }, { added: 28 }, '28 added'],
])('the headline of the state %j with %j: %s', (state, counts, message) => {
  const progress = { done: 1209, total: 2000 }
  expect(headline({ state, counts: { ...NONE, ...counts }, progress })).toBe(message)
})

test.each([
  [0, 0, ''],
  [0, 1500, ''],
  [149, 1500, ''],
  [150, 1500, '150 of 1,500 rows done'],
  [299, 1500, '150 of 1,500 rows done'],
  [1, 3, '1 of 3 rows done'],
  [2, 3, '2 of 3 rows done'],
  [3, 3, '3 of 3 rows done'],
])('after %i of %i rows, a screen reader says %j', (done, total, message) => {
  expect(progressAnnouncement({ done, total })).toBe(message)
})

test.each([
  [0, undefined],
  [1, '1 rejected row had a problem and was not sent.'],
  [1204, '1,204 rejected rows had problems and were not sent.'],
])('%i rows that were not sent', (count, message) => {
  const sent = { newPet: { name: 'Rex' } }
  const rows = [sent, ...Array.from({ length: count }, () => ({ newPet: undefined }))]
  expect(notSentMessage(rows as ImportRow[])).toBe(message)
})

test.each([
  [1, '1 row was rejected. Download it, correct it, and import that file.'],
  [1204, '1,204 rows were rejected. Download them, correct them, and import that file.'],
])('%i rejected rows', (count, message) => {
  expect(rejectedRowsMessage(count)).toBe(message)
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
    { kind: 'failed', error: undefined, mayArrive: [] },
    '1,204 rows are unknown: Staging did not confirm whether they were added. Check the list again: sending them without a check could create duplicates.',
  ],
  [
    1,
    { kind: 'failed', error: undefined, mayArrive: [] },
    '1 row is unknown: Staging did not confirm whether it was added. Check the list again: sending it without a check could create a duplicate.',
  ],
  [
    1,
    { kind: 'failed', error: undefined, mayArrive: [4] },
    '1 row is unknown: Staging did not confirm whether it was added. Its request may still be on the way. Check the list again in a minute.',
  ],
  [
    2,
    { kind: 'failed', error: undefined, mayArrive: [4, 7] },
    '2 rows are unknown: Staging did not confirm whether they were added. Their requests may still be on the way. Check the list again in a minute.',
  ],
  [
    2,
    { kind: 'failed', error: undefined, mayArrive: [4] },
    '2 rows are unknown: Staging did not confirm whether they were added. Check the list again: sending them without a check could create duplicates.',
  ],
  [1, { kind: 'checking' }, '1 row is unknown: Staging did not confirm whether it was added.'],
  [2, CHECKED, '2 rows are unknown: Staging did not confirm whether they were added.'],
])('%i unknown rows, check: %j', (count, check, message) => {
  expect(unknownRowsMessage(count, 'Staging', check, false)).toBe(message)
})

test('the check of unknown rows is not named while there is no key for it', () => {
  expect(unknownRowsMessage(2, 'Staging', { kind: 'none' }, true)).not.toMatch(/check/i)
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
