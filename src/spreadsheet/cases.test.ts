// @vitest-environment node
// These are files as people have them. tests/support/spreadsheets/README.md says what each of them
// shows.
import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { readingOutcome } from '#tests/support/reading-outcome.ts'
import { spreadsheetFile } from '#tests/support/spreadsheet-files.ts'

const TWO_PETS = ['2: Rex · 5 · available', '3: Mia · 6 · sold']
const NO_RESULT =
  'The result of a formula is not in the file. Open and save the file in a spreadsheet program, then choose it again.'
const error = (text: string) => `The cell shows an error of the spreadsheet: ${text}`

test.each<[file: string, outcome: unknown]>([
  ['filtered-rows.xlsx', ['2: Rex · 5 · available', '3: hidden', '4: Tom · 5 · available', '5: hidden']],
  [
    'blank-shared-strings.xlsx',
    [
      '2: Rex · 5 · available',
      '3: Name is missing',
      '4: Rex · 5',
      '5: Name is missing',
      '6: Name is missing',
    ],
  ],
  [
    'merged-status.xlsx',
    ['2: Rex · 5 · sold', '3: Tom · 5 · sold', '4: Mia · 6 · available', '5: Leo · 6 · available'],
  ],
  [
    'errors.xlsx',
    [
      '2: Rex · 5 · available',
      `3: ${error('#N/A')}`,
      `4: ${error('#NAME?')}`,
      `5: ${error('#REF!')}`,
      `6: ${error('#N/A')}`,
      `7: ${error('#VALUE!')}`,
      `8: ${error('#NULL!')}`,
      `9: ${error('#DIV/0!')}`,
      `10: ${error('#NUM!')}`,
    ],
  ],
  [
    'formulas-without-values.xlsx',
    [`2: ${NO_RESULT}`, `3: ${NO_RESULT}`, `4: ${NO_RESULT}`, `5: ${NO_RESULT}`],
  ],
  ['stray-cell-row.xlsx', TWO_PETS],
  [
    'lookup-list-first.xlsx',
    [
      'Animals of Categories, Animals',
      'Only the sheet “Animals” was read.',
      '2: Rex · 1 · available',
      '3: Mia · 2 · sold',
    ],
  ],
  [
    'instructions-first.xlsx',
    ['Animals of Read me, Animals', 'Only the sheet “Animals” was read.', ...TWO_PETS],
  ],
  [
    'title-rows.csv',
    [
      'Rows 1 and 2 are above the headings, so they were not read: “Animal inventory report” and more.',
      '5: Rex · 5 · available',
      '6: Mia · 6 · sold',
    ],
  ],
  [
    'title-rows.xlsx',
    [
      'Rows 1 and 2 are above the headings, so they were not read: “Animal inventory report” and more.',
      '5: Rex · 5 · available',
      '6: Mia · 6 · sold',
    ],
  ],
  ['html-table.xls', ['2: Rex, big · 5 · available', '3: Mia · 6 · sold']],
  [
    'download-failed.csv',
    'This is a web page, not a spreadsheet. The download may have needed a sign-in: open it again where it came from, then choose the new file.',
  ],
  ['spreadsheetml-2003.xls', ['2: Rex · 5']],
  ['row-in-quotes.csv', [...TWO_PETS, '4: Tom, the cat · 7 · pending']],
  ['blank-before-quote-name.csv', ['2: Rex · 5', '3: Mia · 6', '4:  Tom · 7']],
  ['decimal-ids.csv', [...TWO_PETS, '4: Tom · 7', '5: Leo · 8', '6: Kim · 1204']],
  ['invisible.csv', ['2: Rex · 5 · available']],
  [
    'invisible-cells.csv',
    [
      '2: A · 5 · available',
      '3: B · 6 · available',
      '4: C · 1 · available',
      '5: D · 7 · sold',
      '6: E · 8 · sold',
      '7: F · 1',
      '8: G\u200B · 5',
      '9: H\u00A0 · 5',
      '10: Name is missing',
      '11: Name is missing',
    ],
  ],
  ['totals.csv', [...TWO_PETS, '4: Total · 2 (may be a total)']],
  ['backslashes.xlsx', TWO_PETS],
  ['date-phone.xlsx', TWO_PETS],
])('%s', async (file, outcome) => {
  expect(await readingOutcome(spreadsheetFile(file))).toEqual(outcome)
})
