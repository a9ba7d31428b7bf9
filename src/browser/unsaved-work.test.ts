// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { hold, reloadIsHeld } from './unsaved-work.ts'

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('The browser does not ask about work that only a reload would lose', () => {
  const release = hold('reload')
  expect([isAsked(), reloadIsHeld.get()]).toEqual([false, true])
  release()
  expect(reloadIsHeld.get()).toBe(false)
})
