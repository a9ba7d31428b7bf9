/** What a spreadsheet takes for a formula, behind any number of guards (CSV injection). */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** A decimal number with a sign is no formula: an ID of -7 stays -7. */
const NUMBER = /^[+-]\d+(?:[.,]\d+)?$/

/**
 * Puts a `'` before a cell that a spreadsheet would run as a formula. Text that begins with one already gets another, so
 * that `unguardCell(guardCell(x)) === x` for every text. In return, a `'=x` that the user typed into a file is read as
 * `=x`: a file cannot tell who put the `'` there.
 */
export function guardCell(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

/** Removes one `'` from a cell that `guardCell` would have guarded. */
export function unguardCell(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
