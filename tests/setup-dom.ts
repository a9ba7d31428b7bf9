import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { ReaderInPage } from './support/reader-in-page.ts'
import 'fake-indexeddb/auto'

// The limit is generous, because shared machines are slow at times.
configure({ asyncUtilTimeout: 15_000 })

// jsdom implements neither scrolling nor the top layer, so these are stubs, and tests/browser tests
// the real thing. Scrolling returns a promise, as in Chromium, which no effect may return.
Object.assign(window, { scrollTo: async () => undefined })
Object.assign(Element.prototype, { scrollIntoView: async () => undefined })
HTMLDialogElement.prototype.showModal = showModal
HTMLDialogElement.prototype.close = close
// jsdom has no screen, so no media query matches.
Object.assign(window, { matchMedia: () => ({ matches: false }) })
// jsdom does not know either how somebody came to a page.
performance.getEntriesByType = () => []
// jsdom always speaks American English.
const { locale } = new Intl.NumberFormat().resolvedOptions()
Object.defineProperty(navigator, 'language', { value: locale, configurable: true })

// jsdom has no workers either. This one runs the reader of spreadsheets in the page.
Object.assign(globalThis, { Worker: ReaderInPage })

function showModal(this: HTMLDialogElement) {
  this.open = true
  this.querySelector<HTMLElement>('input, button')?.focus()
}

function close(this: HTMLDialogElement) {
  this.open = false
}

/** The number of transactions that were begun, and of databases that were opened. */
let begun = 0
const open = Reflect.get(IDBFactory.prototype, 'open')
IDBFactory.prototype.open = function (...args) {
  begun += 1
  return open.apply(this, args)
}
const begin = Reflect.get(IDBDatabase.prototype, 'transaction')
IDBDatabase.prototype.transaction = function (...args) {
  begun += 1
  return begin.apply(this, args)
}

/**
 * Waits until storage is idle. An app goes on to write or read without its page, and would do so in
 * the next test.
 */
async function untilStorageIsIdle(): Promise<void> {
  let before: number
  do {
    before = begun
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  } while (begun !== before)
}

/** The timers of a test, of which those that are left would fire in the next test, or after all. */
const timers = new Set<ReturnType<typeof setTimeout>>()
const startTimer = globalThis.setTimeout
globalThis.setTimeout = Object.assign((...args: Parameters<typeof startTimer>) => {
  const timer = startTimer(...args)
  timers.add(timer)
  return timer
}, startTimer)

function clearTimers(): void {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}

export async function cleanUp(): Promise<void> {
  cleanup()
  await untilStorageIsIdle()
  clearTimers()
  window.localStorage.clear()
  window.sessionStorage.clear()
  globalThis.indexedDB = new IDBFactory()
}
