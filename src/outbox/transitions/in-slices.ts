const SLICE = 50

/** Calls `act` for each item, 50 at a time: all rows of an import at once would block the page. */
export async function inSlices<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += SLICE) {
    const slice = items.slice(start, start + SLICE)
    results.push(...(await Promise.all(slice.map(act))))
  }
  return results
}
