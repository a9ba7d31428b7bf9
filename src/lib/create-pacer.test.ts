// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacer } from './create-pacer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function pacerWithLog() {
  const done: string[] = []
  const pacer = createPacer(200, (task) => task())
  return { pacer, done, run: (name: string) => pacer.run(() => done.push(name)) }
}

test('The first task runs at once, and of the next ones only the last runs, when the pause is over', () => {
  const { done, run, pacer } = pacerWithLog()
  for (const name of ['a', 'b', 'c']) run(name)
  expect(done).toEqual(['a'])
  expect(pacer.isWaiting()).toBe(true)
  vi.advanceTimersByTime(199)
  expect(done).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['a', 'c'])
  expect(pacer.isWaiting()).toBe(false)
  expect(pacer.isPausing()).toBe(true)
  run('d')
  expect(done).toEqual(['a', 'c'])
  vi.advanceTimersByTime(1000)
  expect(pacer.isPausing()).toBe(false)
  run('e')
  expect(done).toEqual(['a', 'c', 'd', 'e'])
})

test('Of 1,000 tasks in 10 s, 51 run', () => {
  const { done, run } = pacerWithLog()
  for (let count = 0; count < 1000; count += 1) {
    run(String(count))
    vi.advanceTimersByTime(10)
  }
  expect(done.length).toBeLessThanOrEqual(51)
  expect(done.at(-1)).toBe('999')
})

test('A task that waits can be run before its time, or forgotten', () => {
  const { done, run, pacer } = pacerWithLog()
  for (const name of ['a', 'b']) run(name)
  pacer.flush()
  pacer.flush()
  expect(done).toEqual(['a', 'b'])
  run('c')
  pacer.drop()
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['a', 'b'])
})
