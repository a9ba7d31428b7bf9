import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

// Generous, because shared machines are slow at times.
configure({ asyncUtilTimeout: 5000 })

/** Only tests with `@vitest-environment jsdom` have a window. */
const hasWindow = typeof window !== 'undefined'

if (hasWindow) {
  // jsdom implements neither scrolling nor the top layer: these are stubs, and tests/browser tests the real thing.
  window.scrollTo = () => undefined
  HTMLDialogElement.prototype.showModal = showModal
  HTMLDialogElement.prototype.close = close
  // jsdom always speaks American English.
  const { locale } = new Intl.NumberFormat().resolvedOptions()
  Object.defineProperty(navigator, 'language', { value: locale, configurable: true })
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
  // A console error of React or of the app fails the test.
  expect(consoleError.mock.calls).toEqual([])
})
