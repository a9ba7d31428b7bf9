const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

/** "10:42" today, with the date otherwise; never "a moment ago", which goes stale. `at`: milliseconds since 1970. */
export function timeText(at: number): string {
  const sameDay = new Date(at).toDateString() === new Date().toDateString()
  return (sameDay ? time : date).format(at)
}

/** With the day of the week and the second. */
export function fullTimeText(at: number): string {
  return full.format(at)
}
