const SLICE = 50

/** Returns the items in slices of 50. */
export function slicesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / SLICE)
  return Array.from({ length: count }, (_, index) => items.slice(index * SLICE, (index + 1) * SLICE))
}

/** Calls `act` for each item, 50 at a time: all rows of an import at once would block the page. */
export async function inSlices<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const slice of slicesOf(items)) results.push(...(await Promise.all(slice.map(act))))
  return results
}
