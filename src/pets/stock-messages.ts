import { formatNumber } from '#src/lib/format-number.ts'
import { LIMIT_MAX } from './pet.ts'
import { type Count, countStock, currentLists, type FetchedList, isTruncated, type Stock } from './stock.ts'

/** "all 6 pets, the first 100 available pets and an empty list of sold pets". English in every locale, like its words. */
export function listsText(lists: readonly FetchedList[], format = formatNumber): string {
  const parts = lists.map(({ status, list }) => {
    const { returned, unreadable } = list
    const pets = `${status === undefined ? '' : `${status} `}${returned === 1 ? 'pet' : 'pets'}`
    if (returned === 0) return `an empty list of ${pets}`
    const unread = unreadable.length === 0 ? '' : ` (${format(unreadable.length)} of them could not be read)`
    return `${isTruncated(list) ? 'the first' : 'all'} ${format(returned)} ${pets}${unread}`
  })
  return new Intl.ListFormat('en').format(parts)
}

export function countText({ value, isExact }: Count, format = formatNumber): string {
  return `${isExact ? '' : 'at least '}${format(value)}`
}

/**
 * How far it goes: which lists are complete and which are truncated. Empty when nothing was read.
 *
 * @param verb what was done with the pets: "Searched". `service`: the name of the environment.
 */
export function stockMessage(stock: Stock, verb: string, service: string, format = formatNumber): string {
  const lists = currentLists(stock)
  const { value, isExact } = countStock(stock, []).all
  if (lists.length === 0) return ''
  if (isExact) {
    if (value === 0) return `${service} has no pets.`
    return `${verb} ${value === 1 ? 'the only pet' : `all ${format(value)} pets`} in ${service}.`
  }
  const cut = lists.some(({ list }) => isTruncated(list))
    ? ` ${service} returns at most ${LIMIT_MAX} per list, so there may be more.`
    : ''
  return `${verb} ${format(value)} ${value === 1 ? 'pet' : 'pets'} in ${service}: ${listsText(lists, format)}.${cut}`
}
