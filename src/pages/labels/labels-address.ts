import { type Int64, int64FromText } from '#src/lib/int64.ts'

export type WantedIds = {
  /** Each once, in the order of the address. */
  readonly ids: readonly Int64[]
  /** What is no ID, as it stands in the address. */
  readonly invalid: readonly string[]
}

export function wantedIds(search: URLSearchParams): WantedIds {
  const ids = new Set<Int64>()
  const invalid = new Set<string>()
  for (const text of search.getAll('ids').flatMap((list) => list.split(/[\s,;]+/))) {
    const id = int64FromText(text)
    if (id !== undefined) ids.add(id)
    else if (text !== '') invalid.add(text)
  }
  return { ids: [...ids], invalid: [...invalid] }
}
