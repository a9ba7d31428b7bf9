// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { validateRows } from './validate-row.ts'
import { readSheet } from './read-sheet.ts'
import { reportCsv } from './report.ts'
import { createTimeSlice } from './time-slice.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A clock that advances by so many milliseconds at each call. */
function stubClock(step: number) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += step))
}

test('a slice expires after 12 ms, and a new one starts after it has yielded', async () => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const slice = createTimeSlice()
  now = 1011
  expect(slice.isExpired()).toBe(false)
  now = 1012
  expect(slice.isExpired()).toBe(true)
  await slice.yield()
  expect(slice.isExpired()).toBe(false)
})

test('other tasks run, too, where the browser has no scheduler', async () => {
  vi.stubGlobal('scheduler', undefined)
  const otherTask = vi.fn<() => void>()
  setImmediate(otherTask)
  const slice = createTimeSlice()
  while (otherTask.mock.calls.length === 0) await slice.yield()
  expect(otherTask).toHaveBeenCalledOnce()
})

test('reading, validating and reporting 10,000 rows yields to the page many times', async () => {
  const turns = vi.fn<() => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('scheduler', { yield: turns })
  stubClock(1)
  const { sheet } = await readSheet(`name,category\n${'Rex,1\n'.repeat(10_000)}`)
  if (sheet === undefined) throw new Error('no sheet')
  // The clock is read once per row, 12 times per slice.
  expect(turns.mock.calls.length).toBeGreaterThan(700)
  turns.mockClear()
  await validateRows(sheet, { name: 0, categoryId: 1, status: undefined }, new Map())
  expect(turns.mock.calls.length).toBeGreaterThan(700)
  turns.mockClear()
  const rows = sheet.rows.map(({ cells }) => ({ cells, outcome: { kind: 'waiting' } as const }))
  const parts = await reportCsv(sheet.header, rows)
  expect(turns.mock.calls.length).toBeGreaterThan(700)
  expect(parts).toHaveLength(turns.mock.calls.length + 1)
})
