import { formatNumber } from '#src/lib/format-number.ts'
import { isTruncated, LIMIT_MAX } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** Of an environment, in the count. Characters. */
export const MAX_NAME_LENGTH = 20

type Counts = {
  /** Elements that the service returned. */
  returned: number
  /** Those of them that could be read. */
  loaded: number
  /** Rows that match the search, `undefined` without one. */
  found: number | undefined
}

/**
 * "All 34 pending pets", or that there may be more.
 *
 * @param service the name of the environment
 * @param format writes counts as the person does, when omitted
 */
export function countMessage(
  { returned, loaded, found }: Counts,
  { limit, status }: PetFilter,
  service: string,
  format = formatNumber,
): string {
  const pets = (count: number) => `${status === undefined ? '' : `${status} `}${count === 1 ? 'pet' : 'pets'}`
  const rows = Math.min(loaded, LIMIT_MAX)
  const isCut = isTruncated({ returned }, limit)
  const isWhole = rows === returned
  const most = isCut && returned === LIMIT_MAX ? `, the most ${service} returns` : ''
  const first = `first ${returned === 1 ? '' : `${format(returned)} `}${pets(returned)}${most}`
  const unreadable =
    returned <= LIMIT_MAX && loaded < returned ? `, ${format(returned - loaded)} unreadable` : ''
  const shown =
    found !== undefined
      ? `${format(found)} ${found === 1 ? 'match' : 'matches'} in ${isCut && isWhole ? `the ${first}` : `${format(loaded)} loaded ${pets(loaded)}${most}`}`
      : !isWhole
        ? `Showing ${format(rows)} of ${format(returned)} ${pets(returned)}${unreadable || most}`
        : isCut
          ? `F${first.slice(1)}`
          : `${returned < 2 ? '' : 'All '}${format(returned)} ${pets(returned)}`
  return isCut ? `${shown}. There may be more.` : shown
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
