import { createStore } from '#src/lib/create-store.ts'

/** The number of modal dialogs that are open. What is outside of them cannot be used meanwhile. */
export const openModals = /* @__PURE__ */ createStore(0)

/** Counts a modal dialog. Returns a function that must be called when it is closed. */
export function countOpenModal(): () => void {
  openModals.set(openModals.get() + 1)
  return () => openModals.set(openModals.get() - 1)
}
