// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createStore } from '#src/lib/create-store.ts'
import { hold, holdWhile, reloadIsHeld } from './unsaved-work.ts'

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before leaving, and no reload is offered, while the store is busy', () => {
  const store = createStore(false)
  holdWhile(store, store.get, 'leave')
  expect([isAsked(), reloadIsHeld.get()]).toEqual([false, false])
  store.set(true)
  expect([isAsked(), reloadIsHeld.get()]).toEqual([true, true])
  store.set(false)
  expect([isAsked(), reloadIsHeld.get()]).toEqual([false, false])
})

test('what a reload alone would lose asks nothing', () => {
  const release = hold('reload')
  expect([isAsked(), reloadIsHeld.get()]).toEqual([false, true])
  release()
  expect(reloadIsHeld.get()).toBe(false)
})
