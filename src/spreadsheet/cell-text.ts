import { type CellObject, SSF } from '@e965/xlsx'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { NO_RESULT } from './cell-errors.ts'

/** The number of digits that spreadsheets keep of a number. The others are 0. */
const KEPT_DIGITS = 15

/** The facts about a workbook on which the texts of its cells depend. */
export type CellContext = {
  /** `true` if dates are counted from 1904, as Excel for Mac once did. */
  readonly is1904: boolean
  /**
   * `true` if a formula with the result 0 or '' has no result, because the program that wrote the
   * file does not calculate.
   */
  readonly isUncalculated: boolean
}

/** Returns what a spreadsheet shows in a cell, with all the digits that it keeps. */
export function cellText(cell: CellObject | undefined, context: CellContext): string {
  if (cell === undefined) return ''
  if (context.isUncalculated && isFormulaWithoutResult(cell)) return NO_RESULT
  return textOfType(cell, context.is1904)
}

function textOfType(cell: CellObject, is1904: boolean): string {
  switch (cell.t) {
    // A cell without a value is blank, or has a formula whose result is not in the file.
    case 'z':
      return cell.f === undefined ? '' : NO_RESULT
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE'
    case 'n':
      return numberText(Number(cell.v), String(cell.z ?? 'General'), is1904)
    case 's':
      return withPlainLineBreaks(String(cell.v ?? ''))
    case 'e':
      // SheetJS has no text for the errors of some formats.
      return cell.w ?? '#ERROR!'
    case 'd':
      return cell.w ?? ''
  }
}

/**
 * Says whether the result of a formula may be missing. Programs that do not calculate store 0 or no
 * text.
 */
export function isFormulaWithoutResult({ f, v }: CellObject): boolean {
  return f !== undefined && (v === 0 || v === '' || v === undefined)
}

/** Programs write CR LF for a line break, and some leave a CR at the end, which nobody sees. */
function withPlainLineBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\r+$/, '')
}

/** Returns a number as it is shown, but without thousands separators. */
function numberText(value: number, format: string, is1904: boolean): string {
  const kept = Number(value.toPrecision(KEPT_DIGITS))
  const digits = String(kept)
  // A format would make up digits beyond those, and one with an exponent would drop some.
  if (/General|E[+-]/i.test(format) || Math.abs(kept) >= 10 ** KEPT_DIGITS) return digits
  if (SSF.is_date(format)) return dateText(kept, format, is1904) ?? digits
  return formatted(kept, format.replaceAll(',', ''), is1904) ?? digits
}

/** Returns `undefined` if there is no such date. Spreadsheets show #### then. */
function dateText(value: number, format: string, is1904: boolean): string | undefined {
  const text = formatted(value, withQuotedDots(format), is1904)
  return text === undefined || isVisuallyBlank(text) ? undefined : text
}

/**
 * SheetJS takes a dot behind a part of a date for fractions of a second, and fails: "dd.mm.yyyy".
 */
function withQuotedDots(format: string): string {
  const literalsAndDots = /"[^"]*"|\\.|\[[^\]]*\]|\.(?!0)/g
  return format.replaceAll(literalsAndDots, (part) => (part === '.' ? '"."' : part))
}

/** Returns `undefined` for a format that SheetJS does not know. */
function formatted(value: number, format: string, is1904: boolean): string | undefined {
  try {
    return SSF.format(format, value, { date1904: is1904 }) as string
  } catch {
    return undefined
  }
}
