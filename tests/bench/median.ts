/** The middle one; the upper of the two in the middle. NaN when there is none, or when one is NaN. */
export function median(values: readonly number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
