// @vitest-environment node
// These are files of many programs. tests/support/spreadsheets/README.md says who wrote them, and
// what each of them shows.
import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { readingOutcome } from '#tests/support/reading-outcome.ts'
import { spreadsheetFile } from '#tests/support/spreadsheet-files.ts'

const NO_RESULT =
  'The result of a formula is not in the file. Open and save the file in a spreadsheet program, then choose it again.'
const error = (text: string) => `The cell shows an error of the spreadsheet: ${text}`

test.each<[file: string, outcome: string | readonly string[]]>([
  [
    'hidden-autofilter-xlsxwriter.xlsx',
    [
      '2: Rex · 5 · available',
      '3: hidden',
      '4: Tom · 7 · available',
      '5: hidden',
      '6: hidden',
      '7: Zoe · 6 · available',
    ],
  ],
  [
    'hidden-filter-libreoffice.xls',
    [
      '2: Rex · 5 · available',
      '3: hidden',
      '4: Tom · 7 · available',
      '5: hidden',
      '6: hidden',
      '7: Zoe · 6 · available',
    ],
  ],
  [
    'hidden-filter-spreadsheetml-libreoffice.xls',
    [
      '2: Rex · 5 · available',
      '3: hidden',
      '4: Tom · 7 · available',
      '5: hidden',
      '6: hidden',
      '7: Zoe · 6 · available',
    ],
  ],
  [
    'outline-collapsed-excel-writer-xlsx.xlsx',
    ['2: Rex · 5 · available', '3: hidden', '4: Leo · 6 · available'],
  ],
  ['row-height-0-xlsxwriter.xlsx', ['2: Rex · 5 · available', '3: hidden', '4: Tom · 7']],
  [
    'hidden-sheetjs.xlsb',
    ['2: Rex · 5 · available', '3: hidden', '4: Tom · 7 · pending', '5: hidden', '6: Kim · 5'],
  ],
  [
    'hidden-grouped-poi.xls',
    ['2: Rex · 5 · available', '3: hidden', '4: Tom · 7 · available', '5: hidden', '6: hidden'],
  ],
  ['google-sheets-form-hidden.xlsx', ['2: Rex · 5 · available', '3: hidden', '4: Tom · 7 · sold']],
  [
    'blank-styled-gnumeric.xlsx',
    [
      '2: Rex · 5 · available',
      '3: Name is missing',
      '4: Mia · 7',
      '5: Name is missing',
      '7: Category is missing',
    ],
  ],
  ['blank-styled-sheet-first-xlsxwriter.xlsx', ['2: Rex · 5 · available', '3: Mia · 6 · sold', '4: Tom · 7']],
  [
    'blank-cells-xlwt.xls',
    [
      '2: Rex · 5 · available',
      '4: Name is missing',
      '5: Mia · 7',
      '6: Name is missing',
      '7: Category is missing',
    ],
  ],
  [
    'errors-libreoffice.xlsx',
    [
      '2: Rex · 5 · available',
      `3: ${error('#N/A')}`,
      `4: ${error('#DIV/0!')}`,
      `5: ${error('#NAME?')}`,
      `6: ${error('#VALUE!')}`,
      `7: ${error('#VALUE!')}`,
      `8: ${error('#N/A')}`,
      `9: ${error('#VALUE!')}`,
      `10: ${error('#VALUE!')}`,
      `11: ${error('#REF!')}`,
      '12: Max · 6',
      '13: Name is missing',
      `15: ${error('#N/A')}`,
    ],
  ],
  [
    'errors-gnumeric.xls',
    [
      '2: Rex · 5 · available',
      `3: ${error('#N/A')}`,
      `4: ${error('#DIV/0!')}`,
      `5: ${error('#NAME?')}`,
      `6: ${error('#VALUE!')}`,
      `7: ${error('#VALUE!')}`,
      `8: ${error('#N/A')}`,
      `9: ${error('#NUM!')}`,
      '10: Ben · 0 · sold',
      `11: ${error('#REF!')}`,
      '12: Max · 6',
      '13: Name is missing',
      `15: ${error('#N/A')}`,
    ],
  ],
  [
    'errors-de.csv',
    [
      'This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.',
      '2: Rex · 5 · available',
      `3: ${error('#NV')}`,
      `4: ${error('#BEZUG!')}`,
      `5: ${error('#WERT!')}`,
      `6: ${error('#DIV/0!')}`,
      `7: ${error('#NAME?')}`,
      '8: The cell shows ########. Widen its column in the spreadsheet.',
      '9: The cell shows ########. Widen its column in the spreadsheet.',
      `10: ${error('#ZAHL!')}`,
      `11: ${error('#NULL!')}`,
      `12: ${error('#ÜBERLAUF!')}`,
      `13: ${error('#KALK!')}`,
      `14: ${error('Err:502')}`,
      `15: ${error('Fehler:502')}`,
      `16: ${error('Err:504')}`,
      '17: #1 · 5 · sold',
      '18: #hashtag · 6',
    ],
  ],
  [
    'errors-sheetjs.xlsb',
    [
      '2: Rex · 5 · available',
      `3: ${error('#N/A')}`,
      `4: ${error('#REF!')}`,
      `5: ${error('#VALUE!')}`,
      `6: ${error('#DIV/0!')}`,
      '7: Leo · 5 · pending',
    ],
  ],
  [
    'formulas-no-results-openpyxl.xlsx',
    [
      '2: Rex · 5 · available',
      `3: ${NO_RESULT}`,
      `4: ${NO_RESULT}`,
      `5: ${NO_RESULT}`,
      `6: ${NO_RESULT}`,
      '7: Kim · 8',
    ],
  ],
  [
    'formulas-no-results-poi.xls',
    ['2: Rex · 5 · available', `3: ${NO_RESULT}`, `4: ${NO_RESULT}`, `5: ${NO_RESULT}`],
  ],
  [
    'formulas-no-results-xlwt.xls',
    ['2: Rex · 5 · available', `3: ${NO_RESULT}`, `4: ${NO_RESULT}`, `5: ${NO_RESULT}`],
  ],
  [
    'formulas-stored-0-xlsxwriter.xlsx',
    ['2: Rex · 5 · available', `3: ${NO_RESULT}`, `4: ${NO_RESULT}`, `5: ${NO_RESULT}`],
  ],
  [
    'merged-2x2-openpyxl.xlsx',
    [
      '2: Rex · 5',
      '3: Mia · 5',
      '4: Tom · 6 · sold',
      '5: Twins · 7 · available',
      '6: Twins · 7 · sold',
      '7: Kim · 8 · sold',
    ],
  ],
  [
    'merged-below-last-pet-xlsxwriter.xlsx',
    ['2: Rex · 5 · sold', '3: Mia · 5 · sold', '4: Tom · 6 · available'],
  ],
  [
    'merged-html40-gnumeric.xls',
    [
      'Row 1 is above the headings, so it was not read: “Pets of the north house”.',
      '3: Rex · 5 · sold',
      '4: Mia · 5 · sold',
      '5: Tom · 6 · available',
      '6: Leo · 6 · available',
      '7: Kim · 7',
      '8: Zoe · 8 · pending',
    ],
  ],
  [
    'merged-first-row-filtered-xlsxwriter.xlsx',
    ['2: hidden', '3: Mia · 6 · sold', '4: Tom · 7 · sold', '5: Leo · 8 · pending'],
  ],
  ['merged-whole-columns.xlsx', ['2: Rex · 5 · sold', '3: Mia · 5 · sold', '4: Tom · 5 · sold']],
  ['stray-format-XFD1048576-openpyxl.xlsx', ['2: Rex · 5 · available', '3: Mia · 6 · sold']],
  ['stray-A65536-IV1-xlwt.xls', ['2: Rex · 5 · available', '3: Mia · 6 · sold']],
  [
    'headings-on-third-sheet-xlwt.xls',
    ['Pets of Intro, Pets', 'Only the sheet “Pets” was read.', '2: Rex · 1 · available', '3: Mia · 2 · sold'],
  ],
  ['hidden-first-sheet-poi.xls', ['2: Rex · 5 · available', '3: Mia · 6 · sold']],
  [
    'chart-sheet-first-excel-writer-xlsx.xlsx',
    [
      'Row 1 is above the headings, so it was not read: “Animals”.',
      '4: Rex · 5 · available',
      '5: Mia · 6 · sold',
    ],
  ],
  [
    'two-sheets-libreoffice.xls',
    [
      'North of North, South',
      'Only the sheet “North” was read.',
      '2: Rex · 5 · available',
      '3: Mia · 6 · sold',
    ],
  ],
  [
    'title-18-rows-xlsxwriter.xlsx',
    [
      'Rows 1 to 17 are above the headings, so they were not read: “Animal inventory report” and more.',
      '20: Rex · 5 · available',
      '21: Mia · 6 · sold',
    ],
  ],
  [
    'title-3-rows-sap.tsv',
    [
      'Rows 1 and 3 are above the headings, so they were not read: “26.11.2026” and more.',
      '7: Rex · 5 · available',
      '8: Mia · 6 · sold',
    ],
  ],
  [
    'dates-xlsxwriter.xlsx',
    [
      '2: Rex · 5 · sold',
      '3: Mia · 5 · sold',
      '4: Tom · 5 · sold',
      '5: Leo · 5 · sold',
      '6: Kim · 5 · sold',
      '7: Zoe · 5 · sold',
      '8: Ben · 5 · sold',
      '9: Ida · 5 · sold',
      '10: Max · 5 · sold',
      '11: Ole · 5 · sold',
      '12: Pia · 5 · sold',
      '13: Ute · 5 · sold',
      '14: Ali · 5 · sold',
      '15: Bea · 5 · sold',
      '16: Cem · 5 · sold',
      '17: Dan · 5 · sold',
      '18: Eva · 5 · sold',
      '19: Fay · 5 · sold',
      '20: Gus · 5 · sold',
    ],
  ],
  ['dates-1904-openpyxl.xlsx', ['2: Rex · 5 · available', '3: Mia · 6 · sold', '4: Tom · 7']],
  [
    'every-line-quoted-oracle.csv',
    ['2: Rex · 5 · available', '3: Mia, the cat · 6 · sold', '4: Tom "T" Cat · 7 · pending', '5: Kim · 8'],
  ],
  ['sep-quoted-comma.csv', ['2: Rex; big · 5 · available', '3: Mia · 6 · sold']],
  ['sep-utf16le.csv', ['2: Rex · 5 · available', '3: Müsli · 6 · sold']],
  [
    'totals-german-semicolon.csv',
    [
      '2: Rex · 5 · available',
      '3: Mia · 6 · sold',
      '4: Summe · 11 (may be a total)',
      '5: Gesamt · 2 (may be a total)',
      '6: Gesamtsumme · 13 (may be a total)',
      '7: Anzahl · 2 (may be a total)',
    ],
  ],
  [
    'headings-repeated-other-case.csv',
    [
      '2: Rex · 5 · available',
      '3: repeats the headings',
      '4: Mia · 6 · sold',
      '5: repeats the headings',
      '6: Tom · 7 · pending',
    ],
  ],
  [
    'table-bare-php.xls',
    ['2: Rex & Co. · 5 · available', '3: Mia <b> · 6 · sold', '4: Tom "the cat" · 7', '5: Zoë · 8 · pending'],
  ],
  ['strict-iso-dates-excel.xlsx', ['2: Rex · 5 · sold', '3: hidden', '4: Tom · 7']],
  [
    'document.docx',
    'This is a Word document, not a spreadsheet. Choose an Excel or CSV file, or copy the rows and paste them.',
  ],
  [
    'document.doc',
    'This is a Word document, not a spreadsheet. Choose an Excel or CSV file, or copy the rows and paste them.',
  ],
  [
    'document.odt',
    'This is a text document (.odt), not a spreadsheet. Choose an Excel or CSV file, or copy the rows and paste them.',
  ],
  ['zip-of-csv.zip', 'This is an archive, not a spreadsheet. Unpack it, then choose the file in it.'],
  [
    'numbers-cut-sheetjs.numbers',
    'This is a document of Numbers, Pages or Keynote, not a spreadsheet. Export it as Excel or CSV, then choose that file.',
  ],
  [
    'password-agile-officecrypto.xlsx',
    'This workbook has a password. Save it without one, or as “CSV UTF-8”, then choose that file.',
  ],
  [
    'password-poi.xls',
    'This workbook has a password. Save it without one, or as “CSV UTF-8”, then choose that file.',
  ],
  [
    'json-array.csv',
    'This is a JSON file, not a spreadsheet. Choose an Excel or CSV file, or copy the rows and paste them.',
  ],
  ['pets.csv.gz', 'This is an archive, not a spreadsheet. Unpack it, then choose the file in it.'],
  [
    'hidden-filter-libreoffice.ods',
    'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or “CSV UTF-8”, then choose that file.',
  ],
  [
    'sheet-order-differs-absolute-targets.xlsx',
    'The sheet “Animals” could not be read. Save the file again as .xlsx or “CSV UTF-8”, then choose that file.',
  ],
  ['plain-sheetjs.sylk.xls', ['2: Rex · 5 · available', '3: Mia · 6']],
])('%s', async (file, outcome) => {
  expect(await readingOutcome(spreadsheetFile(file))).toEqual(outcome)
})
