import { createEmitter } from '#src/lib/create-store.ts'

/** Opens the dialog "Find a pet" with a text. */
export const findDialog = /* @__PURE__ */ createEmitter<[typed: string]>()
