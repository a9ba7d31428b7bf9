import { type Int64, int64FromText } from '#src/lib/int64.ts'

/**
 * Returns an ID.
 *
 * @throws {RangeError} when `digits` is not a 64-bit integer in canonical form
 */
export function int64(digits: string): Int64 {
  const value = int64FromText(digits)
  if (value === undefined) throw new RangeError(`${digits} is not a 64-bit integer`)
  return value
}
