import { findDelimiter } from './delimiter.ts'
import { unsupportedFileType } from './detect-file-type.ts'
import { rowAt } from './csv-records.ts'

/**
 * Bytes: `MAX_ROWS` of 500 characters each. Text and cells take three to six times as much memory, for which a phone may
 * kill the tab. Check `sizeProblem(file.size)` before reading the file.
 */
const MAX_BYTES = 50 * 2 ** 20

const SAVE_AGAIN = 'Save the file again as “CSV UTF-8”, then choose it.'

type Decoded =
  | { readonly text: string; readonly notes: string[]; readonly problem?: never }
  | { readonly text?: never; readonly notes?: never; readonly problem: string }

export function sizeProblem(bytes: number): string | undefined {
  if (bytes === 0) return 'This file is empty. Choose one with a header row and one pet per row.'
  if (bytes <= MAX_BYTES) return undefined
  return `The file must be ${MAX_BYTES / 2 ** 20} MB or smaller. Split it and import each part.`
}

/** The text of a file, by its bytes and never by its name or type: those are guesses of the operating system. */
export function decodeFile(bytes: Uint8Array): Decoded {
  const problem = sizeProblem(bytes.length) ?? unsupportedFileType(bytes)
  if (problem !== undefined) return { problem }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16('utf-16be', bytes)
  if (looksLikeUtf16(bytes)) {
    return {
      problem:
        'This looks like UTF-16 text without a byte-order mark. Save it as “CSV UTF-8” and choose that file.',
    }
  }
  const text = decodeStrictly('utf-8', bytes)
  return text === undefined ? decodeNotUtf8(bytes) : { text, notes: [] }
}

function decodeUtf16(encoding: 'utf-16le' | 'utf-16be', bytes: Uint8Array): Decoded {
  const text = decodeStrictly(encoding, bytes)
  if (text !== undefined) return { text, notes: [] }
  const loose = new TextDecoder(encoding).decode(bytes)
  const row = rowOfFirst('\uFFFD', loose)
  return { problem: `Row ${row} cannot be read as UTF-16. ${SAVE_AGAIN}` }
}

function decodeNotUtf8(bytes: Uint8Array): Decoded {
  const loose = new TextDecoder().decode(bytes)
  if (isDamagedUtf8(bytes, loose)) {
    return {
      problem: `Row ${rowOfFirst('\uFFFD', loose)} cannot be read as UTF-8. ${SAVE_AGAIN}`,
    }
  }
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    notes: ['This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.'],
  }
}

/**
 * Whether most bytes beyond ASCII are valid UTF-8, which they hardly ever are in a Windows-1252 text. Read as
 * Windows-1252, a UTF-8 text with one broken letter would have all its other letters changed ("Ã©" for "é").
 */
function isDamagedUtf8(bytes: Uint8Array, loose: string): boolean {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true
  const broken = loose.split('\uFFFD').length - 1
  let good = 0
  for (const byte of bytes) if (byte >= 0xc2 && byte <= 0xf4) good += 1
  // Each such byte starts a letter in UTF-8, but may also be the broken one.
  return good - broken > broken
}

function rowOfFirst(character: string, text: string): number {
  const { delimiter, start } = findDelimiter(text)
  return rowAt(text.slice(start), text.indexOf(character) - start, delimiter)
}

/** Without the byte-order mark; `undefined` when it is not valid in this encoding. */
function decodeStrictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Every other byte of western text in UTF-16 is zero. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 200)
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  return Math.min(even, odd) === 0 && Math.max(even, odd) > head.length / 4
}
