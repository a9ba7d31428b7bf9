const INSTEAD = 'Save it as “CSV UTF-8” and choose that file.'
const NO_TABLE = 'Choose a CSV file, or copy the rows and paste them.'

const KINDS: readonly { readonly starts: readonly string[]; readonly message: string }[] = [
  { starts: ['PK\x03\x04', 'PK\x05\x06'], message: `This is a workbook or an archive. ${INSTEAD}` },
  { starts: ['\xD0\xCF\x11\xE0'], message: `This is an old Excel workbook (.xls). ${INSTEAD}` },
  { starts: ['%PDF-'], message: `This is a PDF. ${NO_TABLE}` },
  { starts: ['\x89PNG', '\xFF\xD8\xFF', 'GIF8'], message: `This is an image. ${NO_TABLE}` },
]

/** The message for a file that is not text: what it is and what to do instead. `undefined`: it may be text. */
export function unsupportedFileType(bytes: Uint8Array): string | undefined {
  const head = String.fromCodePoint(...bytes.subarray(0, 8))
  return KINDS.find(({ starts }) => starts.some((start) => head.startsWith(start)))?.message
}
