// @vitest-environment node
import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { buildSheet } from './build-sheet.ts'
import { SheetProblem, toggleFirstRow } from './sheet.ts'

const HEADER = ['name', 'category']

const rowsOf = (text: string) => readCsv(text).rows.map(({ number, cells }) => `${number} ${cells.join('/')}`)

// csv-forms.test.ts has whole files besides these.
test.each([
  ['\n\nname,category\n"a\r\nb",1\rRex,2', ['4 a\r\nb/1', '5 Rex/2']],
  // Blank rows count, even if they have delimiters and spaces.
  ['name,category\n\nRex,1\n,\n , \n""\nMax,2\n\n', ['3 Rex/1', '7 Max/2']],
  // These rows have too few cells, or too many that are empty.
  ['name,category\nRex\nBob,3, ,', ['2 Rex/', '3 Bob/3']],
  // These have quotation marks with a delimiter and a line break in them, doubled ones, one inside
  // of a cell, and blanks after a closing one.
  ['name,category\n"a,b""c\n,d",1', ['2 a,b"c\n,d/1']],
  ['name,category\n"",""""', ['2 /"']],
  ['name,category\n5" disk,1\n "a,2\n"b" ,"3" ', ['2 5" disk/1', '3  "a/2', '4 b/3']],
  // A known heading counts more than cells when the delimiter is guessed. After that, the delimiter
  // that is the least likely in a name counts, and | if a heading or a line `sep=` says so.
  ['name;category;"Note (colour, size, age)"\nRex;1;x', ['2 Rex/1/x']],
  ['"a;b;c;d",name,category\nx,Rex,1', ['2 x/Rex/1']],
  ['Rex, the dog;12', ['1 Rex, the dog/12']],
  ['Rex, the dog\t12', ['1 Rex, the dog/12']],
  ['name|category\nRex|1', ['2 Rex/1']],
  ['Rex|the dog;12', ['1 Rex|the dog/12']],
  ['\uFEFFSEP=|\r\nname|category\rRex|1', ['2 Rex/1']],
  ['sep=;x\nRex', ['2 Rex/']],
  // These are variants of the line that declares the delimiter.
  ['"sep=;"\nname;category\nRex;1', ['2 Rex/1']],
  ['sep=;;;\r\nname;category;\nRex;1;', ['2 Rex/1/']],
  ['Sep = ,\nname,category\nRex,1', ['2 Rex/1']],
  ['sep=\\t\nname\tcategory\nRex\t1', ['2 Rex/1']],
  ['sep=\t\nname\tcategory\nRex\t1', ['2 Rex/1']],
  // These lines are one quoted cell each, with and without the headings.
  ['"name;category"\n"Rex;1"\n\n"""Mia; the cat"";2"', ['2 Rex/1', '4 Mia; the cat/2']],
  ['name,category\n"Rex,1"\n"Mia,2"\n', ['2 Rex/1', '3 Mia/2']],
  ['name,category\n"Rex, the dog",1', ['2 Rex, the dog/1']],
  // These have blanks before an opening mark, or marks in the middle of a text.
  ['name, category\n "Rex" , "1"', ['2 Rex/1']],
  ['name,category\n "Rex" the dog,1', ['2  "Rex" the dog/1']],
  // These files were joined.
  ['\uFEFFname,category\nRex,1\n\uFEFFTom,2\n"\uFEFFMia",3', ['2 Rex/1', '3 Tom/2', '4 \uFEFFMia/3']],
  // These have titles above the headings.
  ['Pets, 2026\nShelter\n\nname;category\nRex;1', ['5 Rex/1']],
  ['Report\nNaam;Soort\nRex;1', ['3 Rex/1']],
])('The text %j is read', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows)
})

test.each([
  ['"name",category,\'=note,\'@x\nRex,1', [...HEADER, '=note', '@x']],
  [' Name ,category,,\nRex,1,x,', [' Name ', 'category', '', '']],
  [
    'name,category,__proto__,__proto__,Note,note\nRex,1',
    [...HEADER, '__proto__', '__proto__', 'Note', 'note'],
  ],
])('The text %j has the columns %j', (text, header) => {
  const sheet = readCsv(text)
  expect(sheet.headings?.cells).toEqual(header)
  for (const row of sheet.rows) expect(row.cells).toHaveLength(header.length)
})

const NOTHING = 'No rows found. Row 1 must have the headings name and categoryId, with one pet per row below.'
const separatedBy = (what: string) =>
  `The cells of this file are separated by ${what}. Save it with commas, semicolons or tabs, then choose it.`
const notASpreadsheet = (what: string) =>
  `This is ${what}, not a spreadsheet. Choose an Excel or CSV file, or copy the rows and paste them.`
const unclosed = (row: number) =>
  `Row ${row} has a quotation mark with no closing one. Add it, or type "" for a quotation mark in the text.`
const textAfter = (row: number) =>
  `Row ${row} has text after a closing quotation mark. Close each quotation mark in this row, and type "" for one in the text.`
const nul = (row: number) =>
  `Row ${row} contains a character that cannot be read. Save the file again as “CSV UTF-8”, then choose it.`

