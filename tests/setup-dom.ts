import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { ReaderInPage } from './support/reader-in-page.ts'
import 'fake-indexeddb/auto'

// Generous, because shared machines are slow at times.
configure({ asyncUtilTimeout: 15_000 })

// jsdom implements neither scrolling nor the top layer: these are stubs, and tests/browser tests the real thing. Scrolling
// returns a promise, as in Chromium, which no effect may return.
Object.assign(window, { scrollTo: async () => undefined })
Object.assign(Element.prototype, { scrollIntoView: async () => undefined })
HTMLDialogElement.prototype.showModal = showModal
HTMLDialogElement.prototype.close = close
// Nor does it know how a page was come by.
performance.getEntriesByType = () => []
// jsdom always speaks American English.
const { locale } = new Intl.NumberFormat().resolvedOptions()
Object.defineProperty(navigator, 'language', { value: locale, configurable: true })

// jsdom has no workers either: this one runs what the reader of spreadsheets would run, in the page.
Object.assign(globalThis, { Worker: ReaderInPage })

function showModal(this: HTMLDialogElement) {
  this.open = true
  this.querySelector<HTMLElement>('input, button')?.focus()
}

function close(this: HTMLDialogElement) {
  this.open = false
}

/** Transactions that were begun, and databases that were to be opened. */
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

/** What an app has begun to write or read goes on without its page, which would be the next test's. */
async function untilStorageIsIdle(): Promise<void> {
  let before: number
  do {
    before = begun
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  } while (begun !== before)
}

export async function cleanUp(): Promise<void> {
  cleanup()
  await untilStorageIsIdle()
  window.localStorage.clear()
  window.sessionStorage.clear()
  globalThis.indexedDB = new IDBFactory()
}
