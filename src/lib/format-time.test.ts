import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatFullTime, formatTime } from './format-time.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 42, 17).getTime()

beforeEach(() => void vi.useFakeTimers({ now: at(22, 12) }))
afterEach(() => void vi.useRealTimers())

test.each([0, 9, 23])('today at %i:42 is the time alone', (hour) => {
  expect(formatTime(at(22, hour))).toMatch(/^\d{1,2}:42(?:\s[AP]M)?$/)
})

test.each([
  ['yesterday', 21, 23],
  ['tomorrow', 23, 0],
])('%s is the date and the time', (_what, day, hour) => {
  expect(formatTime(at(day, hour))).toMatch(new RegExp(String.raw`\b${day}\b.*\b2026\b.*:42(?!:)`))
})

test('the full time has the day of the week, the date and the seconds', () => {
  expect(formatFullTime(at(22, 12))).toMatch(/^Sunday.*\b22\b.*\b2026\b.*:42:17/)
})
