/** What separates cells. `|` only where a `sep=|` line says so. */
export type Delimiter = ',' | ';' | '\t' | '|'

/** `end` is the position of the line break after the record, or the length of the text. */
export type CsvRecord = {
  readonly end: number
  readonly cells: string[]
  readonly problem: 'unclosed-quote' | 'text-after-quote' | undefined
}

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/**
 * Reads the record that starts at `start`, as RFC 4180 has it, and more: CR, LF and CR LF may alternate (files that went
 * through two programs have several), a quotation mark inside of an unquoted cell is text, and blanks between a closing
 * mark and the delimiter are dropped.
 */
export function readRecord(text: string, start: number, delimiter: Delimiter): CsvRecord {
  const delimiterCode = delimiter.charCodeAt(0)
  const cells: string[] = []
  let problem: CsvRecord['problem']
  for (let at = start; ; at += 1) {
    const closing = text.charCodeAt(at) === QUOTE ? closingQuote(text, at) : undefined
    if (closing === -1) return { end: text.length, cells, problem: 'unclosed-quote' }
    const end = endOfCell(text, closing === undefined ? at : closing + 1, delimiterCode)
    if (closing === undefined) cells.push(text.slice(at, end))
    else {
      cells.push(text.slice(at + 1, closing).replaceAll('""', '"'))
      if (text.slice(closing + 1, end).trim() !== '') problem = 'text-after-quote'
    }
    if (text.charCodeAt(end) !== delimiterCode) return { end, cells, problem }
    at = end
  }
}

function endOfCell(text: string, start: number, delimiterCode: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === delimiterCode || code === LF || code === CR) return at
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
