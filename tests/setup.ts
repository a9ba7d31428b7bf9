import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// Machines that are shared are slow at times; what does not come at all still ends.
configure({ asyncUtilTimeout: 5000 })

/** Tests of what runs on a server ask for `@vitest-environment node`. */
const hasWindow = typeof window !== 'undefined'

if (hasWindow) {
  // jsdom has no layout: what scrolls or opens in the top layer is stood in for, and tested for real in tests/browser.
  window.scrollTo = () => undefined
  HTMLDialogElement.prototype.showModal = showModal
  HTMLDialogElement.prototype.close = close
}

function showModal(this: HTMLDialogElement) {
  this.open = true
  this.querySelector<HTMLElement>('input, button')?.focus()
}

function close(this: HTMLDialogElement) {
  this.open = false
}

let consoleError: MockInstance<typeof console.error>

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  if (hasWindow) {
    cleanup()
    window.localStorage.clear()
    window.sessionStorage.clear()
  }
  // An unexpected complaint, of React or of the app, fails the test that caused it.
  expect(consoleError.mock.calls).toEqual([])
})
