let format: Intl.NumberFormat | undefined

/** "1,204". The formatter is made when the first number needs it: making one takes longer than drawing the page. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value)
  format ??= new Intl.NumberFormat('en')
  return format.format(value)
}
