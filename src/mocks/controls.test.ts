// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { createControls } from './controls.ts'

test('by default nothing is injected', () => {
  expect(createControls().get()).toEqual({
    latencyMs: 0,
    nextResponse: 'normal',
    afterRemoval: false,
  })
})

test('the next response is taken once', () => {
  const controls = createControls()
  controls.set({ nextResponse: '500' })

  expect(controls.takeNextResponse()).toBe('500')
  expect(controls.takeNextResponse()).toBe('normal')
})

test('a listener is notified of each change until it unsubscribes', () => {
  const controls = createControls()
  const listener = vi.fn<() => void>()
  const unsubscribe = controls.subscribe(listener)

  controls.set({ nextResponse: '401' })
  controls.takeNextResponse()
  controls.takeNextResponse() // nothing changes
  expect(listener).toHaveBeenCalledTimes(2)

  unsubscribe()
  controls.reset()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('the state is an immutable object, the same until something changes', () => {
  const controls = createControls()
  const before = controls.get()
  expect(controls.get()).toBe(before)

  controls.set({ latencyMs: 300 })

  expect(before.latencyMs).toBe(0)
  expect(controls.get().latencyMs).toBe(300)
})
