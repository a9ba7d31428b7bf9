/**
 * Returns a function that writes a time: "10:42" today, and with the date otherwise. It is not
 * relative, because that would go stale. `medium` adds the seconds.
 */
export function createTimeFormat(
  locale?: string,
  timeZone?: string,
  timeStyle: 'short' | 'medium' = 'short',
): (at: number, now?: number) => string {
  // The formatters are created on first use, because creating one takes longer than rendering the
  // page.
  let time: Intl.DateTimeFormat | undefined
  let date: Intl.DateTimeFormat | undefined
  const dayOf = (at: number) =>
    timeZone === undefined ? new Date(at).toDateString() : new Date(at).toLocaleDateString('en', { timeZone })
  return (at, now = Date.now()) =>
    (dayOf(at) === dayOf(now)
      ? (time ??= new Intl.DateTimeFormat(locale, { timeStyle, timeZone }))
      : (date ??= new Intl.DateTimeFormat(locale, { timeStyle, timeZone, dateStyle: 'medium' }))
    ).format(at)
}

export const formatTime = /* @__PURE__ */ createTimeFormat()
