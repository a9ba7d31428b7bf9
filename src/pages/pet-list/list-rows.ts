import { type PetList, isTruncated, LIMIT_MAX } from '#src/pets/pet.ts'
import { type ListAddress, searchFromListAddress } from './list-address.ts'

/** The number of rows that fit into most windows. They are rendered first, and the others later. */
export const FIRST_ROWS = 20

/**
 * Returns the search part of the address of a longer list, or `undefined` when the service has no
 * more pets or returns no more.
 */
export function searchOfLongerList(
  list: Pick<PetList, 'returned'>,
  address: ListAddress,
): string | undefined {
  const isLonger = isTruncated(list, address.limit) && address.limit < LIMIT_MAX
  return isLonger ? searchFromListAddress({ ...address, limit: LIMIT_MAX }) : undefined
}
