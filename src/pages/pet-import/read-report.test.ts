// @vitest-environment node
import { expect, test } from 'vitest'
import { readCsv } from '#src/spreadsheet/read-csv.ts'
import { type Sheet, toggleFirstRow } from '#src/spreadsheet/sheet.ts'
import { readReport, type ReportedOutcome } from './read-report.ts'

const ENVIRONMENT_NAMES = ['Production', 'Staging']

/** Returns the outcomes of the rows that may have been sent, if the sheet is certainly a report. */
function reportedRows(sheet: Sheet): ReadonlyMap<number, ReportedOutcome> {
  const report = readReport(sheet, ENVIRONMENT_NAMES)
  return report.kind === 'report' ? report.outcomes : new Map()
}

test.each<[what: string, csv: string, rows: readonly number[]]>([
  [
    'rows that were sent',
    'name,outcome,id,message\nA,added,1,\nB,rejected,,no\nC,unknown,,\nD,waiting,,',
    [2, 4, 5],
  ],
  ['cells that were edited', 'name,OUTCOME,Id,message\nA, Added ,,my note', [2]],
  [
    'the last report of several',
    'name,outcome,id,message,outcome,id,message\nA,unknown,,,rejected,,\nB,waiting,,,added,7,',
    [3],
  ],
  ...['2', '.1', '_1', ' (2)'].map((suffix): [string, string, readonly number[]] => [
    `the last report of several, whose headings end in “${suffix}”`,
    ['name,outcome,id,message', ...['outcome', 'id', 'message'].map((name) => name + suffix)].join() +
      '\nA,unknown,,,rejected,,\nB,rejected,,,added,7,',
    [3],
  ]),
  [
    'another report beside it, which has outcomes of some rows only',
    'name,outcome,id,message,outcome\nA,added,7,,\nB,unknown,,Lost,\nC,rejected,,no,added\nD,added,8,,rejected',
    [2, 3, 4, 5],
  ],
  ['"id" deleted, and a remark in an outcome', 'name,outcome,message\nA,added - cage 4,\nB,added,', [2, 3]],
  [
    '"id" deleted, only everyday outcomes, a pet added below',
    'name,outcome,message\nA,unknown,Staging did not respond.\nB,waiting,Not sent yet\nC,,',
    [2, 3, 4],
  ],
  ['the columns "id" and "message" deleted', 'name,outcome\nA,added\nB,rejected\nC,unknown', [2, 4]],
  ['a column inserted', 'name,outcome,id,notes,message\nA,added,7,ok,\nB,not sent,,,no', [2]],
  ['columns in another order', 'id,name,outcome,message\n7,A,added,\n,B,rejected,no', [2]],
  ['all its outcomes edited', 'name,outcome,id,message\nA,is there,7,\nB,,,', [2, 3]],
  ['another column "Outcome" beside it', 'name,outcome,Outcome\nA,added,good\nB,rejected,bad', [2]],
  ['a pet added below', 'name,outcome\nA,added\nB,waiting\nC,', [2, 3, 4]],
  ['an outcome edited, two columns deleted', 'name,outcome\nA,unknown\nB,fixed\nC,rejected', [2, 3]],
  ['"id" and "message" deleted, only everyday outcomes', 'name,outcome\nA,unknown\nB,waiting', [2, 3]],
  ['no headings', 'A,1,added,7,\nB,1,unknown,,No answer\nC,1,rejected,,no\nD,1,,,', [1, 2, 4]],
  ['no headings, and the first pet taken for them', 'A,x,unknown,,Lost\nB,x,added,,Mark', [2]],
  ['only the headings of the pets left', 'name,category,,,\nA,1,waiting,,\nB,1,left out,,', [2, 3]],
  [
    'pasted rows without headings',
    'Column 1,Column 2,outcome,id,message\nA,1,unknown,,Lost\nB,1,rejected,,no',
    [2],
  ],
  [
    'no headings, only everyday outcomes',
    'A,1,unknown,,Staging did not respond.\nB,1,waiting,,Not sent yet',
    [1, 2],
  ],
  ['no headings, only everyday outcomes, a pet added below', 'A,1,waiting,,Not sent yet\nB,1,,,', [1, 2]],
  ['no headings, "id" deleted', 'A,1,unknown,The answer was not a pet.', [1]],
  ['no headings, and a note in an outcome', 'A,1,added - cage 4,8,\nB,1,added,7,', [1, 2]],
  ['no headings, "id" deleted, a note in an outcome', 'A,1,added\nB,1,added - cage 4\nC,1,added', [1, 2, 3]],
  ['no headings, and a note below', 'A,1,added,7,\n,,printed 3 March,,', [1, 2]],
  ['another heading, and a note in an outcome', 'name,result,id,message\nA,added,7,\nB,checked,8,', [2, 3]],
  ['"message" renamed, and a note in an outcome', 'name,outcome,id,note\nA,added,7,\nB,checked,8,', [2, 3]],
  ['"message" renamed, and an outcome deleted', 'name,outcome,id,note\nA,added,7,\nB,,8,', [2, 3]],
  [
    'another report beside it, whose headings were changed',
    'name,outcome,id,message,outcome April,id April,message April\nA,rejected,,no,added,7,\nB,added,8,,,,\nC,not sent,,no,rejected,,no',
    [2, 3],
  ],
  [
    'IDs put into the outcomes',
    'name,outcome,message\nA,added (981),\nB,added (982),\nC,rejected,no',
    [2, 3],
  ],
  [
    'another report beside it, whose empty column "id" was deleted',
    'name,outcome,id,message,outcome,message\nA,rejected,,no,unknown,Lost\nB,rejected,,no,waiting,Not sent yet',
    [2, 3],
  ],
  [
    'another report beside it, whose "outcome" was renamed',
    'name,outcome,id,message,result,id,message\nA,rejected,,no,unknown,,Lost\nB,rejected,,no,rejected,,no',
    [2],
  ],
  ['a remark to the right of it', 'name,outcome,id,message,\nA,added,7,,rejected\nB,rejected,,no,', [2]],
  [
    'a summary to the right of it',
    'name,outcome,id,message,,,\nA,added,7,,,added,2\nB,added,8,,,rejected,1\nC,rejected,,no,,,',
    [2, 3],
  ],
  ['an ID beside "rejected"', 'name,outcome,id,message\nA,rejected,812,no\nB,rejected,,no', [2]],
  ['a remark in a message', 'name,outcome,id,message\nA,rejected,,added by hand\nB,rejected,,no', [2]],
  ['a remark beside it', 'name,outcome,id,message,by\nA,not sent,,no,added: Ann\nB,rejected,,no,Ann', [2]],
  [
    '"id" deleted, and pets added below',
    'name,outcome,message\nA,added,\nB,rejected,no\nC,,\nD,,',
    [2, 4, 5],
  ],
  [
    'ticks in place of "added", and "id" deleted',
    'name,outcome,message\nA,ok,\nB,ok,\nC,rejected,no',
    [2, 3],
  ],
  ['a column "outcome note" beside it', 'name,outcome,id,message,outcome note\nA,added,7,,rejected', [2]],
  ['large IDs', 'A,1,added,9.00720E+15,\nB,1,added,"9,007",\nC,1,ok,8,', [1, 2, 3]],
  ['another heading', 'name,result,id,message\nA,unknown,,my note\nB,rejected,,', [2]],
  ['other headings', 'name,result,nr,why\nA,added,7,\nB,waiting,,Not sent yet\nC,rejected,,no', [2, 3]],
])('A report tells which rows may have been sent: %s', (_what, csv, rows) => {
  expect([...reportedRows(readCsv(csv)).keys()]).toEqual(rows)
})

