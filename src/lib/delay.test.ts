// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delay } from './delay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reason = new Error('cancelled')

test.each([
  ['without a signal', undefined, 'resolved at 100'],
  ['aborted before the call', 0, 'rejected at 0: cancelled'],
  ['aborted meanwhile', 40, 'rejected at 40: cancelled'],
  ['aborted afterwards', 140, 'resolved at 100'],
])('A delay of 100 ms %s', async (_, abortAt, expected) => {
  const controller = new AbortController()
  const { signal } = controller
  const remove = vi.spyOn(signal, 'removeEventListener')
  const start = Date.now()
  if (abortAt === 0) controller.abort(reason)
  const outcome = delay(100, abortAt === undefined ? undefined : signal).then(
    () => `resolved at ${Date.now() - start}`,
    (error: Error) => `rejected at ${Date.now() - start}: ${error.message}`,
  )
  await vi.advanceTimersByTimeAsync(abortAt ?? 140)
  controller.abort(reason)
  expect(await outcome).toBe(expected)
  expect(vi.getTimerCount()).toBe(0)
  expect(remove).toHaveBeenCalledTimes(abortAt ? 1 : 0)
})
