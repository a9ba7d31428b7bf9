import { counted } from '#src/lib/counted.ts'
import { missingText, type StockCounts } from '#src/pets/stock/stock.ts'
import type { StockState } from '#src/pets/stock/use-stock.ts'

/**
 * Returns what the status line says: that the pets are being read, how many there are, or '' if
 * none could be read.
 */
export function overviewMessage(
  { stock, isFetching }: StockState,
  counts: StockCounts,
  environmentName: string,
): string {
  if (isFetching) return `Reading the pets of ${environmentName}…`
  if (stock.current.length === 0) return ''
  return countMessage(counts)
}

/**
 * Returns "All 34 pets.", or "At least 229 pets. Some available pets and pets without a status may
 * be missing."
 */
function countMessage(counts: StockCounts): string {
  const { value, isExact } = counts.all
  const pets = counted(value, 'pet')
  if (isExact) return `${value === 1 ? '' : 'All '}${pets}.`
  return `At least ${pets}. ${missingText(counts)}`
}
