import { type Int64, int64FromText } from '#src/lib/int64.ts'

/** Labels that are made at once. */
export const MAX_LABELS = 1000

/** What the address asks for. */
export type WantedLabels =
  | { readonly kind: 'import'; readonly importId: string }
  | {
      readonly kind: 'ids'
      /** Each once, in the order of the address, `MAX_LABELS` at most. */
      readonly ids: readonly Int64[]
      /** What is no ID, as it stands in the address. */
      readonly invalid: readonly string[]
      /** How many different IDs the address has. */
      readonly given: number
    }

export function wantedLabels(search: URLSearchParams): WantedLabels {
  const importId = search.get('import') ?? ''
  const texts = search
    .getAll('ids')
    .flatMap((list) => list.split(/[\s,;]/))
    .filter((text) => text !== '')
  if (texts.length === 0 && importId !== '') return { kind: 'import', importId }
  const ids = new Set<Int64>()
  const invalid = new Set<string>()
  for (const text of texts) {
    const id = int64FromText(text)
    if (id === undefined) invalid.add(text)
    else ids.add(id)
  }
  return { kind: 'ids', ids: [...ids].slice(0, MAX_LABELS), invalid: [...invalid], given: ids.size }
}
