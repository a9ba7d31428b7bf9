import { plainText } from '#src/lib/plain-text.ts'

/** Matches a whole number with noughts behind a decimal separator: `5.0`, `7,00`. */
const WITH_DECIMALS = /^([+-]?\d+)[.,]0+$/

/**
 * Matches a number like `1.000`, which may also be a thousand, written with a thousands separator.
 */
const MAYBE_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]000$/

/**
 * Returns the visible characters of a cell, and a whole number without its decimals: `5` for `5.0`.
 */
export function wholeNumberText(cell: string): string {
  const text = plainText(cell)
  if (isMaybeThousands(text)) return text
  return WITH_DECIMALS.exec(text)?.[1] ?? text
}

/** Returns whether a number may be a thousand times larger than it seems. */
export function isMaybeThousands(text: string): boolean {
  return MAYBE_THOUSANDS.test(text)
}
