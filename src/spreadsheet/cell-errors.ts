/**
 * The cell of a formula whose result is not in the file. No spreadsheet program shows this text.
 */
export const NO_RESULT = '#NO RESULT!'

/**
 * Errors of spreadsheet programs in any language: `#REF!`, `#BEZUG!`, `#¿NOMBRE?`, `#NV`, `#Н/Д`,
 * `#GETTING_DATA`.
 */
const ERROR = /^#[¿¡]?\p{Lu}[\p{Lu}\d/_]*[!?]?$/u

/** Errors of LibreOffice in any language: `Err:502`, `Fehler:522`. */
const NUMBERED_ERROR = /^\p{Lu}\p{L}+:5\d\d$/u

/**
 * The signs that programs show in place of a number or a date that does not fit into its column.
 */
const TOO_NARROW = /^#{3,}$/

/** The text that Google Sheets shows until the result of a formula has come. */
const LOADING = /^Loading(?:\.{3}|…)$/

/** Says in words what is wrong with a cell for which the spreadsheet itself shows no value. */
export function cellError(cell: string): string | undefined {
  const text = cell.trim()
  if (text === NO_RESULT)
    return 'The result of a formula is not in the file. Open and save the file in a spreadsheet program, then choose it again.'
  if (TOO_NARROW.test(text)) return `The cell shows ${text.slice(0, 8)}. Widen its column in the spreadsheet.`
  if (LOADING.test(text) || ERROR.test(text) || NUMBERED_ERROR.test(text))
    return `The cell shows an error of the spreadsheet: ${text}`
  return undefined
}
