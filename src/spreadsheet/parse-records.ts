import type { FileRow } from './sheet.ts'

const UNCLOSED =
  'has a quotation mark with no closing one. Add it, or type "" for a quotation mark in the text.'
/** This is also the result of an unclosed mark when another one follows further down. */
const TEXT_AFTER =
  'has text after a closing quotation mark. Close each quotation mark in this row, and type "" for one in the text.'
const UNREADABLE =
  'contains a character that cannot be read. Save the file again as “CSV UTF-8”, then choose it.'

/** A cell, and the index of the delimiter or line break behind it. */
type Cell = {
  readonly text: string
  readonly end: number
  readonly problem?: string
}

/**
 * Splits a text into its rows, as RFC 4180 has it, and more: CR, LF and CR LF may alternate (files
 * that went through two programs have several), a quotation mark inside of an unquoted cell is
 * text, and blanks around a quoted cell are dropped.
 *
 * @param start the index of the first row
 * @param delimiter one character
 */
export function* parseRecords(text: string, start: number, delimiter: string): Generator<FileRow> {
  const readCell = cellReader(text, delimiter)
  const firstNul = text.indexOf('\0')
  let at = start
  for (let number = 1; at < text.length; number += 1) {
    // Files that were joined have a byte-order mark at the beginning of each.
    while (text[at] === '\uFEFF') at += 1
    const cells: Cell[] = []
    let cell: Cell
    do {
      cell = readCell(at)
      cells.push(cell)
      at = cell.end + 1
    } while (text[cell.end] === delimiter)
    const hasNul = firstNul !== -1 && firstNul < at
    const problem = hasNul ? UNREADABLE : cells.find((each) => each.problem !== undefined)?.problem
    yield { number, cells: cells.map((each) => each.text), problem }
    const isCrLf = text[cell.end] === '\r' && text[at] === '\n'
    if (isCrLf) at += 1
  }
}

/** Returns a function that reads the cell which begins at an index. */
function cellReader(text: string, delimiter: string): (start: number) => Cell {
  const delimiterCode = delimiter.charCodeAt(0).toString(16).padStart(4, '0')
  /** We use a regular expression, because it finds the end of a cell much faster than a loop. */
  const untilEnd = new RegExp(`[^\\u${delimiterCode}\r\n]*`, 'y')
  const blanks = delimiter === '\t' ? /[^\S\r\n\t]*/y : /[^\S\r\n]*/y

  const endOf = (start: number) => {
    untilEnd.lastIndex = start
    return start + (untilEnd.exec(text)?.[0].length ?? 0)
  }

  return (start) => {
    blanks.lastIndex = start
    const opening = start + (blanks.exec(text)?.[0].length ?? 0)
    const plainEnd = () => {
      const end = endOf(start)
      return { text: text.slice(start, end), end }
    }
    if (text[opening] !== '"') return plainEnd()
    const hasBlankBefore = opening > start
    const closing = closingQuote(text, opening)
    const end = closing === undefined ? text.length : endOf(closing + 1)
    const isClosed = closing !== undefined && text.slice(closing + 1, end).trim() === ''
    // A mark behind a blank may also stand in the text: ` "Rex" the dog`.
    if (hasBlankBefore && !isClosed) return plainEnd()
    const content = text.slice(opening + 1, closing).replaceAll('""', '"')
    const quoted = { text: content, end }
    if (isClosed) return quoted
    return { ...quoted, problem: closing === undefined ? UNCLOSED : TEXT_AFTER }
  }
}

/** Returns the index of the mark that closes a cell, or `undefined` if there is none. */
function closingQuote(text: string, opening: number): number | undefined {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? undefined : at
}
