import { expect, test } from 'vitest'
import { createTimeFormat } from './format-time.ts'

const AT = Date.parse('2026-11-21T22:42:05Z')
const HOUR = 60 * 60 * 1000

/** Replaces the space before "PM", which in ICU may be a narrow no-break space. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

test.each([
  ['en-GB', 'Europe/Berlin', '23:42', '21 Nov 2026, 23:42'],
  ['en-US', 'America/Los_Angeles', '2:42 PM', 'Nov 21, 2026, 2:42 PM'],
  ['ar-EG', 'Asia/Kolkata', '٤:١٢ ص', '٢٢‏/١١‏/٢٠٢٦، ٤:١٢ ص'],
])('In %s and %s, a time of today is %s, and one of another day is %s', (locale, timeZone, time, date) => {
  const format = createTimeFormat(locale, timeZone)
  expect(plain(format(AT, AT))).toBe(time)
  expect(plain(format(AT, AT + 48 * HOUR))).toBe(date)
  expect(plain(format(AT, AT - 48 * HOUR))).toBe(date)
})

// The clock shows 14:42, 23:42, 4:12 and 11:42.
test.each([
  ['America/Los_Angeles', 9, 10],
  ['Europe/Berlin', 0, 1],
  ['Asia/Kolkata', 19, 20],
  ['Pacific/Auckland', 12, 13],
])('In %s, a day ends at its midnight', (timeZone, hoursOnTheSameDay, hoursOnTheNext) => {
  const format = createTimeFormat('en-GB', timeZone)
  expect(format(AT, AT + hoursOnTheSameDay * HOUR)).not.toContain('2026')
  expect(format(AT, AT + hoursOnTheNext * HOUR)).toContain('2026')
})
