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
  return isFormula(cell) ? `'${cell}` : cell
}

/**
 * What a spreadsheet may take for a number, of which it keeps 15 digits and no leading zero, for a date ("May 5") or for a truth value.
 * Neither has quotation marks or line breaks. Of such a text, a formula in Excel holds 255 UTF-16 units.
 */
const LIKE_A_NUMBER = /^(?:true|false|(?=\D*\d)[^"\p{Cc}]{1,127})$/iu
const TEXT_AS_FORMULA = /^="([^"\r\n]*)"$/

/**
 * Also writes what may be taken for a number as `="007"`: quotation marks around a cell do not make it text. Nothing in
 * it is run, because no quotation mark ends the text.
 */
export function guardCellAndDigits(cell: string): string {
  return !isFormula(cell) && LIKE_A_NUMBER.test(cell) ? `="${cell}"` : guardCell(cell)
}

/** Reads what either of the two has written. Of several `'`, it removes one. */
export function unguardCell(cell: string): string {
  return TEXT_AS_FORMULA.exec(cell)?.[1] ?? (GUARDED.test(cell) ? cell.slice(1) : cell)
}

function isFormula(cell: string): boolean {
  return FORMULA.test(cell) && !NUMBER.test(cell)
}
