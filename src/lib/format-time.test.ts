import { expect, test } from 'vitest'
import { createTimeFormat } from './format-time.ts'

const AT = Date.parse('2026-11-21T22:42:05Z')
const HOUR = 60 * 60 * 1000

/** ICU puts a narrow no-break space, or a plain one, before "PM". */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

test.each([
  ['en-GB', 'Europe/Berlin', '23:42'],
  ['en-US', 'America/Los_Angeles', '2:42 PM'],
  ['sv-SE', 'America/Los_Angeles', '14:42'],
  ['tr-TR', 'Asia/Kolkata', '04:12'],
  ['ar-EG', 'Asia/Kolkata', '٤:١٢ ص'],
  ['ja-JP', 'Pacific/Auckland', '11:42'],
])('in %s and %s, a time of today is its hour and minute: %s', (locale, timeZone, text) => {
  expect(plain(createTimeFormat(locale, timeZone)(AT, AT))).toBe(text)
})

test.each([
  ['en-GB', 'Europe/Berlin', '21 Nov 2026, 23:42'],
  ['en-US', 'America/Los_Angeles', 'Nov 21, 2026, 2:42 PM'],
  ['sv-SE', 'America/Los_Angeles', '21 nov. 2026 14:42'],
  ['tr-TR', 'Asia/Kolkata', '22 Kas 2026 04:12'],
  ['ar-EG', 'Asia/Kolkata', '٢٢‏/١١‏/٢٠٢٦، ٤:١٢ ص'],
  ['ja-JP', 'Pacific/Auckland', '2026/11/22 11:42'],
])('in %s and %s, a time of another day has its date: %s', (locale, timeZone, text) => {
  const format = createTimeFormat(locale, timeZone)
  expect(plain(format(AT, AT + 48 * HOUR))).toBe(text)
  expect(plain(format(AT, AT - 48 * HOUR))).toBe(text)
})

// 14:42, 23:42, 4:12 and 11:42 on the clock.
test.each([
  ['America/Los_Angeles', 9, 10],
  ['Europe/Berlin', 0, 1],
  ['Asia/Kolkata', 19, 20],
  ['Pacific/Auckland', 12, 13],
])('in %s, a day ends at its midnight', (timeZone, hoursOnTheSameDay, hoursOnTheNext) => {
  const format = createTimeFormat('en-GB', timeZone)
  expect(format(AT, AT + hoursOnTheSameDay * HOUR)).not.toContain('2026')
  expect(format(AT, AT + hoursOnTheNext * HOUR)).toContain('2026')
})
