import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ageOf, currentMoment } from './moment.ts'

const MINUTE_MS = 60_000
const START = 1_000_000

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

test('a moment is as old as the time that has passed', () => {
  const moment = currentMoment()
  vi.advanceTimersByTime(MINUTE_MS)
  expect(ageOf(moment)).toBe(MINUTE_MS)
})

test.each([
  ['before the moment', START - 5 * MINUTE_MS],
  ['to the moment', START],
])('setting the clock back, %s, makes it no younger', (_where, wall) => {
  const moment = currentMoment()
  vi.advanceTimersByTime(MINUTE_MS)
  vi.setSystemTime(wall)
  expect(ageOf(moment)).toBe(MINUTE_MS)
})

test('it is older after a sleep of the device, in which `performance.now()` may stand still', () => {
  const moment = currentMoment()
  vi.setSystemTime(START + 8 * 60 * MINUTE_MS)
  expect(ageOf(moment)).toBe(8 * 60 * MINUTE_MS)
})

test('one that is known by the clock of the device alone, and is still to come, is as old as can be', () => {
  expect(ageOf({ wall: START - 5, elapsed: undefined })).toBe(5)
  expect(ageOf({ wall: START + 5, elapsed: undefined })).toBe(Infinity)
})
