import { formatNumber } from '#src/lib/format-number.ts'
import { isTruncated, LIMIT_MAX } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import type { Sort, SortField } from './list-address.ts'

type Counts = {
  /** Elements that the service returned. */
  returned: number
  /** Those of them that could be read. */
  loaded: number
  /** Rows that match the search, `undefined` without one. */
  found: number | undefined
}

/** "All 34 pending pets", or that there may be more. Counts are written as the person does, when `format` is omitted. */
export function countMessage(
  { returned, loaded, found }: Counts,
  { limit, status }: PetFilter,
  format = formatNumber,
): string {
  const pets = (count: number) => `${status === undefined ? '' : `${status} `}${count === 1 ? 'pet' : 'pets'}`
  const isCut = isTruncated({ returned }, limit)
  const rows = Math.min(loaded, LIMIT_MAX)
  const unreadable = returned <= LIMIT_MAX ? `, ${format(returned - loaded)} unreadable` : ''
  const shown =
    found !== undefined
      ? `${format(found)} ${found === 1 ? 'match' : 'matches'} in ${format(loaded)} loaded ${pets(loaded)}`
      : rows < returned
        ? `Showing ${format(rows)} of ${format(returned)} ${pets(returned)}${unreadable}`
        : `${isCut ? 'Showing ' : returned < 2 ? '' : 'All '}${format(returned)} ${pets(returned)}`
  if (!isCut) return shown
  if (returned > LIMIT_MAX) return `${shown}. There may be more.`
  return limit === LIMIT_MAX
    ? `${shown}. The service returns at most ${limit}, so there may be more.`
    : `${shown} (at most ${limit} at this page size). There may be more.`
}

/** Whether a larger page size may show more: the list is truncated, and `limit` is not at its maximum. */
export function offersMore(returned: number, limit: number): boolean {
  return isTruncated({ returned }, limit) && limit < LIMIT_MAX
}

/** Which elements of the response are not shown; positions from 1. */
export function unreadableMessage(
  positions: readonly number[],
  returned: number,
  format = formatNumber,
): string {
  const SHOWN = 5
  const some = positions.slice(0, SHOWN).join(', ') + (positions.length > SHOWN ? ', …' : '')
  return `${format(positions.length)} of ${format(returned)} pets ${positions.length === 1 ? 'is not shown because its' : 'are not shown because their'} data could not be read (${positions.length === 1 ? 'item' : 'items'} ${some}).`
}

/** For a service that returns more than it documents; rendering thousands of rows would block the page. */
export function tooManyMessage(returned: number, shown: number, format = formatNumber): string {
  return `The service returned ${format(returned)} pets; its documented maximum is ${LIMIT_MAX}. Showing ${shown < LIMIT_MAX ? `${format(shown)} of them` : `the first ${LIMIT_MAX}`}. Search to find others.`
}

const SORT_LABELS: Record<SortField, [name: string, ascending: string, descending: string]> = {
  id: ['ID', 'smallest first', 'largest first'],
  name: ['name', 'A to Z', 'Z to A'],
  category: ['category', 'A to Z', 'Z to A'],
  status: ['status', 'available first', 'available last'],
}

/** "Name, A to Z", as an option. */
export function sortLabel(sort: Sort | undefined): string {
  if (sort === undefined) return 'Default order'
  const [name, ascending, descending] = SORT_LABELS[sort.field]
  return `${name[0]?.toUpperCase()}${name.slice(1)}, ${sort.descending ? descending : ascending}`
}

export function sortMessage(sort: Sort): string {
  const [name, ascending, descending] = SORT_LABELS[sort.field]
  return `Sorted by ${name}, ${sort.descending ? descending : ascending}`
}
