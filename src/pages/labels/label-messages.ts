import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
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

/** "1 sheet. Next free label: 5". @param places from the first one of the first sheet to the last label. */
export function sheetsMessage(places: number, perSheet: number, format = formatNumber): string {
  const sheets = Math.ceil(places / perSheet)
  const rest = places % perSheet
  return `${format(sheets)} ${sheets === 1 ? 'sheet' : 'sheets'}${rest === 0 ? '' : `. Next free label: ${rest + 1}`}`
}

/** What was looked for and not found, by name; `details` when there are too many for a sentence. */
export function notFoundMessage(
  notFound: ReadonlyMap<Int64, NotFound>,
  service: string,
  format = formatNumber,
): { message: string; details?: string | undefined } {
  const ids = [...notFound.keys()]
  const isOne = ids.length === 1
  // A single pet can no longer be requested, and the lists go only so far.
  const mayExist = [...notFound.values()].some(
    (lookup) => lookup.kind === 'not-in-lists' && lookup.searched.some(({ list }) => isTruncated(list)),
  )
  const what = isOne
    ? `ID ${ids.join('')} was not found in ${service}, so it has no label.`
    : `${format(ids.length)} IDs were not found in ${service}, so they have no labels: ${named(ids, format)}.`
  return {
    message: `${what}${mayExist ? ` ${isOne ? 'It' : 'They'} may still exist.` : ''}`,
    details: ids.length > MAX_NAMED ? ids.join(', ') : undefined,
  }
}

/** @param invalid what the address has in place of IDs. */
export function invalidMessage(invalid: readonly string[], format = formatNumber): string {
  const texts = invalid.map((text) => `“${bidiIsolate(truncate(text, MAX_INVALID_LENGTH))}”`)
  return invalid.length === 1 ? `${texts.join('')} is not a pet ID.` : `Not pet IDs: ${named(texts, format)}.`
}

/** @param rows the row numbers of added pets without an ID. */
export function withoutIdMessage(rows: readonly number[], service: string, format = formatNumber): string {
  const which = rows.length === 1 ? 'Row' : 'Rows'
  return `${which} ${named(rows, format)}: added, but ${service} returned no ID, so there is no label.`
}

/** "1, 2, 3 and 4 more" */
function named(items: readonly (string | number)[], format: typeof formatNumber): string {
  const others = items.length - MAX_NAMED
  return `${items.slice(0, MAX_NAMED).join(', ')}${others > 0 ? ` and ${format(others)} more` : ''}`
}
