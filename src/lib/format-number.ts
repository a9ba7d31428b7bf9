let format: Intl.NumberFormat | undefined

/** "1,204". The formatter is created on first use, because creating one takes longer than rendering the page. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value)
  format ??= new Intl.NumberFormat('en')
  return format.format(value)
}
