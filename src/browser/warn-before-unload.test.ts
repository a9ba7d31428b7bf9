// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { createStore } from '#src/lib/create-store.ts'
import { warnBeforeUnload } from './warn-before-unload.ts'

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before leaving only while the store is busy, and has no listener otherwise', () => {
  const removed = vi.spyOn(window, 'removeEventListener')
  const store = createStore(false)
  warnBeforeUnload(store, store.get)
  expect(isAsked()).toBe(false)
  store.set(true)
  store.set(true)
  expect(isAsked()).toBe(true)
  store.set(false)
  expect(isAsked()).toBe(false)
  expect(removed).toHaveBeenCalledOnce()
})
