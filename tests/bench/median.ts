/** The upper median; NaN for an empty array or if any value is NaN. */
export function median(values: readonly number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
