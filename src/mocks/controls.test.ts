// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { createControls } from './controls.ts'

test('the service behaves as usual until it is told otherwise', () => {
  expect(createControls().get()).toEqual({
    latencyMs: 0,
    nextResponse: 'normal',
    afterRemoval: false,
  })
})

test('the next answer is taken once', () => {
  const controls = createControls()
  controls.set({ nextResponse: '500' })

  expect(controls.takeNextResponse()).toBe('500')
  expect(controls.takeNextResponse()).toBe('normal')
})

test('who subscribes hears of each change, and no more after leaving', () => {
  const controls = createControls()
  const listener = vi.fn<() => void>()
  const leave = controls.subscribe(listener)

  controls.set({ nextResponse: '401' })
  controls.takeNextResponse()
  controls.takeNextResponse() // nothing changes
  expect(listener).toHaveBeenCalledTimes(2)

  leave()
  controls.reset()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a snapshot stays the same object while nothing changes, and is not changed later', () => {
  const controls = createControls()
  const before = controls.get()
  expect(controls.get()).toBe(before)

  controls.set({ latencyMs: 300 })

  expect(before.latencyMs).toBe(0)
  expect(controls.get().latencyMs).toBe(300)
})
