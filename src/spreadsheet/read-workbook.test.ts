// @vitest-environment node
import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { spreadsheetBytes } from '#tests/support/spreadsheet-files.ts'
import { NO_RESULT } from './cell-errors.ts'
import { DAMAGED_WORKBOOK } from './file-formats.ts'
import { readFile } from './read-file.ts'
import { TOO_LARGE } from './sheet.ts'

const NO_LABELS = new Map<string, string>()

const read = async (bytes: Uint8Array<ArrayBuffer>) =>
  readFile(new File([bytes], 'pets'), { labels: NO_LABELS })

test.each([
  ['openpyxl', NO_RESULT],
  ['exceljs', '12'],
  ['libreoffice', '12'],
] as const)('A workbook of %s is read exactly, as it is shown', async (name, formula) => {
  expect((await read(spreadsheetBytes(`${name}.xlsx`))).sheet).toEqual({
    headings: { number: 1, cells: ['Name', 'Note', 'Category ID', 'Status', 'Seen'] },
    columns: { name: 0, category: 2, status: 3 },
    rows: [
      { number: 2, cells: ['Zoë 👩‍🚀 <&> "x"', 'hidden', '007', 'available', '22. November 2026'] },
      { number: 3, cells: ['Line\nbreak', '', '9223372036854775807', '', '2026-11-22 08:05'] },
      { number: 5, cells: ['=1+1', '', formula, 'sold', 'TRUE'] },
      { number: 6, cells: ['  blank ends ', '', '1204', '', '0.3'] },
      // A spreadsheet keeps and shows fifteen digits of 9007199254740993.
      { number: 7, cells: ['Rounded', '', '9007199254740990', 'pending', '1234.50 €'] },
      { number: 8, cells: ['#N/A', '', '007', '', 'FALSE'] },
    ],
    notes: [],
  })
})

test('Text in runs and with entities is read without its pronunciation, although the first rows and columns are blank', async () => {
  const { sheet } = await read(spreadsheetBytes('phonetic.xlsx'))
  expect(sheet.headings).toBeUndefined()
  expect(sheet.rows).toEqual([
    { number: 3, cells: ['', '太郎', '1'] },
    { number: 4, cells: ['', '花 子', '1200'] },
    { number: 5, cells: ['', '👩&<&#8205;>', '07'] },
  ])
  expect(sheet.notes).toEqual([])
})

test.each<[what: string, change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
  ['was cut off', (bytes) => bytes.slice(0, -100)],
  ['has no directory', (bytes) => bytes.slice(0, 100)],
  // This byte is in the data of a row.
  ['has another byte', (bytes) => bytes.with(700, 1)],
  ['is another archive', () => Uint8Array.from('PK\x05\x06'.padEnd(22, '\0'), (one) => one.charCodeAt(0))],
])('A file that %s is refused with an explanation', async (_what, change) => {
  await expect(read(change(spreadsheetBytes('phonetic.xlsx')))).rejects.toThrow(DAMAGED_WORKBOOK)
})

test.each([
  ['unpacks to more than 40 MB', 41 * 2 ** 20, TOO_LARGE],
  ['does not say to how much it unpacks', 0, TOO_LARGE],
  ['unpacks to more than it says', 100, DAMAGED_WORKBOOK],
])('A file that %s is refused', async (_what, size, words) => {
  const bytes = spreadsheetBytes('phonetic.xlsx')
  const view = new DataView(bytes.buffer)
  // The size in the first entry of the directory is at byte 24.
  const entry = Buffer.from(bytes).indexOf('PK\x01\x02')
  view.setUint32(entry + 24, size, true)
  await expect(read(bytes)).rejects.toThrow(words)
})