test.each<[outcome: string, reported: ReportedOutcome]>([
  ['added', 'added'],
  ['unknown', 'may-be-added'],
  ['left out', 'may-be-added'],
  ['waiting', 'waiting'],
  ['added (981)', 'added'],
  ['left out?', 'may-be-added'],
  ['rejected - added by hand', 'unclear'],
  ['is there', 'unclear'],
  ['', 'unclear'],
])('A row with the outcome "%s" may have been sent: %s', (outcome, reported) => {
  const sheet = readCsv(`name,outcome,id,message\nA,${outcome},,\nB,rejected,,no`)
  expect([...reportedRows(sheet)]).toEqual([[2, reported]])
})

test.each<[what: string, csv: string]>([
  ['other words', 'name,outcome\nA,adopted\nB,'],
  ['a word of a report among others', 'name,outcome\nA,Adoption\nB,Transfer\nC,Unknown\nD,Unknown'],
  ['pets that have no outcome yet', 'name,outcome\nA,Unknown\nB,\nC,Waiting'],
  ['"unknown" in a column without a heading', 'A,1,unknown\nB,1,unknown'],
  ['"added" among others in a column without a heading', 'A,1,added\nB,1,lost'],
  ['one remark in a column without a heading', 'name,category,\nA,1,\nB,1,rejected\nC,1,'],
  ['"rejected" among other outcomes', 'name,outcome\nA,adopted\nB,foster\nC,rejected'],
  ['"added" in a column of another name', 'name,register\nA,added\nB,added'],
  ['"unknown" beside a note', 'name,sex,chip,note\nA,unknown,,found\nB,unknown,,found'],
  [
    'the message of a report in only one of several rows',
    'A,1,unknown,,Staging did not respond.\nB,1,unknown,,shy',
  ],
  ['"Not sent yet" beside another word', 'A,1,unknown,,Not sent yet'],
  [
    'a person who did not respond',
    'name,category,owner,note\nA,1,unknown,Owner did not respond.\nB,1,Smith,\nC,1,Jones,',
  ],
  [
    'a pet called "Unknown", and a person who did not respond',
    'name,category,note\nUnknown,1,Owner did not respond.\nB,1,',
  ],
])('A file is no report because of %s', (_what, csv) => {
  expect([...reportedRows(readCsv(csv)).keys()]).toEqual([])
})

