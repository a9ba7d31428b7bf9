// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delay } from './delay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reason = new Error('cancelled')

/** A signal, and how many listeners it has. */
function createSignal() {
  const controller = new AbortController()
  const add = vi.spyOn(controller.signal, 'addEventListener')
  const remove = vi.spyOn(controller.signal, 'removeEventListener')
  return { controller, listeners: () => add.mock.calls.length - remove.mock.calls.length }
}

test.each([
  ['without a signal', undefined, 'resolved at 100'],
  ['with a signal that is never aborted', Infinity, 'resolved at 100'],
  ['aborted before the call', 0, 'rejected at 0: cancelled'],
  ['aborted meanwhile', 40, 'rejected at 40: cancelled'],
  ['aborted afterwards', 140, 'resolved at 100'],
])('100 ms %s', async (_, abortAt, expected) => {
  const { controller, listeners } = createSignal()
  const start = Date.now()
  if (abortAt === 0) controller.abort(reason)
  const outcome = delay(100, abortAt === undefined ? undefined : controller.signal).then(
    () => `resolved at ${Date.now() - start}`,
    (error: Error) => `rejected at ${Date.now() - start}: ${error.message}`,
  )
  if (abortAt === 40) {
    await vi.advanceTimersByTimeAsync(40)
    controller.abort(reason)
  } else {
    await vi.advanceTimersByTimeAsync(140)
    if (abortAt === 140) controller.abort(reason)
  }
  expect(await outcome).toBe(expected)
  expect(vi.getTimerCount()).toBe(0)
  // A signal is aborted once: its listener does no harm afterwards.
  expect(listeners()).toBe(abortAt === 40 ? 1 : 0)
})
