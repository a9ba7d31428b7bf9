import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ageOf, currentMoment } from './moment.ts'

const MINUTE_MS = 60_000
const START = 1_000_000

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

test('A moment is as old as the time that has passed', () => {
  const moment = currentMoment()
  vi.advanceTimersByTime(MINUTE_MS)
  expect(ageOf(moment)).toBe(MINUTE_MS)
})

test.each([
  ['before the moment', START - 5 * MINUTE_MS],
  ['to the moment', START],
])('Setting the clock back, %s, makes a moment no younger', (_where, wall) => {
  const moment = currentMoment()
  vi.advanceTimersByTime(MINUTE_MS)
  vi.setSystemTime(wall)
  expect(ageOf(moment)).toBe(MINUTE_MS)
})

test('A moment is older after the device slept, while `performance.now()` may stand still', () => {
  const moment = currentMoment()
  vi.setSystemTime(START + 8 * 60 * MINUTE_MS)
  expect(ageOf(moment)).toBe(8 * 60 * MINUTE_MS)
})

test("A moment known only by the device's clock, and still to come, is as old as can be", () => {
  expect(ageOf({ wall: START - 5, elapsed: undefined })).toBe(5)
  expect(ageOf({ wall: START + 5, elapsed: undefined })).toBe(Infinity)
})
