import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { truncate } from '#src/lib/truncate.ts'

/** More of them are counted. */
const MAX_NAMED = 20

/** Longer than any ID. Characters. */
const MAX_LENGTH = 40

/** @param ids as the address has them: also what is no ID. `details` when there are too many for a sentence. */
export function notFoundMessage(ids: readonly string[], mayExist: boolean, service: string) {
  const texts = ids.map((id) => bidiIsolate(truncate(id, MAX_LENGTH)))
  return {
    message: `${ids.length === 1 ? 'ID' : 'IDs'} not found in ${service}, so without a label: ${named(texts)}${mayExist ? ' (may still exist)' : ''}.`,
    details: ids.length > MAX_NAMED ? texts.join(', ') : undefined,
  }
}

/** "1, 2, 3 and 4 more" */
export function named(items: readonly (string | number)[]): string {
  const others = items.length - MAX_NAMED
  return `${items.slice(0, MAX_NAMED).join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`
}
