// @vitest-environment node
import { expect, test } from 'vitest'
import { decodeFile, sizeProblem } from './decode.ts'

const TEXT = 'name,category\r\nKöter 🐕,1\r\n'
const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (characters: string) => Uint8Array.from(characters, (one) => one.codePointAt(0) ?? 0)

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), littleEndian)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8', utf8(TEXT)],
  ['UTF-8 with byte-order mark', utf8(`\uFEFF${TEXT}`)],
  ['UTF-16 little-endian', utf16(`\uFEFF${TEXT}`, true)],
  ['UTF-16 big-endian', utf16(`\uFEFF${TEXT}`, false)],
])('%s is read exactly', (_, bytes) => {
  expect(decodeFile(bytes)).toEqual({ text: TEXT, notes: [] })
})

test.each([
  ['an accent', 'name\nK\xF6ter', 'name\nKöter'],
  ['a euro sign and curly quotes', '\x80 \x93x\x94', '€ “x”'],
  ['every letter', '\xE9\xE8\xFC\xDF', 'éèüß'],
  ['one broken letter of UTF-8 in ASCII', 'name\n\xC3(', 'name\nÃ('],
  ['bytes that Windows-1252 does not know', '\x81\x8D', '\x81\x8D'],
])('text that is not UTF-8 is read as Windows-1252, with a note: %s', (_, characters, text) => {
  expect(decodeFile(latin1(characters))).toEqual({
    text,
    notes: ['This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.'],
  })
})

test.each(['ÿx', 'xþ', 'þx', 'xÿ', 'x»¿', 'ïx¿', 'ï»x', 'xx¿'])(
  'text that begins with %s, a part of a byte-order mark, is read as Windows-1252, too',
  (text) => {
    const { text: decoded, notes } = decodeFile(latin1(`${text} é`))
    expect([decoded, notes?.length]).toEqual([`${text} é`, 1])
  },
)

const AGAIN = 'Save the file again as “CSV UTF-8”, then choose it.'

test.each([
  [
    'UTF-8 with one broken letter',
    new Uint8Array([...utf8('name,category\nKöter,1\n"a\nb",2\nÉé,3\n'), 0xff, 0x2c, 0x31]),
    `Row 5 cannot be read as UTF-8. ${AGAIN}`,
  ],
  [
    'UTF-8 with a line that a spreadsheet does not count',
    new Uint8Array([...utf8('sep=;\nname;category\nÉé;1\nKö'), 0xff]),
    `Row 3 cannot be read as UTF-8. ${AGAIN}`,
  ],
  [
    'UTF-8 by its byte-order mark, cut in a letter',
    utf8('\uFEFFname\nKö').slice(0, -1),
    `Row 2 cannot be read as UTF-8. ${AGAIN}`,
  ],
  [
    'UTF-16 of an odd length',
    utf16('\uFEFFname\nRex\nMax', true).slice(0, -1),
    `Row 3 cannot be read as UTF-16. ${AGAIN}`,
  ],
  [
    'UTF-16 with half a character',
    utf16('\uFEFFname\n\uD83D\n', false),
    `Row 2 cannot be read as UTF-16. ${AGAIN}`,
  ],
  [
    'UTF-16 without byte-order mark',
    utf16(TEXT, true),
    'This looks like UTF-16 text without a byte-order mark. Save it as “CSV UTF-8” and choose that file.',
  ],
  [
    'UTF-16 big-endian without byte-order mark',
    utf16(TEXT, false),
    'This looks like UTF-16 text without a byte-order mark. Save it as “CSV UTF-8” and choose that file.',
  ],
  ['empty', utf8(''), 'This file is empty. Choose one with a header row and one pet per row.'],
])('%s is refused', (_, bytes, problem) => {
  expect(decodeFile(bytes)).toEqual({ problem })
})

const SAVE = 'Save it as “CSV UTF-8” and choose that file.'
const PASTE = 'Choose a CSV file, or copy the rows and paste them.'
const UNPACK = 'Extract it and choose the CSV file inside.'

test.each([
  [
    'xlsx',
    'PK\x03\x04\x14\0\x06\0[Content_Types].xml\xFF\xFExl/workbook.xml',
    `This is an Excel workbook. ${SAVE}`,
  ],
  [
    'xlsx, directory at the end',
    `PK\x03\x04${'\xFF'.repeat(200_000)}xl/workbook.xml`,
    `This is an Excel workbook. ${SAVE}`,
  ],
  [
    'ods',
    'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    `This is an OpenDocument spreadsheet. ${SAVE}`,
  ],
  [
    'numbers',
    'PK\x03\x04Index/Document.iwa',
    'This is a Numbers document. Export it as CSV with the text encoding UTF-8 and choose that file.',
  ],
  ['docx', 'PK\x03\x04word/document.xml', `This is a Word document. ${PASTE}`],
  ['zip', 'PK\x03\x04pets.csv', `This is a zip archive. ${UNPACK}`],
  ['empty zip', 'PK\x05\x06', `This is a zip archive. ${UNPACK}`],
  ['xls', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0', `This is an old Excel workbook (.xls). ${SAVE}`],
  ['pdf', '%PDF-1.7\n', `This is a PDF. ${PASTE}`],
  ['png', '\x89PNG\r\n\x1A\n', `This is an image. ${PASTE}`],
  ['jpeg', '\xFF\xD8\xFF\xE0\0\x10JFIF', `This is an image. ${PASTE}`],
  ['gif', 'GIF89a', `This is an image. ${PASTE}`],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8', `This is an image. ${PASTE}`],
  ['heic', '\0\0\0\x18ftypheic', `This is an image. ${PASTE}`],
  ['gzip', '\x1F\x8B\x08', `This is an archive. ${UNPACK}`],
  ['7z', '7z\xBC\xAF\x27\x1C', `This is an archive. ${UNPACK}`],
  ['html called .xls', '\r\n<HTML><table>', `This is a web page or XML, not a table of text. ${SAVE}`],
  ['xml', '\xEF\xBB\xBF<?xml version="1.0"?>', `This is a web page or XML, not a table of text. ${SAVE}`],
])('%s is refused, and the message says what to do instead', (_, characters, problem) => {
  expect(decodeFile(latin1(characters))).toEqual({ problem })
})

test.each(['PK,category\n', 'GIF,category\n', 'name <html>,category\n', '%PDF,x\n', 'RIFF,x\n'])(
  '%j only starts like another type of file',
  (text) => {
    expect(decodeFile(utf8(text))).toEqual({ text, notes: [] })
  },
)

test('a file of more than 50 MB is refused before it is read', () => {
  expect(sizeProblem(50 * 2 ** 20)).toBeUndefined()
  expect(sizeProblem(200 * 2 ** 20)).toBe('The file must be 50 MB or smaller. Split it and import each part.')
  expect(decodeFile(new Uint8Array(50 * 2 ** 20 + 1))).toEqual({ problem: sizeProblem(50 * 2 ** 20 + 1) })
})
