/** Bytes. Check `sizeProblem(file.size)` before reading the file. */
const MAX_BYTES = 10 * 2 ** 20

const AS_WORKBOOK = 'Save it as .xlsx or “CSV UTF-8”, then choose that file.'
const NO_TABLE = 'Choose an Excel or CSV file, or copy the rows and paste them.'

/** By their first bytes, one character each. */
const UNSUPPORTED: readonly { readonly starts: readonly string[]; readonly message: string }[] = [
  {
    starts: ['\xD0\xCF\x11\xE0'],
    message: `This is an old Excel workbook (.xls), or one with a password. ${AS_WORKBOOK}`,
  },
  { starts: ['%PDF-'], message: `This is a PDF. ${NO_TABLE}` },
  { starts: ['\x89PNG', '\xFF\xD8\xFF', 'GIF8'], message: `This is an image. ${NO_TABLE}` },
]

type Decoded =
  | { readonly text: string; readonly notes: string[]; readonly problem?: never }
  | { readonly text?: never; readonly notes?: never; readonly problem: string }

export function sizeProblem(bytes: number): string | undefined {
  if (bytes === 0) return 'This file is empty. Choose one with a header row and one pet per row.'
  if (bytes <= MAX_BYTES) return undefined
  return `The file must be ${MAX_BYTES / 2 ** 20} MB or smaller. Split it and import each part.`
}

/** What a file is by its content: a message for one that is neither text nor a workbook. */
export function fileType(bytes: Uint8Array): 'text' | 'archive' | { readonly message: string } {
  const head = String.fromCodePoint(...bytes.subarray(0, 60))
  if (!head.startsWith('PK\x03\x04') && !head.startsWith('PK\x05\x06'))
    return UNSUPPORTED.find(({ starts }) => starts.some((start) => head.startsWith(start))) ?? 'text'
  const isOpenDocument = head.startsWith('mimetypeapplication/vnd.oasis', 30)
  return isOpenDocument ? { message: `This is an OpenDocument file (.ods). ${AS_WORKBOOK}` } : 'archive'
}

/** The text of a file: UTF-8, else UTF-16 by its byte-order mark, else Windows-1252, which any bytes are. */
export function decodeText(bytes: Uint8Array): Decoded {
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
