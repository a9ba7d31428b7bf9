import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { PetLookup } from '#src/pets/get-or-search-pet.ts'
import { isTruncated } from '#src/pets/pet.ts'

export type NotFound = Exclude<PetLookup, { kind: 'found' }>

/** More of them are counted. */
const MAX_NAMED = 20

/** Characters of what is no ID. */
const MAX_INVALID_LENGTH = 40

/** What was looked for and not found, by name; `details` when there are too many for a sentence. */
export function notFoundMessage(notFound: ReadonlyMap<Int64, NotFound>, service: string) {
  const ids = [...notFound.keys()]
  // A single pet can no longer be requested, and the lists go only so far.
  const mayExist = [...notFound.values()].some(
    (lookup) => lookup.kind === 'not-in-lists' && lookup.searched.some(({ list }) => isTruncated(list)),
  )
  const what =
    ids.length === 1
      ? `ID ${ids.join('')} was not found in ${service}, so it has no label.`
      : `${counted(ids.length, 'ID')} were not found in ${service}, so they have no labels: ${named(ids)}.`
  const they = ids.length === 1 ? 'It' : 'They'
  return {
    message: mayExist ? `${what} ${they} may still exist.` : what,
    details: ids.length > MAX_NAMED ? ids.join(', ') : undefined,
  }
}

/** @param invalid what the address has in place of IDs. */
export function invalidMessage(invalid: readonly string[]): string {
  const texts = invalid.map((text) => `“${bidiIsolate(truncate(text, MAX_INVALID_LENGTH))}”`)
  return invalid.length === 1 ? `${texts.join('')} is not a pet ID.` : `Not pet IDs: ${named(texts)}.`
}

/** "1, 2, 3 and 4 more" */
export function named(items: readonly (string | number)[]): string {
  const others = items.length - MAX_NAMED
  return `${items.slice(0, MAX_NAMED).join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`
}
