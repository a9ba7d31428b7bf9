// @vitest-environment node
import { expect, test } from 'vitest'
import { decodeText, fileType, sizeProblem } from './decode.ts'

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
  expect(decodeText(bytes)).toEqual({ text: TEXT, notes: [] })
})

test.each([
  ['an accent', 'name\nK\xF6ter', 'name\nKöter'],
  ['a euro sign and curly quotes', '\x80 \x93x\x94', '€ “x”'],
  ['every letter', '\xE9\xE8\xFC\xDF', 'éèüß'],
  ['one broken letter of UTF-8 in ASCII', 'name\n\xC3(', 'name\nÃ('],
  ['bytes that Windows-1252 does not know', '\x81\x8D', '\x81\x8D'],
])('text that is not UTF-8 is read as Windows-1252, with a note: %s', (_, characters, text) => {
  expect(decodeText(latin1(characters))).toEqual({
    text,
    notes: ['This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.'],
  })
})

test.each([
  ['of an odd length', '\xFF\xFEn'],
  ['with half a character', '\xFE\xFF\xD8\x3D\0n'],
])('UTF-16 %s is damaged', (_, characters) => {
  expect(decodeText(latin1(characters))).toEqual({
    problem: 'This file is damaged. Save it again as “CSV UTF-8”, then choose it.',
  })
})

const SAVE = 'Save it as .xlsx or “CSV UTF-8”, then choose that file.'
const INSTEAD = 'Choose an Excel or CSV file, or copy the rows and paste them.'
const ODS = `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`

test.each([
  ['ods', ODS, `This is an OpenDocument file (.ods). ${SAVE}`],
  ['xls', '\xD0\xCF\x11\xE0\xA1', `This is an old Excel workbook (.xls), or one with a password. ${SAVE}`],
  ['pdf', '%PDF-1.7\n', `This is a PDF. ${INSTEAD}`],
  ['png', '\x89PNG\r\n\x1A\n', `This is an image. ${INSTEAD}`],
  ['jpeg', '\xFF\xD8\xFF\xE0\0\x10JFIF', `This is an image. ${INSTEAD}`],
  ['gif', 'GIF89a', `This is an image. ${INSTEAD}`],
])('%s is refused, and the message says what to do instead', (_, characters, message) => {
  expect(fileType(latin1(characters))).toMatchObject({ message })
})

test.each([
  ['PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'archive'],
  ['PK\x05\x06', 'archive'],
  ['PK,category\n', 'text'],
  ['GIF,category\n', 'text'],
  ['%PDF,x\n', 'text'],
  ['', 'text'],
])('%j may be: %s', (characters, type) => {
  expect(fileType(latin1(characters))).toBe(type)
})

test('a file of nothing or of more than 10 MB is refused before it is read', () => {
  expect(sizeProblem(0)).toBe('This file is empty. Choose one with a header row and one pet per row.')
  expect(sizeProblem(10 * 2 ** 20)).toBeUndefined()
  expect(sizeProblem(10 * 2 ** 20 + 1)).toBe(
    'The file must be 10 MB or smaller. Split it and import each part.',
  )
})
