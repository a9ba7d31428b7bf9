import { formatNumber } from '#src/lib/format-number.ts'
import { isPetStatus } from './pet.ts'
import { type Count, countStock, currentLists, type Stock } from './stock.ts'

export function countText({ value, isExact }: Count, format = formatNumber): string {
  return `${isExact ? '' : 'at least '}${format(value)}`
}

/**
 * How far it goes: how many there are, and of what there may be more. Empty when nothing was read.
 *
 * @param verb what was done with the pets: "Searched". `service`: the name of the environment.
 */
export function stockMessage(stock: Stock, verb: string, service: string, format = formatNumber): string {
  const lists = currentLists(stock)
  const { all, byStatus } = countStock(stock, [])
  if (lists.length === 0) return ''
  if (all.isExact) {
    if (all.value === 0) return `${service} has no pets.`
    return `${verb} ${all.value === 1 ? 'the only pet' : `all ${format(all.value)} pets`} in ${service}.`
  }
  const cut = byStatus.flatMap(({ status, count }) =>
    isPetStatus(status) && !count.isExact ? [`${status} pets`] : [],
  )
  const missing =
    cut.length === 0
      ? 'without a status'
      : new Intl.ListFormat('en').format([...cut, 'pets without a status'])
  return [
    `${verb} ${format(all.value)} ${all.value === 1 ? 'pet' : 'pets'}.`,
    `Some ${missing} may be missing.`,
    ...(lists.some(({ list }) => list.unreadable.length > 0) ? ['Some pets could not be read.'] : []),
  ].join(' ')
}
