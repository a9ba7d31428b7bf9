import { formatNumber } from '#src/lib/format-number.ts'
import { GET_PET_REMOVAL } from './get-or-search-pet.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * How far away the date of the removal is, in days of the person's calendar: beside that date, anything else would read
 * as a mistake. Nothing from 90 days on. Only a hint: the clock may be wrong, and the service may keep the operation longer.
 *
 * @param timeZone the person's when omitted
 */
export function daysLeftText(now: number, timeZone?: string): string {
  // In Swedish, a date is written as in ISO 8601.
  const today = new Date(now).toLocaleDateString('sv', { timeZone })
  const days = Math.round((GET_PET_REMOVAL.getTime() - Date.parse(today)) / DAY)
  if (days <= 0 || days >= 90) return ''
  return days === 1 ? ' (tomorrow)' : ` (in ${formatNumber(days)} days)`
}
