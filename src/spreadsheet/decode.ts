import { unsupportedFileType } from './detect-file-type.ts'

/** Bytes. Check `sizeProblem(file.size)` before reading the file. */
const MAX_BYTES = 10 * 2 ** 20

type Decoded =
  | { readonly text: string; readonly notes: string[]; readonly problem?: never }
  | { readonly text?: never; readonly notes?: never; readonly problem: string }

export function sizeProblem(bytes: number): string | undefined {
  if (bytes === 0) return 'This file is empty. Choose one with a header row and one pet per row.'
  if (bytes <= MAX_BYTES) return undefined
  return `The file must be ${MAX_BYTES / 2 ** 20} MB or smaller. Split it and import each part.`
}

/**
 * The text of a file, by its bytes and never by its name or type: those are guesses of the operating system. UTF-8, else
 * UTF-16 by its byte-order mark, else Windows-1252, which any bytes are.
 */
export function decodeFile(bytes: Uint8Array): Decoded {
  const problem = sizeProblem(bytes.length) ?? unsupportedFileType(bytes)
  if (problem !== undefined) return { problem }
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
