import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { isPetStatus } from './pet.ts'
import { type Count, countStock, type Stock, type StockCounts } from './stock.ts'

export function countText({ value, isExact }: Count): string {
  return `${isExact ? '' : 'at least '}${formatNumber(value)}`
}

/** "sold pets": each status of which there may be more. */
export function cutStatuses({ byStatus }: StockCounts): string[] {
  return byStatus.flatMap(({ status, count }) =>
    isPetStatus(status) && !count.isExact ? [`${status} pets`] : [],
  )
}

/** How far a search of the stock goes: in how many, and of what there may be more. Empty when nothing was read. */
export function stockMessage(stock: Stock, service: string): string {
  const counts = countStock(stock, [])
  const { value, isExact } = counts.all
  if (stock.current.length === 0) return ''
  if (isExact && value === 0) return `${service} has no pets.`
  if (isExact)
    return `Searched ${value === 1 ? 'the only pet' : `all ${counted(value, 'pet')}`} in ${service}.`
  const cut = cutStatuses(counts)
  const missing =
    cut.length === 0
      ? 'without a status'
      : new Intl.ListFormat('en').format([...cut, 'pets without a status'])
  const isUnreadable = stock.current.some(({ list }) => list.unreadable.length > 0)
  return `Searched ${counted(value, 'pet')}. Some ${missing} may be missing.${isUnreadable ? ' Some pets could not be read.' : ''}`
}
