import { numberText } from '#src/lib/number-text.ts'
import { LIMIT_MAX } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import type { Sort, SortField } from './list-address.ts'

type Counts = {
  /** Elements that the service returned. */
  returned: number
  /** Rows on the screen, `undefined` when no search narrows them. */
  found: number | undefined
}

/** "All 34 pending pets", or that there may be more (words-and-behaviour, "list whole / cut"). */
export function countText({ returned, found }: Counts, { limit, status }: PetFilter): string {
  const pets = `${status === undefined ? '' : `${status} `}${returned === 1 ? 'pet' : 'pets'}`
  const isCut = returned >= limit
  const all =
    found === undefined
      ? `${isCut || returned < 2 ? '' : 'All '}${numberText(returned)} ${pets}`
      : `${numberText(found)} of ${returned === 1 ? 'this' : 'these'} ${numberText(returned)} ${pets}`
  if (!isCut) return all
  return `${all}. There may be more: the service gives at most ${limit}${limit === LIMIT_MAX ? '' : ' at this page size'}`
}

/** Whether a larger page size may show more: the list is cut, and `limit` is not the largest yet. */
export function offersMore(returned: number, limit: number): boolean {
  return returned >= limit && limit < LIMIT_MAX
}

/** Which elements of the answer are not among the rows; positions from 1. */
export function unreadableText(positions: readonly number[], returned: number): string {
  const SHOWN = 5
  const some = positions.slice(0, SHOWN).join(', ') + (positions.length > SHOWN ? ', …' : '')
  return `${numberText(positions.length)} of ${numberText(returned)} pets could not be shown: what the service sent for them could not be read (position ${some} in its answer).`
}

/** A service that gives more than it documents: a table of thousands would hold the page up. */
export function tooManyText(returned: number, shown: number): string {
  return `The service gave ${numberText(returned)} pets, although it documents at most ${LIMIT_MAX}. ${shown < LIMIT_MAX ? numberText(shown) : `The first ${LIMIT_MAX}`} of them are shown here; search to find others.`
}

const SORT_WORDS: Record<SortField, [name: string, ascending: string, descending: string]> = {
  id: ['ID', 'smallest first', 'largest first'],
  name: ['name', 'A to Z', 'Z to A'],
  category: ['category', 'A to Z', 'Z to A'],
  status: ['status', 'available first', 'available last'],
}

export function sortText(sort: Sort | undefined): string {
  if (sort === undefined) return 'In the service’s order'
  const [name, ascending, descending] = SORT_WORDS[sort.field]
  return `Sorted by ${name}, ${sort.descending ? descending : ascending}`
}
