/** What makes a spreadsheet take a cell for a formula (app-contract, "Importing"), behind any number of guards. */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** A plain decimal number is no formula: an ID of -7 stays -7. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/

/**
 * Puts a `'` before a cell that a spreadsheet would run as a formula.
 *
 * A cell that has one already, because the text itself is `'=x`, gets another, so that
 * `unguardCell(guardCell(x)) === x` for every text. The price is paid on the other side: a `'=x` that a person
 * typed into a file is read as `=x` (the contract says that reading takes the `'` off; whether a person or a
 * program put it there, the file cannot tell), and `''=x` as `'=x`.
 */
export function guardCell(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

/** Takes off one `'`, and only one that stands before what `guardCell` would have guarded. */
export function unguardCell(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
