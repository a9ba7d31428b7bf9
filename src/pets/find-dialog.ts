import { createStore } from '#src/lib/create-store.ts'

/**
 * The text with which the dialog "Find a pet" was opened; `undefined` while it is closed. All that the rest of the app
 * knows of it: get it with `useInstance`.
 */
export const createFindDialog = () => createStore<string | undefined>(undefined)

export type FindDialog = ReturnType<typeof createFindDialog>
