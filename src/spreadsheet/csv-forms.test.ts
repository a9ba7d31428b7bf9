// @vitest-environment node
// These are files in many forms, each from its bytes to the pets or to the message. Forms that
// differ in their text alone are in other tests of this folder (8 to 13, 15, 17 to 20, 24) and in
// src/lib/csv.test.ts (25, texts as formulas).
import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { readingOutcome } from '#tests/support/reading-outcome.ts'
import { DAMAGED_WORKBOOK } from './file-formats.ts'
import { readFile } from './read-file.ts'
import { TOO_LARGE } from './sheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (characters: string) => Uint8Array.from(characters, (one) => one.codePointAt(0) ?? 0)
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), littleEndian)
  return new Uint8Array(view.buffer)
}

const WINDOWS_1252 = 'This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.'
const DAMAGED = 'This file is damaged. Save it again as “CSV UTF-8”, then choose it.'
const ARCHIVE = 'This is an archive, not a spreadsheet. Unpack it, then choose the file in it.'
const OLD_WORKBOOK =
  'This is an old Excel workbook, of 1997 or before. Save it as .xlsx or “CSV UTF-8”, then choose that file.'
const NOT_A_TEXT =
  'This file is not a spreadsheet, or its text cannot be read. Save it as .xlsx or “CSV UTF-8”, then choose that file.'
const otherFormat = (what: string) =>
  `This is ${what}, not a spreadsheet. Choose an Excel or CSV file, or copy the rows and paste them.`
const megabyte = 'x'.repeat(2 ** 20)

test.each<[string, Uint8Array<ArrayBuffer>, string | string[]]>([
  ['1 empty file', utf8(''), 'This file is empty. Choose one with a header row and one pet per row.'],
  ['2 header only', utf8('name,categoryId\r\n'), 'There are no rows below the header. Add one pet per row.'],
  ['3 no header', utf8('Rex,1\nMax,2'), ['1: Rex · 1', '2: Max · 2']],
  ['3 no header, more in one row', utf8('Rex,dogs\nMax,2,sold,Bello'), ['1: Rex · 1', '2: Max · 2 · sold']],
  ['3 no header, one row', utf8('Rex,Hamster'), 'Where is name, category?'],
  [
    '4 UTF-8 with byte-order mark',
    utf8('\uFEFFname,category\nRex,1\nKöter 🐕,2'),
    ['2: Rex · 1', '3: Köter 🐕 · 2'],
  ],
  ['5 UTF-16 LE', utf16('\uFEFFname\tcategory\r\nKöter 🐕\t1', true), ['2: Köter 🐕 · 1']],
  ['5 UTF-16 BE', utf16('\uFEFFname\tcategory\r\nKöter 🐕\t1', false), ['2: Köter 🐕 · 1']],
  ['6 Windows-1252', bytes('name;category\r\nK\xF6ter \x80;1'), [WINDOWS_1252, '2: Köter € · 1']],
  ['7 not UTF-8 at one place', bytes('name,category\nR\xC3(x,1'), [WINDOWS_1252, '2: RÃ(x · 1']],
  ['14 a column for the label', utf8('name,category,categoryId\nRex,Cats,1'), ['2: Rex · 1']],
  ['14 two columns for the ID', utf8('name,category_id,categoryId\nRex,2,1'), 'Where is category?'],
  ['21 a cell of 9 MB', utf8(`name,category\n${megabyte.repeat(9)},1`), TOO_LARGE],
  ['21 a cell of 1 MB', utf8(`name,category\n${megabyte},1`), [`2: ${megabyte} · 1`]],
  [
    '22 a file of 11 MB',
    new Uint8Array(11 * 2 ** 20),
    'The file must be 10 MB or smaller. Split it and import each part.',
  ],
  ['5 UTF-16 of an odd length', bytes('\xFF\xFEn'), DAMAGED],
  ['5 UTF-16 with half a character', bytes('\xFE\xFF\xD8\x3D\0n'), DAMAGED],
  [
    '6 bytes that Windows-1252 does not know',
    bytes('name;category\n\x81;1'),
    [WINDOWS_1252, '2: Name is missing'],
  ],
  ['23 pdf', bytes('%PDF-1.7\n'), otherFormat('a PDF')],
  ['23 png', bytes('\x89PNG\r\n\x1A\n'), otherFormat('a picture')],
  ['23 jpeg', bytes('\xFF\xD8\xFF\xE0\0\x10JFIF'), otherFormat('a picture')],
  ['23 gif', bytes('GIF89a'), otherFormat('a picture')],
  ['23 webp', bytes('RIFF\x24\0\0\0WEBPVP8 '), otherFormat('a picture')],
  ['23 heic', bytes('\0\0\0\x18ftypheic'), otherFormat('a picture')],
  ['23 gzip', bytes('\x1F\x8B\x08'), ARCHIVE],
  ['23 7z', bytes('7z\xBC\xAF\x27\x1C'), ARCHIVE],
  ['23 text that begins like one', utf8('PK,category,name\n%PDF,1,GIF'), ['2: GIF · 1']],
  [
    '23 a table of HTML that hides a row',
    utf8(
      '<table><tr><td>name</td><td>categoryId</td></tr><tr style="display: none"><td>Rex</td><td>1</td></tr><tr><td>Mia</td><td>2</td></tr></table>',
    ),
    'This is a table of a web page that hides some of its rows or texts. Open it in a spreadsheet program and save it as .xlsx or “CSV UTF-8”, then choose that file.',
  ],
  [
    '6 HTML in the encoding that it declares',
    bytes(
      '<html><meta charset="windows-1250"><table><tr><td>name</td><td>categoryId</td></tr><tr><td>\xA3ukasz</td><td>1</td></tr></table>',
    ),
    ['2: Łukasz · 1'],
  ],
  [
    '6 XML in the encoding that it declares',
    bytes(
      '<?xml version="1.0" encoding="windows-1251"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">name</Data></Cell><Cell><Data ss:Type="String">categoryId</Data></Cell></Row><Row><Cell><Data ss:Type="String">\xD0\xE5\xEA\xF1</Data></Cell><Cell><Data ss:Type="String">1</Data></Cell></Row></Table></Worksheet></Workbook>',
    ),
    ['2: Рекс · 1'],
  ],
  [
    '6 HTML that declares nothing',
    bytes('<table><tr><td>name</td><td>categoryId</td></tr><tr><td>K\xF6ter</td><td>1</td></tr></table>'),
    [WINDOWS_1252, '2: Köter · 1'],
  ],
  ['23 a sheet of Excel 3', bytes('\t\x02\x06\0\0\0\x10\0\0\0'), OLD_WORKBOOK],
  ['23 bytes that are no text', bytes('MZ\x90\0\x03\0\0\0'), NOT_A_TEXT],
  ['23 a zip that was cut off', bytes('PK\x03\x04[Content_Types].xml xl/workbook.xml'), DAMAGED_WORKBOOK],
  ['23 a container of Office without a workbook', bytes('\xD0\xCF\x11\xE0\xA1'), DAMAGED_WORKBOOK],
])('%s', async (_, file, outcome) => {
  expect(await readingOutcome(new File([file], 'pets'))).toEqual(outcome)
})

test('26 a file that was changed or moved, or is a folder, cannot be read', async () => {
  const file = new File(['x'], 'pets.csv')
  file.arrayBuffer = async () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  await expect(readFile(file, { labels: new Map() })).rejects.toThrow(
    /^pets\.csv could not be read\..*again\.$/,
  )
})
