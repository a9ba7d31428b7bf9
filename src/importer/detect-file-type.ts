const INSTEAD = 'Save it as “CSV UTF-8” and choose that file.'
const NO_TABLE = 'Choose a CSV file, or copy the rows and paste them.'
const UNPACK = 'Extract it and choose the CSV file inside.'

const KINDS: readonly { readonly starts: readonly string[]; readonly message: string }[] = [
  {
    starts: ['\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'],
    message: `This is an old Excel workbook (.xls). ${INSTEAD}`,
  },
  { starts: ['%PDF-'], message: `This is a PDF. ${NO_TABLE}` },
  {
    starts: ['\x89PNG', '\xFF\xD8\xFF', 'GIF87a', 'GIF89a', 'II*\0', 'MM\0*'],
    message: `This is an image. ${NO_TABLE}`,
  },
  {
    starts: ['\x1F\x8B', '7z\xBC\xAF\x27\x1C', 'Rar!\x1A\x07', 'BZh91AY', '\xFD7zXZ\0'],
    message: `This is an archive. ${UNPACK}`,
  },
]

/** Pictures of phones: their type follows a length. */
const IMAGE_TYPES_AT_4 = ['ftypheic', 'ftypmif1', 'ftypavif']

const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08']

const PACKED: readonly (readonly [part: string, message: string])[] = [
  ['xl/', `This is an Excel workbook. ${INSTEAD}`],
  ['application/vnd.oasis.opendocument.spreadsheet', `This is an OpenDocument spreadsheet. ${INSTEAD}`],
  [
    'Index/',
    'This is a Numbers document. Export it as CSV with the text encoding UTF-8 and choose that file.',
  ],
  ['word/', `This is a Word document. ${NO_TABLE}`],
]

/** Bytes at each end of a zip archive to search for these names; its directory is at the end. */
const ENDS = 65_536

/** The message for a file that is not text: what it is and what to do instead. `undefined`: it may be text. */
export function unsupportedFileType(bytes: Uint8Array): string | undefined {
  const head = characters(bytes.subarray(0, 256))
  if (ZIP_STARTS.some((start) => head.startsWith(start))) {
    const ends = characters(bytes.subarray(0, ENDS)) + characters(bytes.subarray(-ENDS))
    return PACKED.find(([part]) => ends.includes(part))?.[1] ?? `This is a zip archive. ${UNPACK}`
  }
  if (IMAGE_TYPES_AT_4.some((start) => head.startsWith(start, 4)) || head.startsWith('WEBP', 8)) {
    return `This is an image. ${NO_TABLE}`
  }
  if (/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype|html|\?xml)/i.test(head)) {
    return `This is a web page or XML, not a table of text. ${INSTEAD}`
  }
  return KINDS.find(({ starts }) => starts.some((start) => head.startsWith(start)))?.message
}

/** One character per byte, U+0000 to U+00FF: no encoding of TextDecoder does that. */
function characters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
}
