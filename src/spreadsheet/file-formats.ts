import { readZipDirectory, type ZipEntry } from './zip-directory.ts'
import { refuse, TOO_LARGE } from './sheet.ts'
import { OPEN_DOCUMENT_SPREADSHEET, refuseFormat } from './text-formats.ts'

/**
 * The most bytes of all parts of a workbook together. It is twice what 10,000 rows of 20 columns
 * take, and no more than a tab has memory for.
 */
export const MAX_UNPACKED = 40 * 2 ** 20

const SAVE_AGAIN = 'Save it as .xlsx or “CSV UTF-8”, then choose that file.'

export const DAMAGED_WORKBOOK = `This file could not be read: it is damaged, or not a workbook. ${SAVE_AGAIN}`
const OLD_WORKBOOK = `This is an old Excel workbook, of 1997 or before. ${SAVE_AGAIN}`

/** The bytes with which a sheet of Excel 2, 3 and 4 begins, which had no container. */
const BARE_SHEETS = ['\t\0\x04\0', '\t\x02\x06\0', '\t\x04\x06\0']

/** The record that says Windows-1252 (0x04E4) in a workbook of Excel 5 or 95. */
const WESTERN_CODE_PAGE = '\x42\0\x02\0\xE4\x04'

const NOT_A_TEXT = `This file is not a spreadsheet, or its text cannot be read. ${SAVE_AGAIN}`
export const LOCKED_WORKBOOK =
  'This workbook has a password. Save it without one, or as “CSV UTF-8”, then choose that file.'

const ARCHIVE = ['an archive', 'Unpack it, then choose the file in it.'] as const

/** The name of a format, and advice that fits it better than to choose another file. */
type Format = readonly [format: string, advice?: string]

/** The bytes at the beginning of a file, one character for each. */
const OTHER_FORMATS: readonly (readonly [beginning: RegExp, ...Format])[] = [
  [/^%PDF-/, 'a PDF'],
  [/^(?:\x89PNG|\xFF\xD8\xFF|GIF8|II\*\0|MM\0\*)|^RIFF.{4}WEBP|^BM.{4}\0{4}/s, 'a picture'],
  [/^.{4}ftyp(?:heic|heix|mif1|avif)/s, 'a picture'],
  [/^.{4}ftyp/s, 'a video'],
  // The bytes of gzip and others are control characters.
  // oxlint-disable-next-line no-control-regex
  [/^(?:\x1F\x8B|7z\xBC\xAF|Rar!|BZh\d|\xFD7zXZ|\x28\xB5\x2F\xFD)/s, ...ARCHIVE],
  [/^.{257}ustar/s, ...ARCHIVE],
  [/^SQLite format 3/, 'a database'],
]

