// Created on first use, because creating one takes longer than rendering the page.
let time: Intl.DateTimeFormat | undefined
let date: Intl.DateTimeFormat | undefined
let full: Intl.DateTimeFormat | undefined

/** "10:42" today, with the date otherwise; not relative, which would go stale. `at`: milliseconds since 1970. */
export function formatTime(at: number): string {
  const sameDay = new Date(at).toDateString() === new Date().toDateString()
  if (sameDay) return (time ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at)
  date ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return date.format(at)
}

export function formatFullTime(at: number): string {
  full ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
  return full.format(at)
}
