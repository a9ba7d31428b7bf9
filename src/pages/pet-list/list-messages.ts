import { formatNumber } from '#src/lib/format-number.ts'
import { truncate } from '#src/lib/truncate.ts'
import { isTruncated, LIMIT_MAX, type PetList } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** The longest name of an environment in the count, in characters. */
const MAX_NAME_LENGTH = 20

/**
 * Says how many pets there are, for example "All 34 pending pets", or that there may be more.
 *
 * @param found the number of rows that match the search, `undefined` without one
 * @param service the name of the environment
 * @param format writes counts as the person does, when omitted
 */
export function countMessage(
  { returned, pets: { length: loaded } }: Pick<PetList, 'returned' | 'pets'>,
  found: number | undefined,
  { limit, status }: PetFilter,
  service: string,
  format = formatNumber,
): string {
  const pets = (count: number) => `${status === undefined ? '' : `${status} `}${count === 1 ? 'pet' : 'pets'}`
  const rows = Math.min(loaded, LIMIT_MAX)
  const isCut = isTruncated({ returned }, limit)
  const isWhole = rows === returned
  const most =
    isCut && returned === LIMIT_MAX ? `, the most ${truncate(service, MAX_NAME_LENGTH)} returns` : ''
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

/** Says which elements of the response are not shown. Positions start at 1. */
export function unreadableMessage(
  positions: readonly number[],
  returned: number,
  format = formatNumber,
): string {
  const SHOWN = 5
  const some = positions.slice(0, SHOWN).join(', ') + (positions.length > SHOWN ? ', …' : '')
  return `${format(positions.length)} of ${format(returned)} pets ${positions.length === 1 ? 'is not shown because its' : 'are not shown because their'} data could not be read (${positions.length === 1 ? 'item' : 'items'} ${some}).`
}
