import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkEveryMinute } from './check-every-minute.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('checks a minute after the last request, and then every minute', async () => {
  const check = vi.fn<() => Promise<void>>(async () => undefined)
  const stop = checkEveryMinute(check, NOW - 20_000)
  await seconds(39)
  expect(check).not.toHaveBeenCalled()
  await seconds(1)
  expect(check).toHaveBeenCalledTimes(1)
  await seconds(59)
  expect(check).toHaveBeenCalledTimes(1)
  await seconds(1)
  expect(check).toHaveBeenCalledTimes(2)
  stop()
  await seconds(600)
  expect(check).toHaveBeenCalledTimes(2)
})

test('checks at once when the last request is more than a minute ago', async () => {
  const check = vi.fn<() => Promise<void>>(async () => undefined)
  const stop = checkEveryMinute(check, NOW - 3_600_000)
  await seconds(0)
  expect(check).toHaveBeenCalledTimes(1)
  stop()
})

test('waits at most a minute where the clock was set back', async () => {
  const check = vi.fn<() => Promise<void>>(async () => undefined)
  const stop = checkEveryMinute(check, NOW + 3_600_000)
  await seconds(60)
  expect(check).toHaveBeenCalledTimes(1)
  stop()
})

test('never runs two checks at once, and goes on as soon as a slow one has ended', async () => {
  const slow = Promise.withResolvers<void>()
  const check = vi.fn<() => Promise<void>>(() => slow.promise)
  const stop = checkEveryMinute(check, 0)
  await seconds(300)
  expect(check).toHaveBeenCalledTimes(1)
  slow.resolve()
  await seconds(0)
  expect(check).toHaveBeenCalledTimes(2)
  stop()
})

test('a check that fails is followed by the next one', async () => {
  const check = vi.fn<() => Promise<void>>(async () => {
    throw new Error('no answer')
  })
  const stop = checkEveryMinute(check, 0)
  await seconds(60)
  expect(check).toHaveBeenCalledTimes(2)
  stop()
})

test('stopping aborts the check that is under way, and no other follows', async () => {
  const slow = Promise.withResolvers<void>()
  const check = vi.fn<(signal: AbortSignal) => Promise<void>>(() => slow.promise)
  const stop = checkEveryMinute(check, 0)
  await seconds(0)
  stop()
  expect(check.mock.calls[0]?.[0].aborted).toBe(true)
  slow.resolve()
  await seconds(300)
  expect(check).toHaveBeenCalledTimes(1)
})
