import type { SearchedList } from '#src/pets/get-or-search-pet.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'

/** Where the app searched after the removal of `GET /pets/{petId}`. It never says that the pet does not exist. */
export function searchedListsMessage(
  id: Int64,
  service: string,
  searched: readonly SearchedList[],
  format = formatNumber,
): string {
  const lists = searched.map(({ status, count, truncated, unreadable }) => {
    const pets = `${status === undefined ? '' : `${status} `}${count === 1 ? 'pet' : 'pets'}`
    if (count === 0) return `an empty list of ${pets}`
    const unread = unreadable === 0 ? '' : ` (${format(unreadable)} of them could not be read)`
    return `${truncated ? 'the first' : 'all'} ${format(count)} ${pets}${unread}`
  })
  const isTruncated = searched.some(({ truncated }) => truncated)
  return `ID ${id} was not found in ${joined(lists)}.${isTruncated ? ` ${service} returns at most 100 at a time, so the pet may still exist.` : ''}`
}

function joined(parts: readonly string[]): string {
  // English in every locale, as the words in it.
  return new Intl.ListFormat('en').format(parts)
}
