import { createStore } from '#src/lib/create-store.ts'

/** The text with which the dialog "Find a pet" was opened; `undefined` while it is closed. */
export const findDialog = /* @__PURE__ */ createStore<string | undefined>(undefined)