/** The paths by which one knows what is in a zip archive. */
const PACKED_FORMATS: readonly (readonly [path: RegExp, ...Format])[] = [
  [/^word\//, 'a Word document'],
  [/^ppt\//, 'a presentation'],
  [
    /^Index\/|^Index\.zip$|\.iwa$/,
    'a document of Numbers, Pages or Keynote',
    'Export it as Excel or CSV, then choose that file.',
  ],
  [/^META-INF\/container\.xml$/, 'an e-book'],
]

/** The types of OpenDocument files other than spreadsheets, by the end of their media type. */
const OPEN_DOCUMENTS: readonly (readonly [type: RegExp, format: string])[] = [
  [/^text/, 'a text document (.odt)'],
  [/^presentation/, 'a presentation (.odp)'],
  [/^(?:graphics|image)/, 'a picture (.odg)'],
]

/**
 * Returns whether a file is a workbook or a text, by its content. Its name and its type are guesses
 * of the operating system.
 *
 * @throws {SheetProblem} if it is certainly something else, or a workbook that cannot be read
 */
export function formatOf(bytes: Uint8Array): 'workbook' | 'text' {
  const beginning = latin1(bytes.subarray(0, 300))
  const [, format, advice] = OTHER_FORMATS.find(([pattern]) => pattern.test(beginning)) ?? []
  if (format !== undefined) refuseFormat(format, advice)
  if (beginning.startsWith('PK\x03\x04') || beginning.startsWith('PK\x05\x06'))
    return formatOfZip(bytes, beginning)
  if (beginning.startsWith('\xD0\xCF\x11\xE0')) return formatOfCompoundFile(bytes)
  if (BARE_SHEETS.some((start) => beginning.startsWith(start))) refuse(OLD_WORKBOOK)
  // No text has such a character, unless it is in an encoding that begins with a mark.
  const hasMark = beginning.startsWith('\xFF\xFE') || beginning.startsWith('\xFE\xFF')
  if (beginning.includes('\0') && !hasMark) refuse(NOT_A_TEXT)
  return 'text'
}

/** Recognises what is in a zip archive, such as an .xlsx or .xlsb workbook. */
function formatOfZip(bytes: Uint8Array, beginning: string): 'workbook' {
  const entries = readZipDirectory(bytes)
  if (entries === undefined) refuse(DAMAGED_WORKBOOK)
  const [, openDocument] = /mimetypeapplication\/vnd\.oasis\.opendocument\.(\w+)/.exec(beginning) ?? []
  if (openDocument !== undefined) refuseOpenDocument(openDocument)
  const isWorkbook = entries.some(({ name }) => /^\/?xl\/workbook\.(?:xml|bin)$/i.test(name))
  if (!isWorkbook) refusePacked(entries)
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (size > MAX_UNPACKED) refuse(TOO_LARGE)
  return 'workbook'
}

function refuseOpenDocument(type: string): never {
  const format = OPEN_DOCUMENTS.find(([pattern]) => pattern.test(type))?.[1]
  return format === undefined ? refuse(OPEN_DOCUMENT_SPREADSHEET) : refuseFormat(format)
}

function refusePacked(entries: readonly ZipEntry[]): void {
  const [, format, advice] =
    PACKED_FORMATS.find(([path]) => entries.some(({ name }) => path.test(name))) ?? []
  // Some programs give the parts of a workbook other names, which its list of contents says.
  const isOfficeFile = entries.some(({ name }) => name === '[Content_Types].xml')
  if (format !== undefined) refuseFormat(format, advice)
  if (!isOfficeFile && entries.length > 0) refuseFormat(...ARCHIVE)
  if (entries.length === 0) refuse(DAMAGED_WORKBOOK)
}

/**
 * Recognises what is in a container of Microsoft Office before 2007, or of a workbook with a
 * password.
 */
function formatOfCompoundFile(bytes: Uint8Array): 'workbook' {
  const content = latin1(bytes)
  const hasStream = (name: string) => content.includes(utf16(name))
  if (hasStream('EncryptedPackage')) refuse(LOCKED_WORKBOOK)
  if (hasStream('Workbook')) return 'workbook'
  if (hasStream('Book')) return formatOfExcel95(content)
  if (hasStream('WordDocument')) refuseFormat('a Word document')
  if (hasStream('PowerPoint Document')) refuseFormat('a presentation')
  if (hasStream('__properties_version1.0')) refuseFormat('an e-mail')
  return refuse(DAMAGED_WORKBOOK)
}

/**
 * SheetJS reads Excel 5 and 95 in Western encoding alone. In another one, letters would become
 * others.
 */
function formatOfExcel95(content: string): 'workbook' {
  return content.includes(WESTERN_CODE_PAGE) ? 'workbook' : refuse(OLD_WORKBOOK)
}

/** Returns a name as the directory of a compound file has it, one character for each byte. */
function utf16(name: string): string {
  return Array.from(name, (character) => `${character}\0`).join('')
}

/** Returns one character for each byte. */
function latin1(bytes: Uint8Array): string {
  // A function cannot have more than some 60,000 arguments.
  const partLength = 8192
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += partLength)
    parts.push(String.fromCodePoint(...bytes.subarray(at, at + partLength)))
  return parts.join('')
}
