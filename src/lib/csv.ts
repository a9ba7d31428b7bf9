import { guardCell } from './formula-guard.ts'

/** Includes delimiters that we do not write, for readers that guess the delimiter, and a byte-order mark in the text. */
const NEEDS_QUOTES = /["\r\n,;\t|\uFEFF]/

/** With a byte-order mark. `guardCellAndDigits` is for programs that would round long IDs; the import reads both. */
export function csvText(rows: readonly (readonly string[])[], guard = guardCell): string {
  const lines = rows.map((cells) => `${cells.map((cell) => quoted(guard(cell))).join(',')}\r\n`)
  return `\uFEFF${lines.join('')}`
}

/** Without NUL, with which no program reads the file, our import included. */
function quoted(cell: string): string {
  const text = cell.replaceAll('\0', '\uFFFD')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
