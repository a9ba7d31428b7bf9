import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isTruncated } from '#src/pets/pet.ts'
import { listsText } from '#src/pets/stock-messages.ts'
import type { FetchedList } from '#src/pets/stock.ts'

/** Where the app searched after the removal of `GET /pets/{petId}`. It never says that the pet does not exist. */
export function searchedListsMessage(
  id: Int64,
  service: string,
  searched: readonly FetchedList[],
  format = formatNumber,
): string {
  const mayBeMore = searched.some(({ list }) => isTruncated(list))
  return `ID ${id} was not found in ${listsText(searched, format)}.${mayBeMore ? ` ${service} returns at most 100 at a time, so the pet may still exist.` : ''}`
}
