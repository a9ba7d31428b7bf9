import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'

// Generous, because shared machines are slow at times.
configure({ asyncUtilTimeout: 5000 })

// jsdom implements neither scrolling nor the top layer: these are stubs, and tests/browser tests the real thing.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
HTMLDialogElement.prototype.showModal = showModal
HTMLDialogElement.prototype.close = close
// jsdom always speaks American English.
const { locale } = new Intl.NumberFormat().resolvedOptions()
Object.defineProperty(navigator, 'language', { value: locale, configurable: true })

function showModal(this: HTMLDialogElement) {
  this.open = true
  this.querySelector<HTMLElement>('input, button')?.focus()
}

function close(this: HTMLDialogElement) {
  this.open = false
}

export function cleanUp(): void {
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
}
