import { plainText } from '#src/lib/plain-text.ts'

/** A whole number with noughts behind a decimal separator: `5.0`, `7,00`. */
const WITH_DECIMALS = /^([+-]?\d+)[.,]0+$/

/** `1.000` may also be a thousand, written with a thousands separator. */
const MAYBE_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]000$/

/** Returns what one sees of a cell, and a whole number without its decimals: `5` for `5.0`. */
export function wholeNumberText(cell: string): string {
  const text = plainText(cell)
  if (isMaybeThousands(text)) return text
  return WITH_DECIMALS.exec(text)?.[1] ?? text
}

/** Returns whether a number may be a thousand times larger than it seems. */
export function isMaybeThousands(text: string): boolean {
  return MAYBE_THOUSANDS.test(text)
}
