import Papa from 'papaparse'

/** What can stand between two cells. `|` only where a `sep=|` line says so. */
export type Delimiter = ',' | ';' | '\t' | '|'

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/**
 * Where the record that starts at `start` ends: the position of its line break, or the length of the text;
 * -1 when a quotation mark that opens a cell is never closed. Ours, because Papa Parse knows one kind of line
 * break a text, and files that went through two programs have several.
 */
export function endOfRecord(text: string, start: number, delimiter: Delimiter): number {
  const delimiterCode = delimiter.charCodeAt(0)
  let atStartOfCell = true
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === LF || code === CR) return at
    if (code === QUOTE && atStartOfCell) {
      at = closingQuote(text, at)
      if (at === -1) return -1
    }
    atStartOfCell = code === delimiterCode
  }
  return text.length
}

function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2)
  return at
}

/** Where the record after one that ended at `end` starts: CR LF is one line break. */
export function startAfter(text: string, end: number): number {
  return text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1
}

/**
 * The cells of one record, read by Papa Parse; `undefined` when text follows a closing quotation mark.
 * Blanks between the mark and the next delimiter are left out.
 */
export function cellsOf(record: string, delimiter: Delimiter): string[] | undefined {
  // The line break is there because blanks after a closing mark are taken before one, but not at the end.
  const { data, errors } = new Papa.Parser({ delimiter, newline: '\n' }).parse(`${record}\n`, 0, false) as {
    data: string[][]
    errors: unknown[]
  }
  return errors.length === 0 ? data[0] : undefined
}

/** The number, as a spreadsheet counts rows, of the record that holds the character at `position`. */
export function rowAt(text: string, position: number, delimiter: Delimiter): number {
  let row = 1
  for (let at = 0; at < text.length; row += 1) {
    const end = endOfRecord(text, at, delimiter)
    if (end === -1 || end >= position) return row
    at = startAfter(text, end)
    if (at > position) return row
  }
  return row
}
