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

const SAVE = 'Save it as “CSV UTF-8” and choose that file.'
const INSTEAD = 'Choose a CSV file, or copy the rows and paste them.'
const DAMAGED = 'This file is damaged. Save it again as “CSV UTF-8”, then choose it.'

test.each([
  ['empty', '', 'This file is empty. Choose one with a header row and one pet per row.'],
  ['UTF-16 of an odd length', '\xFF\xFEn', DAMAGED],
  ['UTF-16 with half a character', '\xFE\xFF\xD8\x3D\0n', DAMAGED],
  ['xlsx', 'PK\x03\x04\x14\0\x06\0[Content_Types].xml\xFF\xFE', `This is a workbook or an archive. ${SAVE}`],
  ['empty zip', 'PK\x05\x06', `This is a workbook or an archive. ${SAVE}`],
  ['xls', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0', `This is an old Excel workbook (.xls). ${SAVE}`],
  ['pdf', '%PDF-1.7\n', `This is a PDF. ${INSTEAD}`],
  ['png', '\x89PNG\r\n\x1A\n', `This is an image. ${INSTEAD}`],
  ['jpeg', '\xFF\xD8\xFF\xE0\0\x10JFIF', `This is an image. ${INSTEAD}`],
  ['gif', 'GIF89a', `This is an image. ${INSTEAD}`],
])('%s is refused, and the message says what to do instead', (_, characters, problem) => {
  expect(decodeFile(latin1(characters))).toEqual({ problem })
})

test.each(['PK,category\n', 'GIF,category\n', '%PDF,x\n'])(
  '%j only starts like another type of file',
  (text) => {
    expect(decodeFile(utf8(text))).toEqual({ text, notes: [] })
  },
)

test('a file of more than 10 MB is refused before it is read', () => {
  expect(sizeProblem(10 * 2 ** 20)).toBeUndefined()
  expect(sizeProblem(200 * 2 ** 20)).toBe('The file must be 10 MB or smaller. Split it and import each part.')
  expect(decodeFile(new Uint8Array(10 * 2 ** 20 + 1))).toEqual({ problem: sizeProblem(10 * 2 ** 20 + 1) })
})
