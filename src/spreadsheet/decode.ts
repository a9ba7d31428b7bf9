/** Bytes. Check `sizeProblem(file.size)` before reading the file. */
const MAX_BYTES = 10 * 2 ** 20

const AS_WORKBOOK = 'Save it as .xlsx or “CSV UTF-8”, then choose that file.'
const NO_TABLE = 'Choose an Excel or CSV file, or copy the rows and paste them.'

const OLD_WORKBOOK = `This is an old Excel workbook (.xls), or one with a password. ${AS_WORKBOOK}`
const IMAGE = `This is an image. ${NO_TABLE}`

/** By their first bytes, one character each. */
const UNSUPPORTED = [
  ['\xD0\xCF\x11\xE0', OLD_WORKBOOK],
  ['%PDF-', `This is a PDF. ${NO_TABLE}`],
  ['\x89PNG', IMAGE],
  ['\xFF\xD8\xFF', IMAGE],
  ['GIF8', IMAGE],
] as const

export function sizeProblem(bytes: number): string | undefined {
  if (bytes === 0) return 'This file is empty. Choose one with a header row and one pet per row.'
  if (bytes <= MAX_BYTES) return undefined
  return `The file must be ${MAX_BYTES / 2 ** 20} MB or smaller. Split it and import each part.`
}

/** What a file is by its content: a message for one that is neither text nor a workbook. */
export function fileType(bytes: Uint8Array): 'text' | 'archive' | { readonly message: string } {
  const head = String.fromCodePoint(...bytes.subarray(0, 60))
  const [, message] = UNSUPPORTED.find(([start]) => head.startsWith(start)) ?? []
  if (message !== undefined) return { message }
  if (!head.startsWith('PK\x03\x04') && !head.startsWith('PK\x05\x06')) return 'text'
  const isOpenDocument = head.startsWith('mimetypeapplication/vnd.oasis', 30)
  return isOpenDocument ? { message: `This is an OpenDocument file (.ods). ${AS_WORKBOOK}` } : 'archive'
}

/** The text of a file: UTF-8, else UTF-16 by its byte-order mark, else Windows-1252, which any bytes are. */
export function decodeText(bytes: Uint8Array) {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), notes: [] }
  } catch {
    if (encoding !== 'utf-8') {
      return { problem: 'This file is damaged. Save it again as “CSV UTF-8”, then choose it.' }
    }
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      notes: ['This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.'],
    }
  }
}
