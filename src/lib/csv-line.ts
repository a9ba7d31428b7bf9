import { guardCell } from './formula-guard.ts'

export const BYTE_ORDER_MARK = '\uFEFF'

/** Includes delimiters that we do not write, for readers that guess the delimiter, and a byte-order mark in the text. */
const NEEDS_QUOTES = /["\r\n,;\t|\uFEFF]/

export function csvLine(cells: readonly string[], guard = guardCell): string {
  return `${cells.map((cell) => quoted(guard(cell))).join(',')}\r\n`
}

/** Without NUL, with which no program reads the file, our import included. */
function quoted(cell: string): string {
  const text = cell.replaceAll('\0', '\uFFFD')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
