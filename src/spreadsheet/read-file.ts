import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { readCsv } from './read-csv.ts'
import { refuse, type Sheet } from './sheet.ts'

/** Bytes. */
const MAX_BYTES = 10 * 2 ** 20

const AS_WORKBOOK = 'Save it as .xlsx or “CSV UTF-8”, then choose that file.'
const NO_TABLE = 'Choose an Excel or CSV file, or copy the rows and paste them.'

/** By how they begin, one character for each byte; "." is any. */
const UNSUPPORTED = [
  [/^\xD0\xCF.\xE0/s, `This is an old Excel workbook (.xls), or one with a password. ${AS_WORKBOOK}`],
  [/^PK.{28}mimetypeapplication\/vnd\.oasis/s, `This is an OpenDocument file (.ods). ${AS_WORKBOOK}`],
  [/^%PDF-/, `This is a PDF. ${NO_TABLE}`],
  [/^(?:\x89PNG|\xFF\xD8\xFF|GIF8)/, `This is an image. ${NO_TABLE}`],
] as const

/**
 * By what is in the file, never by its name or type: those are guesses of the operating system.
 *
 * @throws {SheetProblem}
 */
export async function readFile(file: File, labels: CategoryLabels): Promise<Sheet> {
  if (file.size === 0) refuse('This file is empty. Choose one with a header row and one pet per row.')
  if (file.size > MAX_BYTES)
    refuse(`The file must be ${MAX_BYTES / 2 ** 20} MB or smaller. Split it and import each part.`)
  const content = await file
    .arrayBuffer()
    .catch(() =>
      refuse(`${file.name} could not be read. It was changed or moved, or it is a folder. Choose it again.`),
    )
  const bytes = new Uint8Array(content)
  const start = String.fromCodePoint(...bytes.subarray(0, 60))
  const [, problem] = UNSUPPORTED.find(([pattern]) => pattern.test(start)) ?? []
  if (problem !== undefined) refuse(problem)
  if (!start.startsWith('PK\x03\x04') && !start.startsWith('PK\x05\x06')) return readText(bytes, labels)
  // Twice what the page weighs: only for whoever has such a file.
  const { readWorkbook } = await import('./read-xlsx.ts').catch(() =>
    refuse(
      'What reads Excel files did not load. Check your connection and choose the file again, or save it as “CSV UTF-8”.',
    ),
  )
  return readWorkbook(bytes, labels)
}

/** UTF-8, else UTF-16 by its byte-order mark, else Windows-1252, which any bytes are. */
function readText(bytes: Uint8Array, labels: CategoryLabels): Sheet {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  let text
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    if (encoding !== 'utf-8') refuse('This file is damaged. Save it again as “CSV UTF-8”, then choose it.')
    const note = 'This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.'
    return { ...readCsv(new TextDecoder('windows-1252').decode(bytes), labels), note }
  }
  return readCsv(text, labels)
}
