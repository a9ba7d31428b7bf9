// @vitest-environment node
import { expect, test } from 'vitest'
import { createRemainingTime } from './remaining-time.ts'

/** After rows that took so many milliseconds each. */
function after(...durations: number[]) {
  const remaining = createRemainingTime()
  for (const duration of durations) remaining.measured(duration)
  return remaining
}

const five = (duration: number) => after(...Array.from({ length: 5 }, () => duration))

test.each([
  ['fewer than five rows', after(1000, 1000, 1000, 1000), 100, undefined],
  ['no row left', five(1000), 0, undefined],
  ['less than half a minute', five(1000), 29, 0],
  ['a minute', five(1000), 60, 1],
  ['3.4 minutes', five(1000), 204, 3],
  ['12 minutes, in steps of 5', five(1000), 720, 10],
  ['13 minutes', five(1000), 780, 15],
  ['80 minutes, in steps of 30', five(1000), 4800, 90],
  ['rows of different durations', after(1000, 3000, 1000, 3000, 2000), 60, 2],
  ['a row during which the device slept', after(0, 0, 0, 0, 3_600_000), 60, 7],
  ['a clock that was put back', after(-60_000, 1000, 1000, 1000, 1000), 75, 1],
])('%s', (_what, remaining, rowsLeft, minutes) => {
  expect(remaining.minutes(rowsLeft)).toBe(minutes)
})

test('only the last 100 rows count', () => {
  const remaining = five(30_000)
  for (let row = 0; row < 100; row++) remaining.measured(1000)
  expect(remaining.minutes(60)).toBe(1)
})

test('what was said stays until it is clearly wrong', () => {
  const remaining = five(1000)
  expect([200, 170, 155, 140, 130].map((rows) => remaining.minutes(rows))).toEqual([3, 3, 3, 3, 2])
  expect([100, 170].map((rows) => remaining.minutes(rows))).toEqual([2, 3])
})

test('nothing is kept from before there was nothing left', () => {
  const remaining = five(1000)
  expect([110, 0, 85].map((rows) => remaining.minutes(rows))).toEqual([2, undefined, 1])
})

test('waits that the service asked for are expected again, at the rate of the whole run', () => {
  const remaining = five(1000)
  expect(remaining.minutes(120)).toBe(2)
  // One minute for five rows, and another one 195 rows later.
  remaining.waited(60_000, 60_000)
  expect(remaining.minutes(20)).toBe(4)
  for (let row = 0; row < 195; row++) remaining.measured(1000)
  remaining.waited(60_000, 60_000)
  expect(remaining.minutes(200)).toBe(5)
  // A clock that was put back, and a device that slept.
  remaining.waited(-60_000, 60_000)
  remaining.waited(3_600_000, 1000)
  expect(remaining.minutes(200)).toBe(5)
})
