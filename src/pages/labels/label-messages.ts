import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { truncate } from '#src/lib/truncate.ts'

/** More of them are counted. */
const MAX_NAMED = 20

/** Longer than any ID. Characters. */
const MAX_LENGTH = 40

/** @param ids as the address has them: also what is no ID. `details` when there are too many for a sentence. */
export function notFoundMessage(ids: readonly string[], mayExist: boolean, service: string) {
  const texts = ids.map((id) => bidiIsolate(truncate(id, MAX_LENGTH)))
  const what =
    ids.length === 1
      ? `ID ${texts.join('')} was not found in ${service}, so it has no label.`
      : `${counted(ids.length, 'ID')} were not found in ${service}, so they have no labels: ${named(texts)}.`
  const they = ids.length === 1 ? 'It' : 'They'
  return {
    message: mayExist ? `${what} ${they} may still exist.` : what,
    details: ids.length > MAX_NAMED ? texts.join(', ') : undefined,
  }
}

/** "1, 2, 3 and 4 more" */
export function named(items: readonly (string | number)[]): string {
  const others = items.length - MAX_NAMED
  return `${items.slice(0, MAX_NAMED).join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`
}