test.each<[what: string, csv: string, columns: readonly number[], rows: readonly number[]]>([
  [
    'the heading "outcome" was changed',
    'name,category,result\nA,1,unknown\nB,1,rejected\nC,1,added',
    [2],
    [2, 4],
  ],
  [
    'the heading "outcome" was changed to "Status"',
    'name,category,Status\nA,1,added\nB,1,rejected\nC,1,unknown',
    [2],
    [2, 4],
  ],
  ['there are no headings', 'A,1,unknown\nB,1,waiting', [2], [1, 2]],
  ['a person has changed the message', 'A,1,available,unknown,,asked', [3], [1]],
  [
    'only the IDs and messages are left',
    'name,category,id,message\nA,1,7,\nB,1,,no\nC,1,,Staging did not respond.',
    [2, 3],
    [2, 4],
  ],
  [
    'only the IDs and messages are left, and the environment was renamed since',
    'name,category,id,message\nA,1,,Test did not respond.\nB,1,,no',
    [3],
    [2],
  ],
  [
    'only the IDs and messages are left, and say that rows were marked, left out, being sent or waiting',
    'name,category,id,message\nA,1,,Marked as added; its ID is not known\nB,1,,It may already have been added\nC,1,,This row was being sent when the report was created\nD,1,,Not sent yet\nE,1,,no',
    [3],
    [2, 3, 4, 5],
  ],
  [
    'only the IDs and messages are left, and a program has changed how the IDs look',
    'name,category,id,message\nA,1,9.0E+15,\nB,1,"12,345",\nC,1,,no',
    [2],
    [2, 3],
  ],
  [
    'all outcomes were ticked off, and "message" was deleted',
    'name,category,outcome,id\nA,1,ok,7\nB,1,ok,8',
    [2, 3],
    [2, 3],
  ],
  [
    'all outcomes were deleted, and "message" was renamed',
    'name,category,outcome,id,note\nA,1,,7,',
    [3],
    [2],
  ],
  [
    '"rejected" was corrected, and "message" was deleted',
    'name,category,outcome,id\nA,1,unknown,\nB,1,fixed,\nC,1,waiting,',
    [2],
    [2, 3, 4],
  ],
  ['there are other words, too', 'name,category,register\nA,1,added\nB,1,lost', [2], [2]],
  ['pets were added below', 'name,category,result\nA,1,added\nB,1,rejected\nC,1,\nD,1,', [2], [2]],
  ['pets without an outcome follow', 'name,category,outcome\nA,1,unknown\nB,1,waiting\nC,1,', [2], [2, 3]],
  ['one outcome has a note', 'name,category,result\nA,1,added\nB,1,added twice?\nC,1,added', [2], [2, 3, 4]],
])('Columns may be what is left of a report although %s', (_what, csv, columns, rows) => {
  const sheet = readCsv(csv)
  expect(readReport(sheet, ENVIRONMENT_NAMES)).toEqual({ kind: 'maybe-report', columns, rows: new Set(rows) })
})

test.each<[what: string, csv: string]>([
  ['names', 'name,category\nUnknown,1\nUnknown,2'],
  ['categories', 'name,category\nA,unknown\nB,unknown'],
  ['statuses of pets', 'name,category,status\nA,1,available\nB,1,sold'],
  ['a word that no report has, besides "unknown"', 'name,category,sex\nA,1,unknown\nB,1,female'],
  ['"unknown" in only some rows', 'name,category,sex\nA,1,unknown\nB,1,'],
  ['IDs alone', 'name,category,id\nA,1,7\nB,1,8'],
  ['dates on which pets were added', 'name,category,since\nA,1,added2026\nB,1,added2025'],
  ['outcomes that are certainly those of a report', 'name,category,outcome\nA,1,unknown'],
])('Nobody is asked whether a column has the outcomes of a report if it has %s', (_what, csv) => {
  expect(readReport(readCsv(csv), ENVIRONMENT_NAMES).kind).not.toBe('maybe-report')
})

test('If two columns may have outcomes, the rows of both are asked about', () => {
  const reading = readReport(readCsv('name,category,May,June\nA,1,added,\nB,1,,added'), ENVIRONMENT_NAMES)
  expect(reading).toEqual({ kind: 'maybe-report', columns: [2, 3], rows: new Set([2, 3]) })
})

test('A sheet is still a report when a person says that its headings are a pet', () => {
  const sheet = readCsv('name,outcome,id,message\nA,is there,7,\nB,rejected,,no')
  expect([...reportedRows(toggleFirstRow(sheet)).keys()]).toEqual([1, 2])
})
