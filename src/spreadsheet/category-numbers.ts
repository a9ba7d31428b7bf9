import { isWholeNumber } from '#src/lib/int64.ts'

/**
 * The form that spreadsheets give to long numbers: "9.22337E+18", with a comma in some languages.
 */
const SCIENTIFIC_NOTATION = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i

/** A number that this format must round is no whole number. */
const EXACT = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumFractionDigits: 100,
  roundingMode: 'expand',
})

/** Spreadsheets keep 15 digits of a number, and put noughts in place of the others. */
const ROUNDED_NUMBER = /^[+-]?0*[1-9]\d{14}0+$/

/** Says whether a cell is a number, even one that a spreadsheet has shortened. */
export function isNumber(cell: string): boolean {
  const text = cell.trim()
  return isWholeNumber(text) || SCIENTIFIC_NOTATION.test(text)
}

/** Returns whether a cell is a whole number that a spreadsheet has written in a shorter form. */
export function isShortened(cell: string): boolean {
  return SCIENTIFIC_NOTATION.test(cell.trim()) && digitsOf(cell) !== undefined
}

/** Returns whether a spreadsheet may have put noughts in place of the last digits of an ID. */
export function mayBeRounded(cell: string): boolean {
  return ROUNDED_NUMBER.test(cell.trim())
}

/** Returns the whole number that an exponent form stands for, or `undefined` if it is none. */
export function digitsOf(cell: string): string | undefined {
  // As a text, the number keeps all its digits; a JavaScript number would have 15.
  const digits = EXACT.format(cell.trim().replace(',', '.') as `${number}`)
  return isWholeNumber(digits) ? digits : undefined
}
