declare const int64: unique symbol

/**
 * A 64-bit signed integer as its canonical decimal text ("-7", "9007199254740993"), because a
 * number loses precision beyond 2^53. `id` and `categoryId` are int64 (src/pets/SERVICE.md, Pet and
 * NewPet).
 */
export type Int64 = string & { readonly [int64]: true }

export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/**
 * Reads digits with an optional sign and leading zeros. Returns `undefined` for anything else, and
 * when the number is out of range.
 */
export function int64FromText(text: string): Int64 | undefined {
  if (!isWholeNumber(text)) return undefined
  return int64FromBigInt(BigInt(text))
}

/** Returns `undefined` when the number is out of range. */
export function int64FromBigInt(value: bigint): Int64 | undefined {
  return value >= INT64_MIN && value <= INT64_MAX ? (value.toString() as Int64) : undefined
}

export function isWholeNumber(text: string): boolean {
  return /^[+-]?\d+$/.test(text)
}

/** Compares in numeric order, for `Array.sort`. */
export function compareInt64(a: Int64, b: Int64): number {
  const [x, y] = [BigInt(a), BigInt(b)]
  if (x === y) return 0
  return x < y ? -1 : 1
}
