import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { daysLeftText } from './days-left.ts'

const ZONES = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

test.each([
  // The same moments are other days: 17:30 on the 3rd, 7:00 on the 4th, 14:30 on the 4th.
  ['2030-12-04T01:30:00Z', [' (in 2 days)', ' (tomorrow)', ' (tomorrow)']],
  ['2030-12-04T12:00:00Z', [' (tomorrow)', ' (tomorrow)', '']],
  ['2030-12-05T07:59:59Z', [' (tomorrow)', '', '']],
  ['2030-12-05T08:00:00Z', ['', '', '']],
  ['2031-01-01T00:00:00Z', ['', '', '']],
  ['2030-09-06T12:00:00Z', ['', '', ' (in 89 days)']],
])('%s: the days until the date that the note names, by the calendar on the wall', (now, texts) => {
  expect(ZONES.map((timeZone) => daysLeftText(Date.parse(now), timeZone))).toEqual(texts)
})
