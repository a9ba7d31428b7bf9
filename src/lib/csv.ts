/**
 * Matches a place at which a spreadsheet may find a formula, behind any number of guards, quotation
 * marks and blanks (CSV injection). Such places are the beginning of a cell, and each semicolon,
 * tab and line break, which opens a new cell in programs that split there and therefore see no
 * quotation marks.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=['"\s]*[=+\-@\t\r\n＝＋－＠])/g
const GUARDED_FORMULA = /(?<=^|[;\t\r\n])'(?=['"\s]*[=+\-@\t\r\n＝＋－＠])/g

/** Matches a decimal number with a sign. It is no formula, so an ID of -7 stays -7. */
const NUMBER = /^[+-]\d+(?:[.,]\d+)?$/

/**
 * Puts a `'` before what a spreadsheet would run as a formula. Text that has one already gets
 * another, so that `unguardCell(guardCell(x)) === x` for every text. The price is that a `'=x` that
 * the user typed into a file is read as `=x`, because a file cannot tell who put the `'` there.
 */
export function guardCell(cell: string): string {
  return NUMBER.test(cell) ? cell : cell.replaceAll(FORMULA, "'")
}

/**
 * Matches a text that a spreadsheet may take for a date ("May 5"), for a truth value, or for a
 * number, of which it keeps 15 digits and no leading zero. It matches at most 127 characters
 * without quotation marks or line breaks, because a text in a formula of Excel holds 255 UTF-16
 * units.
 */
const LIKE_A_NUMBER = /^(?:true|false|(?=\D*\d)[^"\p{Cc}]{1,127})$/iu
const TEXT_AS_FORMULA = /^="([^"\r\n]*)"$/

/**
 * Guards a cell, and writes a text that may be taken for a number as `="007"`, because quotation
 * marks around a cell do not make it text. Nothing in it is run, because no quotation mark ends the
 * text.
 */
export function guardCellAndDigits(cell: string): string {
  const guarded = guardCell(cell)
  return guarded === cell && LIKE_A_NUMBER.test(cell) ? `="${cell}"` : guarded
}

/**
 * Undoes `guardCell` and `guardCellAndDigits`. It removes one `'` at each place, even if there are
 * several.
 */
export function unguardCell(cell: string): string {
  return TEXT_AS_FORMULA.exec(cell)?.[1] ?? cell.replaceAll(GUARDED_FORMULA, '')
}

/**
 * Matches a cell that needs quotation marks. It includes delimiters that we do not write, for
 * readers that guess the delimiter, and a byte-order mark in the text.
 */
const NEEDS_QUOTES = /["\r\n,;\t|\uFEFF]/

/**
 * Returns the text of a CSV file, with a byte-order mark. `guardCellAndDigits` is for programs that
 * would round long IDs, and the import reads both.
 */
export function csvText(rows: readonly (readonly string[])[], guard = guardCell): string {
  const lines = rows.map((cells) => `${cells.map((cell) => quoted(guard(cell))).join(',')}\r\n`)
  return `\uFEFF${lines.join('')}`
}

/**
 * Quotes a cell if necessary. NUL is replaced, because no program reads a file with it, our import
 * included.
 */
function quoted(cell: string): string {
  const text = cell.replaceAll('\0', '\uFFFD')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