test.each([
  ['\n\r\n , \n', NOTHING],
  ['sep=;', NOTHING],
  ['"name,category\nRex,1\n', unclosed(1)],
  ['name,category\n\n"a\nb",1\n"Max,2', unclosed(4)],
  // The mark of row 3 is closed by the one that opens a cell in row 4.
  ['name,category\nRex,1\n"Max,2\n"Bob",3', textAfter(3)],
  ['name,"cat"egory\nRex,1', textAfter(1)],
  [
    'name;category\nRex;1\nMax;the dog;2;',
    'Row 3 has 4 cells, but the header has 2. If a value contains a semicolon, put it in quotation marks.',
  ],
  [
    '\nname,category id,Category  ID\nRex,1,x',
    'The heading “category id” appears more than once. Rename the column that should not be imported.',
  ],
  ['sep=^\nname^category\nRex^1', separatedBy('“^”')],
  ['name^category\nRex^1', separatedBy('“^”')],
  ['name\u001Fcategory\nRex\u001F1', separatedBy('a character that cannot be seen')],
  ['{"pets":[{"name":"Rex"}]}', notASpreadsheet('a JSON file')],
  ['{"name":"Rex"}\n{"name":"Mia"}', notASpreadsheet('a JSON file')],
  ['<?xml version="1.0"?>\n<pets><pet/></pets>', notASpreadsheet('an XML file')],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', notASpreadsheet('a picture (SVG)')],
  ['{\\rtf1 Rex}', notASpreadsheet('a text document (RTF)')],
  ['MIME-Version: 1.0\nname,category\nRex,1', notASpreadsheet('an e-mail or a saved web page')],
  ['Report\n\nname,category\n', 'There are no rows below the header. Add one pet per row.'],
  ['name,category\n"a\n\0', nul(2)],
  ['\0name,category\nRex,1', nul(1)],
  // The first row that cannot be read counts, whatever is wrong with it.
  ['name,category\n"Rex"x,1\nM\0x,2', textAfter(2)],
])('The text %j is refused as a whole', (text, problem) => {
  expect(() => readCsv(text)).toThrow(new SheetProblem(problem))
})

test('Without headings, the first row is a pet, and the columns are those of the widest row, with a status that the first row lacks', () => {
  expect(readCsv('Rex;12\n\nMax;1;sold;')).toEqual({
    notes: [],
    columns: { name: 0, category: 1, status: 2 },
    rows: [
      { number: 1, cells: ['Rex', '12', ''] },
      { number: 3, cells: ['Max', '1', 'sold'] },
    ],
  })
})

test('Without headings, a running number is not taken for the category that the first pet lacks', () => {
  expect(readCsv('1,Rex,,sold\n2,Mia,5,sold').columns).toEqual({ name: 1, category: undefined, status: 3 })
})

test('A label tells a pet from headings', () => {
  const labels = new Map([['1', 'Soort']])
  expect(readCsv('Naam;Soort\nRex;1')).toMatchObject({ headings: { number: 1, cells: ['Naam', 'Soort'] } })
  expect(readCsv('Naam;Soort\nRex;1', labels)).toMatchObject({ rows: [{ number: 1 }, {}] })
})

test('In a workbook, headings end with the last one, and a value beyond them has a column without a name', () => {
  const cells = [
    ['name', 'category', '', ' '],
    ['Rex', '1', '', ''],
    ['Max', '2', '', 'brown'],
  ]
  const rows = cells.map((row, index) => ({ number: index + 1, cells: row }))
  expect(buildSheet(rows.slice(0, 2), { labels: new Map() }).headings?.cells).toEqual(['name', 'category'])
  expect(buildSheet(rows, { labels: new Map() })).toMatchObject({
    headings: { cells: ['name', 'category', '', ' '] },
    rows: [{ cells: ['Rex', '1', '', ''] }, { cells: ['Max', '2', '', 'brown'] }],
  })
})

test('The first row can be taken for headings and for a pet again, and nothing is lost', () => {
  const sheet = readCsv('Rex;12\n\nMax;1')
  const named = toggleFirstRow(sheet)
  expect(named).toMatchObject({ headings: { number: 1, cells: ['Rex', '12'] }, rows: [{ number: 3 }] })
  expect(toggleFirstRow(named)).toEqual(sheet)
})

test('A file with 10,000 rows is read, and one more row is too many', () => {
  const rows = 'Rex,1\n'.repeat(10_000)
  expect(readCsv(`name,category\n${rows}`).rows).toHaveLength(10_000)
  expect(() => readCsv(`name,category\n${rows}Rex,1`)).toThrow(
    'There are more than 10,000 rows. Split them and import each part.',
  )
})

test('Short rows below a header of all columns that a spreadsheet has do not fill the memory', () => {
  expect(readCsv(`name,category${','.repeat(199_998)}\nRex,1`).rows[0]?.cells).toHaveLength(200_000)
  const header = `name,category${','.repeat(16_382)}`
  expect(readCsv(`${header}\n${'Rex,1\n'.repeat(60)}`).rows).toHaveLength(60)
  expect(() => readCsv(`${header}\n${'Rex,1\n'.repeat(70)}`)).toThrow(
    'This file is too large. Remove columns you do not need, or split it.',
  )
})
