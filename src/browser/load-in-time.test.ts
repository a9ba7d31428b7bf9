// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { loadInTime } from './load-in-time.ts'

test('what loads within 15 seconds is there, and what hangs has failed', async () => {
  vi.useFakeTimers()
  await expect(loadInTime(Promise.resolve('module'))).resolves.toBe('module')
  await expect(loadInTime(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(vi.getTimerCount()).toBe(0)

  let failure: unknown
  void loadInTime(new Promise(() => undefined)).catch((error: unknown) => {
    failure = error
  })
  await vi.advanceTimersByTimeAsync(14_999)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure).toEqual(new Error('timeout'))
  vi.useRealTimers()
})
