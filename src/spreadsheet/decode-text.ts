import { refuse } from './sheet.ts'

/** The bytes in which HTML and XML say their encoding. */
const DECLARATION_BYTES = 1024

/**
 * Matches `<?xml encoding="windows-1251"?>`, `<meta charset="…">`, and `<meta content="text/html;
 * charset=…">`.
 */
const DECLARED_ENCODING = /^\s*<[^]*?\b(?:encoding|charset)\s*=\s*["']?([\w.:-]+)/i

const WINDOWS_1252_NOTE =
  'This file is not UTF-8, so it was read as Windows-1252. Check names with é, ü or ß.'

/** A text, and sentences about its encoding that the person should know. */
type DecodedText = { readonly text: string; readonly notes: readonly string[] }

/**
 * Decodes UTF-16 by its byte-order mark, else UTF-8, else the encoding that HTML or XML declares,
 * else Windows-1252, in which any bytes are a text.
 *
 * @throws {SheetProblem}
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = utf16ByMark(bytes)
  if (utf16 !== undefined) {
    const text = decodeAs(utf16, bytes)
    if (text === undefined) refuse('This file is damaged. Save it again as “CSV UTF-8”, then choose it.')
    return { text, notes: [] }
  }
  const text = decodeAs('utf-8', bytes) ?? decodeAsDeclared(bytes)
  if (text !== undefined) return { text, notes: [] }
  return { text: new TextDecoder('windows-1252').decode(bytes), notes: [WINDOWS_1252_NOTE] }
}

function utf16ByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function decodeAsDeclared(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES))
  const [, encoding] = DECLARED_ENCODING.exec(beginning) ?? []
  return encoding === undefined ? undefined : decodeAs(encoding, bytes)
}

/** Returns `undefined` if the bytes are not of this encoding, or nobody knows it. */
function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
